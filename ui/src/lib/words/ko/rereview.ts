/** Finished cases whose grounds changed, and reviewing them again. */
export const rereview = {
  approved: {
    title: '심의받은 내용과 비교',
    of: (number: string | null, on: string | null) =>
      [number ? `심의번호 ${number}` : '심의번호 없음', on ? `승인일 ${on}` : '']
        .filter((part) => part !== '')
        .join(' · '),
    ownCase: '이 데스크가 허용한 사건 열기',
    same: '심의받은 문구 그대로입니다.',
  },
  again: {
    title: '지금 다시 심의하면',
    hint: '지금 저장된 법령과 규칙으로 처음부터 다시 심의해 나란히 봅니다. 확정된 결정은 바뀌지 않습니다.',
    law: '적용할 법',
    then: (day: string) => `광고 당시의 법(${day})`,
    today: '오늘의 법',
    run: '다시 심의하기',
    before: '그때',
    after: (day: string) => `지금(${day} 기준)`,
    verdict: '판정',
    confidence: '확신도',
    changed: '판정이 달라집니다.',
    same: '판정은 같습니다.',
    stands: '확정된 결정은 그대로입니다.',
  },
  redraft: {
    title: '이 초안을 쓴 뒤 근거가 바뀌었습니다',
    hint: '지금 저장된 규칙과 그날의 법으로 다시 심의하면 초안이 새 근거를 인용합니다. 결정은 그 뒤에 사람이 합니다.',
    run: '지금 자료로 다시 심의',
    done: '지금 자료로 다시 심의했습니다. 새 초안을 확인하고 결정하세요.',
  },
  affected: {
    title: '근거가 바뀐 사건',
    hint: '확정한 뒤에 규칙 묶음, 저장된 원문, 법령 가운데 무엇이 달라진 사건입니다. 열어서 다시 심의해 볼 수 있습니다.',
    found: (checked: string, found: string) =>
      `확정된 사건 ${checked}건 가운데 ${found}건의 근거가 지금은 다릅니다.`,
    asOf: (day: string) => `${day} 기준`,
    pack: (id: string, was: string, now: string) => `규칙 묶음 ${id}: ${was} → ${now}`,
    source: (article: string, was: string, now: string) =>
      `저장된 원문 ${article}: ${was} → ${now}`,
    law: (article: string, was: string, now: string) => `법령 개정 ${article}: ${was} → ${now}`,
    none: '없음',
  },
};
