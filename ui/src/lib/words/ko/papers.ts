import type { KeyPlace, OfficeSettings } from '../../backend/types';
import type { Paper } from '../../review/papers';

/** Papers that leave the office, the office itself, and what vouches for its records. */
export const papers = {
  papers: {
    menu: '문서',
    failed: '문서를 만들지 못했습니다.',
    names: {
      report: '심의 결과 보고서',
      letter: '심의 결과 통지서',
      notice: '보완·수정 요청 통지',
      case_file: '사건 기록',
      pack: '감사 묶음',
    } satisfies Record<Paper, string>,
    mail: '전자우편',
  },
  office: {
    title: '기관 정보',
    hint: '통지서의 머리와 끝에 적힙니다. 이미 발급한 통지서는 발급한 때의 내용 그대로 다시 인쇄됩니다.',
    draft: '기관명이 없어 통지서가 문서번호 없는 초안으로만 만들어집니다.',
    fields: {
      name: '기관명',
      signer: '발신 명의 (비우면 기관명)',
      department: '담당부서',
      address: '주소',
      telephone: '전화',
      email: '전자우편',
      numbering: '문서번호 규칙',
      objection: '불복 절차',
    } satisfies Record<keyof OfficeSettings, string>,
    numberingHint:
      '{year}와 {number}가 들어가야 합니다. {number:4}는 네 자리로 적습니다. 번호는 해마다 1부터 빠짐없이 매깁니다.',
    objectionHint: '심의 결과 통지서에 적은 그대로 실립니다. 비우면 아무 말도 하지 않습니다.',
    save: '저장',
    saved: '기관 정보를 저장했습니다.',
  },
  chain: {
    anchorLabel: '밖에 둔 머리',
    anchor: (seq: string, at: string) => (at ? `${seq}번 기록 (${at})` : `${seq}번 기록`),
    noAnchor: '없음',
    key: '열쇠가 있는 곳',
    places: {
      keyring: '운영 체제의 키링',
      file: '데이터 폴더의 keys/audit.key 파일',
      missing: '없음',
    } satisfies Record<KeyPlace, string>,
    warnings: {
      keyring:
        '키링이 열쇠를 내주지 않습니다. 키링을 열고 프로그램을 다시 켜십시오. 그때까지 결정할 수 없습니다.',
      file: '열쇠가 기록과 같은 폴더에 있습니다. 이 폴더를 읽을 수 있는 사람은 기록을 통째로 새로 쓸 수 있습니다.',
      missing: '열쇠가 없습니다. 새로 만들지 말고 백업에서 keys 폴더를 되살리십시오.',
    } satisfies Record<KeyPlace, string>,
    move: '키링으로 옮기기',
    moved: '감사 열쇠를 키링으로 옮겼습니다.',
    publicKey: '서명 확인용 공개 열쇠',
    publicKeyHint: '감사 묶음을 받는 곳에 따로 알려 주십시오. 비밀이 아닙니다.',
    head: '기록의 끝',
    headHint: '이 컴퓨터 밖에 적어 두면, 열쇠까지 가진 사람이 기록을 새로 써도 드러납니다.',
  },
};
