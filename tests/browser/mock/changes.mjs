// @ts-check
// What changed in the law that does not exist, who cites it, and what could not be read.
import { ago } from './cases.mjs';
import { DOCUMENTS, FUTURE_LAW_ID, LAW_ID, OLD_LAW_ID } from './law.mjs';

/** @typedef {import('../../../ui/src/lib/backend/types/ArticleChange.ts').ArticleChange} ArticleChange */
/** @typedef {import('../../../ui/src/lib/backend/types/CaseView.ts').CaseView} CaseView */
/** @typedef {import('../../../ui/src/lib/backend/types/Impact.ts').Impact} Impact */
/** @typedef {import('../../../ui/src/lib/backend/types/LawDiff.ts').LawDiff} LawDiff */
/** @typedef {import('../../../ui/src/lib/backend/types/LawVersion.ts').LawVersion} LawVersion */
/** @typedef {import('../../../ui/src/lib/backend/types/LinkStatus.ts').LinkStatus} LinkStatus */
/** @typedef {import('../../../ui/src/lib/backend/types/QuarantineRecord.ts').QuarantineRecord} QuarantineRecord */
/** @typedef {import('../../../ui/src/lib/backend/types/ResolvedLink.ts').ResolvedLink} ResolvedLink */
/** @typedef {import('../../../ui/src/lib/backend/types/WordRun.ts').WordRun} WordRun */

/** `같은 [-옛 -][+새 +]말`: words of one version only stand in brackets. @param {string} text @returns {WordRun[]} */
function runs(text) {
  return text
    .split(/(\[[-+][^\]]*\])/)
    .filter((part) => part !== '')
    .map((part) => ({
      side: part.startsWith('[-') ? 'old' : part.startsWith('[+') ? 'new' : 'same',
      text: part.replace(/^\[[-+]|\]$/g, ''),
    }));
}

/** @type {ArticleChange[]} */
const CHANGES = [
  {
    kind: 'changed',
    key: '제5조',
    title: '금지하는 광고',
    old_key: null,
    old_title: '금지되는 광고',
    provisions: [
      {
        kind: 'changed',
        path: '제5조제2항',
        old_path: '제5조제2항',
        words: runs('광고주는 다음 각 호의 [-광고를 하지 못한다.][+광고를 하지 아니한다.]'),
      },
      {
        kind: 'added',
        path: '제5조제2항제4호',
        old_path: null,
        words: runs('[+객관적 사실을 부풀리는 광고]'),
      },
      {
        kind: 'renumbered',
        path: '제5조제2항제3호',
        old_path: '제5조제2항제2호의2',
        words: runs('다른 기관과 견주어 낫다고 하는 광고'),
      },
      {
        kind: 'removed',
        path: null,
        old_path: '제5조제4항',
        words: runs('[-광고의 크기는 대통령령으로 정한다.]'),
      },
    ],
  },
  {
    kind: 'added',
    key: '제5조의2',
    title: '사전 심의',
    old_key: null,
    old_title: null,
    provisions: [
      {
        kind: 'added',
        path: '제5조의2제1항',
        old_path: null,
        words: runs('[+광고주는 제5조에 따라 미리 심의를 받을 수 있다.]'),
      },
    ],
  },
  {
    kind: 'removed',
    key: '제6조',
    title: '',
    old_key: null,
    old_title: '광고의 신고',
    provisions: [
      {
        kind: 'removed',
        path: null,
        old_path: '제6조',
        words: runs('[-광고주는 광고를 시장에게 신고하여야 한다.]'),
      },
    ],
  },
  {
    kind: 'renumbered',
    key: '제11조',
    title: '보기 2',
    old_key: '제10조의2',
    old_title: null,
    provisions: [],
  },
];

/** @returns {LawVersion[]} */
export function versions() {
  const counts = { added: 1, removed: 1, changed: 1, renumbered: 1, unchanged: 41 };
  return [OLD_LAW_ID, LAW_ID, FUTURE_LAW_ID].map((id, index) => {
    const found = DOCUMENTS.find((one) => one.id === id);
    if (!found) throw new Error(id);
    const { version, effective_from, effective_to, digest, in_force } = found;
    return {
      document_id: id,
      version,
      promulgated_on: effective_from,
      effective_from,
      effective_to,
      digest,
      in_force,
      state: 'enacted',
      ended_on: null,
      ministry: '가상부',
      changes: index === 0 ? null : index === 1 ? counts : { ...counts, added: 0, unchanged: 42 },
    };
  });
}

/** @param {string} from @param {string} to @returns {LawDiff | null} */
export function lawDiff(from, to) {
  const on = (/** @type {string} */ day) =>
    versions().findLast(({ effective_from: begun }) => (begun ?? '') <= day);
  const before = on(from);
  const after = on(to);
  if (!before || !after) return null;
  const same = before.document_id === after.document_id;
  return {
    title: '가상 광고법',
    from: before,
    to: after,
    parts: [
      {
        part: 'main',
        counts: { added: 1, removed: 1, changed: 1, renumbered: 1, unchanged: 41 },
        articles: same ? [] : CHANGES,
      },
      {
        part: 'supplementary',
        counts: { added: 0, removed: 0, changed: 0, renumbered: 0, unchanged: 2 },
        articles: [],
      },
    ],
  };
}

