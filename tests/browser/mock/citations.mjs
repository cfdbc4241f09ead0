// @ts-check
// Citations of a pasted text: the mock knows one article of one law.

/** @typedef {import('../../../ui/src/lib/backend/types/CheckedText').CheckedText} CheckedText */
/** @typedef {import('../../../ui/src/lib/backend/types/CitationStatus').CitationStatus} Status */

const REFERENCE = /(가상 광고법|없는 법) 제(\d+)조(?:\s*[“"]([^”"]+)[”"])?/g;

/** @param {string} text @param {string | null} as_of @returns {CheckedText} */
export function checkedText(text, as_of) {
  const citations = [...text.matchAll(REFERENCE)].map((found) => {
    const [whole, law, number, quote] = found;
    const start = [...text.slice(0, found.index)].length;
    const words = `${law} 제${number}조`;
    const known = law === '가상 광고법' && number === '5';
    const at = quote === undefined ? 0 : start + [...whole.slice(0, whole.indexOf(quote))].length;
    return {
      start,
      end: start + [...words].length,
      words,
      quote: quote === undefined ? null : { start: at, end: at + [...quote].length, words: quote },
      article: known ? '가상 광고법 제5조' : null,
      version: known ? '법률 제1호' : null,
      status: /** @type {Status} */ (
        known && quote ? 'VERIFIED' : known ? 'UNCHECKED' : 'NOT_FOUND'
      ),
      note: known
        ? quote
          ? ''
          : '있는 자료입니다. 대조할 인용문이 없습니다.'
        : '인용한 자료가 저장되어 있지 않습니다.',
      stored: null,
    };
  });
  return {
    as_of: as_of ?? new Date().toISOString().slice(0, 10),
    citations,
    confirmed: citations.every(({ status }) => status === 'VERIFIED'),
  };
}
