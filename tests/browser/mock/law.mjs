// @ts-check
// A statute that does not exist, so that nobody takes the mock for the law.

/** @typedef {import('../../../ui/src/lib/backend/types/ArticleNote.ts').ArticleNote} ArticleNote */
/** @typedef {import('../../../ui/src/lib/backend/types/ArticleView.ts').ArticleView} ArticleView */
/** @typedef {import('../../../ui/src/lib/backend/types/DocumentSummary.ts').DocumentSummary} DocumentSummary */
/** @typedef {import('../../../ui/src/lib/backend/types/DocumentView.ts').DocumentView} DocumentView */

export const ADS_ARTICLE = [
  '① 광고주는 사실에 근거하여 광고한다.',
  '② 광고주는 다음 각 호의 광고를 하지 아니한다.',
  '  1. 평가를 마치지 아니한 새 기술을 내세우는 광고',
  '  2. 환자의 체험담으로 효과를 믿게 하는 광고',
  '  3. 다른 기관과 견주어 낫다고 하는 광고',
  '  4. 객관적 사실을 부풀리는 광고',
  '③ 제2항을 어긴 광고는 고치거나 거두어야 한다.',
].join('\n');

/** @type {ArticleView[]} */
export const ARTICLES = [
  article(
    '제1조',
    '목적',
    ['제1장 총칙'],
    '이 법은 시험에 쓰는 가상의 법으로서 화면을 확인하는 데 목적이 있다.',
  ),
  article(
    '제2조',
    '정의',
    ['제1장 총칙'],
    '① 이 법에서 “광고”란 화면에 보이는 글을 말한다.\n② “주장”이란 그 가운데 판단할 부분을 말한다.',
  ),
  article('제5조', '금지하는 광고', ['제2장 광고'], ADS_ARTICLE),
  {
    ...article(
      '제5조의2',
      '사전 심의',
      ['제2장 광고'],
      [
        '① 광고주는 제5조에 따라 미리 심의를 받을 수 있다.',
        '② 심의를 받으려는 자는 다음 각 호의 서류를 낸다.',
        '1. 다음 각 목의 신청서',
        '가. 글로 된 것',
        '나. 그림으로 된 것',
        '1) 찍은 것',
        '2) 그린 것',
        '1의2. 「가상 보건법」 제90조에 따른 확인서',
        '2. 삭제',
        '③ 심의의 효력은 3년으로 한다.',
      ].join('\n'),
    ),
    notes: [
      note('amended', '개정 2026.4.7', '2026-04-07', '제5조의2제1항'),
      note('added', '본조신설 2020.1.1', '2020-01-01', null),
    ],
  },
  { ...article('제6조', '', ['제2장 광고'], '삭제'), deleted: true },
  ...Array.from({ length: 40 }, (_, index) =>
    article(
      `제${index + 10}조`,
      `보기 ${index + 1}`,
      ['제3장 보칙', `제${Math.floor(index / 10) + 1}절`],
      '① 이 조는 차례와 굴림을 확인하려고 둔다.\n② 필요한 사항은 따로 정한다.',
    ),
  ),
  article(
    '부칙(2020. 1. 1. 제80001호)',
    '',
    ['부칙 <제80001호, 2020.1.1>'],
    '이 법은 공포한 날부터 시행한다.',
  ),
  article(
    '부칙(2026. 4. 7. 제90001호) 제1조',
    '시행일',
    ['부칙 <제90001호, 2026.4.7>'],
    '제1조(시행일) 이 법은 공포한 날부터 시행한다.',
  ),
  article(
    '부칙(2026. 4. 7. 제90001호) 제2조',
    '경과조치',
    ['부칙 <제90001호, 2026.4.7>'],
    '제2조(경과조치) 이 법 시행 전에 한 광고는 종전의 제5조를 따른다.',
  ),
  article(
    '별표 1',
    '과태료의 부과기준',
    [],
    '[별표 1]\n과태료의 부과기준(제6조 관련)\n┌──────┬────┐\n│위반행위    │금액    │\n├──────┼────┤\n│제5조 위반  │백만원  │\n└──────┴────┘',
  ),
];

/** As long as the longest codes. */
const LONG_LAW = Array.from({ length: 620 }, (_, index) =>
  article(
    `제${index + 1}조`,
    `긴 법의 조 ${index + 1}`,
    [`제${Math.floor(index / 100) + 1}편`, `제${Math.floor((index % 100) / 20) + 1}장`],
    Array.from(
      { length: (index % 4) + 2 },
      (_, line) =>
        `${'①②③④⑤⑥'[line]} ${index + 1}조의 ${line + 1}번째 항은 굴림을 확인하려고 둔다.`,
    ).join('\n'),
  ),
);

/** @param {string} key @param {string} title @param {string[]} breadcrumb @param {string} text @returns {ArticleView} */
function article(key, title, breadcrumb, text) {
  return {
    key,
    title,
    part: key.startsWith('부칙') ? 'supplementary' : key.startsWith('별표') ? 'annex' : 'main',
    breadcrumb,
    text,
    notes: [],
    deleted: false,
    effective_from: null,
    in_force: true,
    start: 0,
    end: [...text].length,
  };
}

