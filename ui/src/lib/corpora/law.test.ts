import { describe, expect, it } from 'vitest';
import type { ArticleNote, NoteKind } from '../backend/types';
import { article } from '../testing/law';
import { articleLines, cutLine, rangeOf } from './lines';
import { lastChange, lawDay } from './notes';
import { findWords, isUnit, isWithin, parseAddress, type Place } from './place';
import { windowAround, layOutArticle, targetOf } from './reading';
import { above, buildTree, openAtFirst, treeKey, treeRows, type TreeRow } from './tree';

describe('the address of a provision', () => {
  const place = (over: Partial<Place>): Place => ({
    paragraph: null,
    item: null,
    subitem: null,
    ...over,
  });
  it.each<[string, string, Place | null]>([
    ['제56조', '제56조', null],
    ['제4조의2', '제4조의2', null],
    ['제56조제2항', '제56조', place({ paragraph: 2 })],
    ['제57조 제1항 제4호의2', '제57조', place({ paragraph: 1, item: '4의2' })],
    ['제3조제1호허목', '제3조', place({ item: '1', subitem: '허' })],
    ['판결요지[1]', '판결요지[1]', null],
    ['부칙(2018. 3. 27. 제15540호) 제1조', '부칙(2018. 3. 27. 제15540호) 제1조', null],
  ])('%s', (text, key, expected) => {
    expect(parseAddress(text)).toEqual({ article: key, place: expected });
  });

  it('holds what is below it, and no neighbour', () => {
    const whole = place({ paragraph: 2 });
    expect(isWithin(place({ paragraph: 2, item: '1' }), whole)).toBe(true);
    expect(isWithin(place({ paragraph: 1, item: '1' }), whole)).toBe(false);
    expect(
      isWithin(place({ paragraph: 2, item: '1의2' }), place({ paragraph: 2, item: '1' })),
    ).toBe(false);
  });
});

describe('words in a text', () => {
  const at = (text: string, words: string, prefer?: { from: number; to: number }) => {
    const found = findWords(text, words, prefer ?? null);
    return found && text.slice(found.from, found.to);
  };
  it.each([
    ['as they are', '① 치료 경험담 광고', '경험담', '경험담'],
    ['but for white space', '① 치료\n경험담', '치료 경험담', '치료\n경험담'],
    ['decomposed', '경험담', '경험담'.normalize('NFD'), '경험담'],
    ['not there', '경험담', '체험담', null],
    ['no words', '경험담', ' ', null],
  ])('%s', (_name, text, words, expected) => expect(at(text, words)).toBe(expected));

  it('an occurrence in the provision asked for comes before an earlier one', () => {
    const text = '제2항을 어긴 자\n제2항을 지킨 자';
    expect(findWords(text, '제2항', { from: 10, to: text.length })?.from).toBe(10);
    expect(findWords(text, '제2항', { from: 14, to: text.length })?.from).toBe(0);
    expect(findWords('가 나\n가나', '가나', { from: 4, to: 6 })?.from).toBe(4);
  });
});

