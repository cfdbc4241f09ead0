import { expect, it } from 'vitest';
import { adOf, emptyForm } from './intake';

it('leaves out what was not filled in', () => {
  expect(adOf({ ...emptyForm(), text: '광고' })).toEqual({
    text: '광고',
    access_restricted: false,
    evidence: [],
  });
});

it('keeps the wording exactly, and trims the rest', () => {
  const ad = adOf({
    text: '  앞뒤 공백도 광고다 \n',
    number: ' A-1 ',
    medium: 'other',
    otherMedium: ' 비행선 ',
    advertiser: ' 가나의원 ',
    publishedOn: '2026-11-18',
    restricted: true,
    evidence: [
      { title: ' 통계 ', kind: 'paper', supports: '' },
      { title: ' ', kind: 'paper', supports: ' ' },
    ],
    approval: { number: ' 12 ', approvedOn: '', text: ' 승인 문구 ' },
  });
  expect(ad).toEqual({
    text: '  앞뒤 공백도 광고다 \n',
    id: 'A-1',
    medium: '비행선',
    advertiser: '가나의원',
    published_on: '2026-11-18',
    access_restricted: true,
    evidence: [{ title: '통계', kind: 'paper', supports: '' }],
    approval: { number: '12', text: ' 승인 문구 ' },
  });
});
