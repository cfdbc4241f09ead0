import type { DrugDataGroup } from '../../backend/types';

/** Drug data of data.go.kr that is followed and updated. */
export const drugData = {
  drugUpdates: {
    title: '의약품 자료 갱신',
    hint: '식품의약품안전처의 e약은요·허가·DUR를 공공데이터포털에서 쪽마다 받아 가져옵니다. 받다가 끊겨도 다음 갱신에서 다음 쪽부터 이어지고, 목록은 다 받은 뒤에 가져옵니다. 바뀐 것만 받을 수 없는 자료는 다음에도 모두 받습니다.',
    choose: '받을 자료',
    groups: {
      label: '제품 설명',
      permit: '허가사항',
      dur_ingredient: 'DUR 성분별',
      dur_product: 'DUR 제품별',
    } satisfies Record<DrugDataGroup, string>,
    large:
      '행이 아주 많아 받는 데 오래 걸리고 질문마다 느려집니다. 성분별 표만 있어도 제품의 성분으로 찾습니다.',
    never: '받은 적 없음',
    complete: (day: string, rows: string) => `${day} 받음 · ${rows}행`,
    interrupted: (done: string, total: string) => `${total}쪽 가운데 ${done}쪽까지 받음`,
    changesOnly: '다음부터 바뀐 것만',
    followed: (name: string) => `${name} 자료를 받기로 했습니다.`,
    unfollowed: (name: string) => `${name} 자료를 그만 받습니다.`,
    everything: '바뀐 것만 받을 수 있는 자료도 처음부터 다시 받기',
    check: '행 수 확인만',
    progress: (done: string, all: string, name: string) => `${name} ${done} / ${all}쪽`,
    importing: (done: string, all: string) => `받은 파일 가져오는 중 ${done} / ${all}`,
    cancelled: '멈췄습니다. 받은 쪽은 남아 있고 다음 갱신에서 이어집니다.',
    states: { new: '새 자료 있음', unchanged: '그대로', failed: '실패' },
    counted: (rows: string) => `${rows}행`,
    countedSince: (day: string, rows: string) => `${day}부터 바뀐 것 ${rows}행`,
    counts: (added: string, unchanged: string) => `새 쪽 ${added} · 그대로 ${unchanged}`,
    gone: (pages: string) =>
      `목록이 짧아져 ${pages}쪽이 없어졌습니다. 그 쪽에서 가져온 문서는 남아 있습니다.`,
    finished: (added: string, failed: string) => `갱신 끝: 새 쪽 ${added}, 실패 ${failed}건.`,
  },
};
