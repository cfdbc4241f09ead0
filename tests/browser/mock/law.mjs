// @ts-check
// A statute that does not exist, so that nobody takes the mock for the law.

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
  article(
    '제5조의2',
    '사전 심의',
    ['제2장 광고'],
    '① 광고주는 미리 심의를 받을 수 있다.\n② 심의의 효력은 3년으로 한다.',
  ),
  { ...article('제6조', '', ['제2장 광고'], '삭제'), deleted: true },
  ...Array.from({ length: 40 }, (_, index) =>
    article(
      `제${index + 10}조`,
      `보기 ${index + 1}`,
      ['제3장 보칙', `제${Math.floor(index / 10) + 1}절`],
      '① 이 조는 차례와 굴림을 확인하려고 둔다.\n② 필요한 사항은 따로 정한다.',
    ),
  ),
];

/** @param {string} key @param {string} title @param {string[]} breadcrumb @param {string} text @returns {ArticleView} */
function article(key, title, breadcrumb, text) {
  return {
    key,
    title,
    breadcrumb,
    text,
    deleted: false,
    start: 0,
    end: [...text].length,
  };
}

export const LAW_ID = '0194f000-0000-7000-8000-00000000a001';

/** @type {DocumentSummary[]} */
export const DOCUMENTS = [
  summary(LAW_ID, 'statute', '가상 광고법', '법률 제90001호', '2026-04-07', null, false, true),
  summary(
    '0194f000-0000-7000-8000-00000000a002',
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
  };
}

/** @param {string} wanted @param {string | null} article @returns {DocumentView | null} */
export function documentView(wanted, article) {
  const found = DOCUMENTS.find(({ id, title }) => id === wanted || title === wanted);
  if (!found) return null;
  const articles = found.title === '가상 광고법' ? ARTICLES : ARTICLES.slice(0, 2);
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
      digest: found.digest,
      source_path: 'mock',
      sha256: '0'.repeat(64),
      reader: 'mock/1',
    },
    articles: article ? articles.filter(({ key }) => key === article) : articles,
  };
}