describe('the lines of an article', () => {
  const text = [
    '① 첫째 항. <개정 2018.3.27, 2020.1.1>',
    '② 다음 각 호와 같다.',
    '1. 첫째 호',
    '가. 첫째 목',
    '1) 더 아래',
    '이어지는 글',
    '1의2. 삭제',
    '㉑ 스물한째 항',
    '[전문개정 2010.7.23]',
  ].join('\n');
  const lines = articleLines(text);

  it('have their level, their place and their note', () => {
    expect(lines.map(({ level }) => level)).toEqual([
      'paragraph',
      'paragraph',
      'item',
      'subitem',
      'detail',
      'detail',
      'item',
      'paragraph',
      'paragraph',
    ]);
    expect(lines[3]?.place).toEqual({ paragraph: 2, item: '1', subitem: '가' });
    expect(lines[6]).toMatchObject({ deleted: true, place: { paragraph: 2, item: '1의2' } });
    expect(lines[7]?.place.paragraph).toBe(21);
    expect(lines[0]).toMatchObject({ text: '① 첫째 항.', note: '<개정 2018.3.27, 2020.1.1>' });
    expect(lines[8]).toMatchObject({ text: '', note: '[전문개정 2010.7.23]' });
  });

  it('stand where they stand in the text', () => {
    for (const line of lines) expect(text.slice(line.from, line.to)).toBe(line.text);
    const unit = rangeOf(lines, { paragraph: 2, item: '1', subitem: null });
    expect(unit && text.slice(unit.from, unit.to)).toBe(
      '1. 첫째 호\n가. 첫째 목\n1) 더 아래\n이어지는 글',
    );
    expect(lines.filter((line) => isUnit(line, unit)).length).toBe(4);
    expect(rangeOf(lines, { paragraph: 9, item: null, subitem: null })).toBeNull();
  });

  it('keep a layOutArticle table whole', () => {
    const table = articleLines('표는 다음과 같다.\n┌─┐\n│1. 가│\n└─┘\n# 비고');
    expect(table.map((line) => [line.table, line.text.split('\n').length])).toEqual([
      [false, 1],
      [true, 3],
      [false, 1],
    ]);
  });

  it('are cutLine at the borders of a mark', () => {
    const line = { text: '광고를 하지 못한다.', from: 10 };
    expect(cutLine(line, { from: 14, to: 16 })).toEqual({
      before: '광고를 ',
      marked: '하지',
      after: ' 못한다.',
    });
    expect(cutLine(line, { from: 0, to: 5 })).toEqual({ before: '', marked: '', after: line.text });
    expect(cutLine(line, null).before).toBe(line.text);
  });

  it('read a paragraph that begins beside the heading', () => {
    const [first] = articleLines('제2조(경과조치) ①종전의 예에 따른다.');
    expect(first?.place.paragraph).toBe(1);
  });
});

describe('what an address leads to', () => {
  const articles = [
    article('제1조'),
    article('제2조', [], { text: '제2조\n① 같은 말\n② 같은 말' }),
  ];
  it.each([
    ['제2조', '제2조'],
    ['제2조제2항', '제2조'],
    ['제3조', null],
    [null, null],
  ])('%s', (named, expected) => {
    expect(targetOf(articles, { article: named, quote: null })?.key ?? null).toBe(expected);
  });

  it('marks the words in the provision that was named', () => {
    const found = layOutArticle(articles[1] ?? article(''), {
      article: '제2조제2항',
      quote: '같은 말',
    });
    expect(found.mark).toEqual({ from: 9, to: 13 });
    expect(found.unit).toEqual({ from: 7, to: 13 });
    expect(layOutArticle(articles[1] ?? article(''), null)).toMatchObject({
      mark: null,
      unit: null,
    });
  });

  it.each([
    [400, null, 0, 400],
    [2000, null, 0, 500],
    [2000, 1000, 875, 1375],
    [2000, 1999, 1500, 2000],
  ])('%i articles windowAround %s', (count, at, from, to) => {
    expect(windowAround(count, at)).toEqual({ from, to });
  });
});

describe('the notes of an article', () => {
  const note = (
    kind: NoteKind,
    text: string,
    days: string[],
    provision: string | null = null,
  ): ArticleNote => ({ kind, text, days, provision, start: 0, end: 1 });
  const notes = [
    note('amended', '개정 2018.3.27', ['2018-03-27'], '제2조제1항'),
    note('added', '신설 2021.7.27', ['2021-07-27'], '제2조제2항제1호의2'),
    note('amended', '개정 2020.1.1', ['2020-01-01'], '제2조제9항'),
    note('in-force', '시행일: 2029.1.1', ['2029-01-01']),
  ];

  it('stand at their provisions, or below all', () => {
    const text = '① 첫째\n② 둘째\n1. 하나\n1의2. 하나 반\n이어지는 글';
    const found = layOutArticle(article('제2조', [], { text, notes }), null);
    expect(found.lines.map((line) => line.note)).toEqual([
      '<개정 2018.3.27>',
      '',
      '',
      '<신설 2021.7.27>',
      '',
    ]);
    expect(found.notes).toEqual(['개정 2020.1.1', '시행일: 2029.1.1']);
    expect(found.lines[3]?.text).toBe('1의2. 하나 반');
  });

  it('tell the last change', () => {
    expect(lastChange({ notes })).toEqual({ kind: 'added', day: '2021-07-27' });
    expect(lastChange({ notes: notes.slice(3) })).toBeNull();
    expect(lawDay('2021-07-27')).toBe('2021. 7. 27.');
  });
});

