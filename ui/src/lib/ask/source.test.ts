import { describe, expect, it } from 'vitest';
import type { ArticleView } from '../backend/types';
import { href } from '../state/route';
import { citation } from '../testing/ask';
import { passageOf, sourceName, sourceRoute } from './source';

const article = (key: string, text: string): ArticleView => ({
  key,
  title: '',
  part: 'section',
  breadcrumb: [],
  text,
  notes: [],
  deleted: false,
  effective_from: null,
  in_force: true,
  start: 0,
  end: [...text].length,
});
const cited = citation();
const marks = (articles: ArticleView[], quote = cited.quote) =>
  passageOf(articles, citation({ quote })).lines.map(({ marked }) => marked);

describe('the passage of a citation', () => {
  it('is its section, the quote marked', () => {
    const text = '어른은 한 번에 1정씩.\n하루 3정을 넘지 않습니다. 빈속에는 먹지 않습니다.';
    expect(passageOf([article(cited.section, text)], cited)).toEqual({
      alone: false,
      lines: [
        { before: '어른은 한 번에 1정씩.', marked: '', after: '' },
        { before: '', marked: '하루 3정을 넘지 않습니다.', after: ' 빈속에는 먹지 않습니다.' },
      ],
    });
  });

  it('may go over several lines', () => {
    expect(marks([article(cited.section, '가\n나다\n라')], '나다\n라')).toEqual(['', '나다', '라']);
  });

  it('is marked in the right place after characters of two units', () => {
    expect(marks([article(cited.section, '💊💊 하루 3정을 넘지 않습니다.')])).toEqual([
      cited.quote,
    ]);
  });

  it('is found in another section where it is not in its own', () => {
    const found = passageOf([article('다른', cited.quote), article(cited.section, '없음')], cited);
    expect(found).toMatchObject({ alone: false, lines: [{ marked: cited.quote }] });
  });

  it('prefers its own section', () => {
    const own = article(cited.section, `앞 ${cited.quote}`);
    const found = passageOf([article('다른', cited.quote), own], cited);
    expect(found.lines[0]?.before).toBe('앞 ');
  });

  it('is the quote alone where no section has it', () => {
    expect(passageOf([article(cited.section, '바뀐 글')], cited)).toEqual({
      alone: true,
      lines: [{ before: '', marked: cited.quote, after: '' }],
    });
    expect(passageOf([], cited).alone).toBe(true);
  });
});

describe('the place of a citation', () => {
  it('is its section with the quote', () => {
    expect(sourceRoute(cited)).toMatchObject({ article: '용법·용량', quote: cited.quote });
  });

  it('is the document where the section is unknown', () => {
    expect(href(sourceRoute(citation({ section: '' })))).toBe('#/corpora/document/document');
  });

  it('has a name', () => {
    expect(sourceName(cited)).toBe('가상정 · 용법·용량');
    expect(sourceName(citation({ section: '' }))).toBe('가상정');
  });
});
