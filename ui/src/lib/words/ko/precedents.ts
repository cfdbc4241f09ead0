import type { CourtOutcome } from '../../backend/types/CourtOutcome';
import type { DecisionEffect } from '../../backend/types/DecisionEffect';
import type { Disposition } from '../../backend/types/Disposition';
import type { Stance } from '../../backend/types/Stance';

/** Decisions weighed for and against a finding, and citations of any text. */
export const precedents = {
  decisions: {
    title: '판례의 무게',
    hint: '이 표현과 같은 유형의 광고를 본 판단입니다.',
    none: '견주어 볼 판단을 찾지 못했습니다.',
    stance: {
      for: '위반 쪽',
      against: '광고주 쪽',
      lost_ground: '세지 않음',
    } satisfies Record<Stance, string>,
    outcome: {
      unlawful: '위법',
      lawful: '적법',
      unconstitutional: '위헌',
      constitutional: '합헌',
    } satisfies Record<CourtOutcome, string>,
    disposition: {
      convicted: '유죄',
      acquitted: '무죄',
      remanded: '파기환송',
      discontinued: '면소·공소기각',
      appeal_dismissed: '상소 기각',
      annulled: '처분 취소',
      claim_dismissed: '청구 기각',
      granted: '청구 인용',
      inadmissible: '각하',
      unconstitutional: '위헌',
      incompatible: '헌법불합치',
      constitutional: '합헌',
      mixed: '일부씩 다름',
    } satisfies Record<Disposition, string>,
    effect: {
      shown: '참고',
      lowered: '한 단계 낮춤',
      person: '사람이 판단',
    } satisfies Record<DecisionEffect, string>,
    digest: '요지',
    judged: '판단한 표현',
    similarity: (value: string) => `유사도 ${value}`,
    about: (kind: string, claim: string) => `${kind} · ${claim}`,
  },
  citing: {
    title: '인용 확인',
    hint: '의견서나 답변, 초안을 붙여 넣으면 그 안의 법령과 판례 인용을 모두 찾아 저장된 원문과 대조합니다. 글은 저장하지 않습니다.',
    text: '확인할 글',
    asOf: '기준일',
    submit: '확인',
    none: '법령이나 판례의 인용을 찾지 못했습니다.',
    all: (n: number, day: string) => `${day} 기준으로 인용 ${n}건을 확인했습니다.`,
    confirmed: '모두 원문과 같습니다.',
    unconfirmed: (n: number) => `확인되지 않은 인용이 ${n}건 있습니다.`,
    columns: { words: '글에 쓰인 인용', status: '결과', stored: '저장된 자료' },
    quoted: '인용한 말',
    source: '원문의 말',
    nothing: '저장된 것 없음',
    needText: '확인할 글을 붙여 넣으세요.',
  },
};