describe('the tree of a law', () => {
  const names = { supplementary: '부칙', annex: '별표' };
  const law = [
    article('제1조', ['제1장', '제1절']),
    article('제2조', ['제1장', '제1절'], { title: '정의' }),
    article('제3조', ['제1장', '제2절']),
    article('제4조', ['제2장']),
    article('부칙(가) 제1조', ['부칙 <가>'], { part: 'supplementary' }),
    article('부칙(가) 제2조', ['부칙 <가>'], { part: 'supplementary' }),
    article('부칙(나)', ['부칙 <나>'], { part: 'supplementary' }),
    article('별표 1', [], { part: 'annex' }),
  ];
  const nodes = buildTree(law, names);
  const shape = (rows: readonly TreeRow[]) =>
    rows.map(({ node, level }) => `${'-'.repeat(level)}${node.label}`);
  const everything = new Set([
    'supplementary',
    'annex',
    ...nodes.flatMap((node) => [node.id, ...node.children.map(({ id }) => id)]),
  ]);

  it('holds the main text, 부칙 and 별표 apart', () => {
    expect(shape(treeRows(nodes, everything))).toEqual([
      '-제1장',
      '--제1절',
      '---제1조',
      '---제2조 (정의)',
      '--제2절',
      '---제3조',
      '-제2장',
      '--제4조',
      '-부칙',
      '--부칙 <가>',
      '---제1조',
      '---제2조',
      '--부칙(나)',
      '-별표',
      '--별표 1',
    ]);
    expect(shape(treeRows(nodes, new Set()))).toEqual(['-제1장', '-제2장', '-부칙', '-별표']);
  });

  it('says where each row stands', () => {
    const row = treeRows(nodes, everything).find(({ node }) => node.article?.key === '제2조');
    expect(row).toMatchObject({ level: 3, position: 2, size: 2, open: null });
  });

  it('finds by number and by title, whatever is closed', () => {
    expect(shape(treeRows(nodes, new Set(), '제 4 조'))).toEqual(['-제2장', '--제4조']);
    expect(shape(treeRows(nodes, new Set(), '정의'))).toEqual([
      '-제1장',
      '--제1절',
      '---제2조 (정의)',
    ]);
    expect(treeRows(nodes, new Set(), '없는 조')).toEqual([]);
  });

  it('opens the way to the article asked for, and a short law whole', () => {
    expect(above(nodes, '부칙(가) 제2조').length).toBe(2);
    expect(above(nodes, '없는 조')).toEqual([]);
    expect(openAtFirst(nodes, null).has('supplementary')).toBe(false);
    expect(openAtFirst(nodes, '별표 1').has('annex')).toBe(true);
    const long = buildTree(
      Array.from({ length: 100 }, (_, index) => article(`제${index}조`, [`제${index}장`])),
      names,
    );
    expect(openAtFirst(long, '제7조').size).toBe(1);
  });

  it('moves by the keys of the tree pattern', () => {
    const rows = treeRows(nodes, new Set(nodes.slice(0, 1).map(({ id }) => id)));
    const id = (index: number) => rows[index]?.node.id ?? '';
    expect(treeKey(rows, id(0), 'ArrowDown')).toEqual({ focus: id(1) });
    expect(treeKey(rows, id(0), 'ArrowUp')).toBeNull();
    expect(treeKey(rows, id(0), 'ArrowRight')).toEqual({ focus: id(1) });
    expect(treeKey(rows, id(0), 'ArrowLeft')).toEqual({ close: id(0) });
    expect(treeKey(rows, id(1), 'ArrowRight')).toEqual({ open: id(1) });
    expect(treeKey(rows, id(1), 'ArrowLeft')).toEqual({ focus: id(0) });
    expect(treeKey(rows, id(1), 'End')).toEqual({ focus: id(rows.length - 1) });
    expect(treeKey(rows, id(2), 'Home')).toEqual({ focus: id(0) });
    expect(treeKey(rows, id(0), 'x')).toBeNull();
    expect(treeKey(rows, 'nowhere', 'Home')).toBeNull();
  });
});