/** @param {LawDiff} diff @param {CaseView[]} cases @returns {Impact} */
export function lawImpact({ title, from, to }, cases) {
  const [first, second] = CHANGES;
  if (!first || !second) throw new Error('no changes');
  return {
    title,
    from,
    to,
    articles: [
      {
        change: first,
        cases: cases.slice(0, 4).map(({ summary }, index) => ({
          case_id: summary.case_id,
          external_id: summary.external_id,
          status: summary.status,
          cited: [`가상 광고법 제5조제${index % 2 === 0 ? 2 : 1}항`],
          touched: index % 2 === 0,
        })),
        rules: [
          {
            rule: 'V3.guarantee',
            kind: 'V3',
            article: '가상 광고법 제5조제2항제4호',
            touched: true,
          },
          { rule: 'V2.testimonial', kind: 'V2', article: '가상 광고법 제5조', touched: false },
        ],
        links: incoming('제5조'),
      },
      { change: second, cases: [], rules: [], links: [] },
    ],
  };
}

/**
 * @param {string} key @param {string | null} within @param {string} words @param {string} title
 * @param {string | null} path @param {LinkStatus} status @param {Partial<ResolvedLink['link']>} [over]
 * @returns {ResolvedLink}
 */
function link(key, within, words, title, path, status, over = {}) {
  const start = [...`${key}${words}`].reduce(
    (sum, letter) => sum + (letter.codePointAt(0) ?? 0),
    0,
  );
  return {
    document_id: LAW_ID,
    title: '가상 광고법',
    article_key: key,
    link: {
      start,
      end: start + [...words].length,
      words,
      within,
      relation: 'cites',
      target: { title, path, until: null, former: false },
      ...over,
    },
    status,
    target_document: status === 'no_document' ? null : LAW_ID,
  };
}

const LINKS = [
  link('제5조', '제5조제3항', '제2항', '가상 광고법', '제5조제2항', 'resolved'),
  link('제5조의2', '제5조의2제1항', '제5조', '가상 광고법', '제5조', 'resolved', {
    relation: 'applies',
  }),
  link(
    '제5조의2',
    '제5조의2제2항제1호의2',
    '「가상 보건법」 제90조',
    '가상 보건법',
    '제90조',
    'no_document',
  ),
  link(
    '부칙(2026. 4. 7. 제90001호) 제2조',
    '제2조',
    '종전의 제5조',
    '가상 광고법',
    '제5조',
    'resolved',
    {
      target: { title: '가상 광고법', path: '제5조', until: null, former: true },
    },
  ),
  link('별표 1', null, '제6조', '가상 광고법', '제6조', 'repealed'),
  ...Array.from({ length: 130 }, (_, index) =>
    link(
      `제${(index % 40) + 10}조`,
      null,
      `제${index + 300}조`,
      '가상 광고법',
      `제${index + 300}조`,
      'no_provision',
    ),
  ),
];

/** @param {string | null} article */
export function outgoing(article) {
  return LINKS.filter(({ article_key: key }) => article === null || key === article);
}

/** @param {string | null} article */
export function incoming(article) {
  return LINKS.filter(
    ({ link: { target }, status }) =>
      status === 'resolved' && (article === null || target.path?.startsWith(article)),
  );
}

/** @param {ResolvedLink} one */
export function isBroken({ status }) {
  return status !== 'resolved';
}

/** @returns {QuarantineRecord[]} */
export function quarantined() {
  return [
    {
      path: 'kr/가상/법률.md',
      where: 'line 120',
      reason: '조문 번호를 읽을 수 없습니다. 파일을 고쳐 다시 가져오세요.',
      found_at: ago(60),
      resolution: null,
    },
    {
      path: 'kr/가상/법률.md',
      where: '제12조제3항',
      reason: '“다음 각 목” 뒤에 목이 없습니다. 원문을 확인하세요.',
      found_at: ago(60),
      resolution: null,
    },
    {
      path: 'kr/가상/고시.pdf',
      where: '3쪽',
      reason: '글이 없는 그림뿐인 쪽입니다. 글자를 읽어 다시 가져오세요.',
      found_at: ago(90),
      resolution: null,
    },
    {
      path: 'kr/옛/법률.md',
      where: 'line 3',
      reason: '제1조가 두 번 나옵니다. 원문을 확인하세요.',
      found_at: ago(60 * 24 * 9),
      resolution: {
        by: { id: 'reviewer-0', name: '한심의', role: 'reviewer' },
        note: '원문에도 두 번 있어 그대로 두었다.',
        at: ago(60 * 24 * 8),
      },
    },
  ];
}