/** @param {ArticleNote['kind']} kind @param {string} text @param {string} day @param {string | null} provision @returns {ArticleNote} */
function note(kind, text, day, provision) {
  return { kind, text, days: [day], provision, start: 0, end: text.length + 2 };
}

export const LAW_ID = '0194f000-0000-7000-8000-00000000a001';
export const OLD_LAW_ID = '0194f000-0000-7000-8000-00000000a002';
export const FUTURE_LAW_ID = '0194f000-0000-7000-8000-00000000a007';
export const LONG_LAW_ID = '0194f000-0000-7000-8000-00000000a006';

/** @type {DocumentSummary[]} */
export const DOCUMENTS = [
  summary(
    LAW_ID,
    'statute',
    '가상 광고법',
    '법률 제90001호',
    '2026-04-07',
    '2099-12-31',
    false,
    true,
  ),
  summary(
    FUTURE_LAW_ID,
    'statute',
    '가상 광고법',
    '법률 제99001호',
    '2100-01-01',
    null,
    false,
    false,
  ),
  summary(LONG_LAW_ID, 'statute', '가상 긴 법', '법률 제1호', '2000-01-01', null, false, true),
  summary(
    OLD_LAW_ID,
    'statute',
    '가상 광고법',
    '법률 제80001호',
    '2020-01-01',
    '2026-04-06',
    false,
    false,
  ),
  summary(
    '0194f000-0000-7000-8000-00000000a003',
    'statute',
    '가상 광고법 시행령',
    '대통령령 제70001호',
    '2027-03-01',
    null,
    false,
    false,
  ),
  summary(
    '0194f000-0000-7000-8000-00000000a004',
    'guideline',
    '가상 광고 심의기준',
    '',
    '2024-01-01',
    null,
    true,
    true,
  ),
  summary(
    '0194f000-0000-7000-8000-00000000a005',
    'precedent',
    '가상대법원 2020도1 판결',
    '가상대법원',
    '2020-05-27',
    null,
    true,
    true,
  ),
  ...Array.from({ length: 160 }, (_, index) =>
    summary(
      `0194f000-0000-7000-8000-00000000b${String(index).padStart(3, '0')}`,
      'statute',
      `가상 보건법 제${index + 1}편`,
      `법률 제${60000 + index}호`,
      '2025-01-01',
      null,
      false,
      true,
    ),
  ),
];

/**
 * @param {string} id @param {DocumentSummary['kind']} kind @param {string} title @param {string} version
 * @param {string | null} effective_from @param {string | null} effective_to @param {boolean} digest @param {boolean} in_force
 * @returns {DocumentSummary}
 */
function summary(id, kind, title, version, effective_from, effective_to, digest, in_force) {
  return {
    id,
    kind,
    title,
    version,
    effective_from,
    effective_to,
    digest,
    in_force,
    state: 'enacted',
    ministry: '가상부',
  };
}

/** As many as an office has. @param {number} extra @returns {DocumentSummary[]} */
export function manyDocuments(extra) {
  return Array.from({ length: extra }, (_, index) =>
    summary(
      `0194f000-0000-7000-8000-0000000${String(index).padStart(5, '0')}`,
      'precedent',
      `가상대법원 2020도${index + 2} 판결`,
      '가상대법원',
      '2020-05-27',
      null,
      true,
      true,
    ),
  );
}

/** @param {string} wanted @param {string | null} day */
function find(wanted, day) {
  const found = DOCUMENTS.filter(({ id, title }) => id === wanted || title === wanted);
  if (!day) return found[0];
  return found.find(
    ({ effective_from: from, effective_to: to }) =>
      (from ?? '') <= day && (to === null || to >= day),
  );
}

/** The texts of one document. @param {string} id @param {string} title */
function articlesOf(id, title) {
  if (id === LONG_LAW_ID) return LONG_LAW;
  if (title !== '가상 광고법') return ARTICLES.slice(0, 2);
  return id === OLD_LAW_ID
    ? ARTICLES.filter(({ key }) => key !== '제5조의2' && !key.includes('90001'))
    : ARTICLES;
}

/**
 * @param {string} wanted @param {string | null} article @param {string | null} [day]
 * @returns {DocumentView | null}
 */
export function documentView(wanted, article, day = null) {
  const found = find(wanted, day);
  if (!found) return null;
  const articles = articlesOf(found.id, found.title);
  return {
    document: {
      id: found.id,
      kind: found.kind,
      title: found.title,
      source_key: found.title,
      version: found.version,
      promulgated_on: found.effective_from,
      effective_from: found.effective_from,
      effective_to: found.effective_to,
      standing: { ministry: '', state: 'enacted', ended_on: null, repeals: '' },
      digest: found.digest,
      source_path: 'mock',
      sha256: '0'.repeat(64),
      reader: 'mock/1',
    },
    articles: article ? articles.filter(({ key }) => key === article) : articles,
  };
}
