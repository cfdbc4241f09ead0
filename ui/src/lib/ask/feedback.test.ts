import { describe, expect, it } from 'vitest';
import type { FeedbackVerdict } from '../backend/types';
import { citation } from '../testing/ask';
import { citedSections, citedTitles, judgement, missingOf, VERDICTS } from './feedback';

const place = { title: ' 가상정 ', section: '효능·효과'.normalize('NFD') };

describe('a judgement', () => {
  it('of a wrong section names the right place', () => {
    expect(judgement('wrong_section', place, '덧붙임')).toEqual({
      verdict: 'wrong_section',
      title: '가상정',
      section: '효능·효과',
      note: '덧붙임',
    });
  });

  it.each(VERDICTS.filter((one) => one !== 'wrong_section'))('%s names none', (verdict) => {
    expect(judgement(verdict, place, '')).toEqual({ verdict, title: '', section: '', note: '' });
  });

  it.each<[FeedbackVerdict, string, string, string[]]>([
    ['wrong_section', '', ' ', ['title', 'section']],
    ['wrong_section', '\t', '용법·용량', ['title']],
    ['wrong_section', '가상정', '', ['section']],
    ['wrong_section', '가상정', '용법·용량', []],
    ['helpful', '', '', []],
    ['missing', '', '', []],
  ])('%s of %j, %j lacks %j', (verdict, title, section, expected) =>
    expect(missingOf(judgement(verdict, { title, section }, ''))).toEqual(expected),
  );
});

describe('what an answer cites', () => {
  const citations = [
    citation({ n: 1, title: '가상정', section: '용법·용량' }),
    citation({ n: 2, title: '가상정', section: '효능·효과' }),
    citation({ n: 3, title: '모의정', section: '보관' }),
    citation({ n: 4, title: '모의정', section: '' }),
  ];

  it('are documents, each once', () =>
    expect(citedTitles(citations)).toEqual(['가상정', '모의정']));

  it.each([
    ['가상정', ['용법·용량', '효능·효과']],
    [' 모의정 ', ['보관']],
    ['', ['용법·용량', '효능·효과', '보관']],
    ['다른 약', ['용법·용량', '효능·효과', '보관']],
  ])('are sections of %j', (title, expected) =>
    expect(citedSections(citations, title)).toEqual(expected),
  );
});
