import { expect, it } from 'vitest';
import { shownLink } from './links';

it.each([
  ['https://drug.example/a?b=약', 'drug.example'],
  ['https://drug.example:8080/', 'drug.example:8080'],
  ['http://drug.example/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['drug.example', null],
  ['', null],
])('%j leads to %j', (url, host) =>
  expect(shownLink({ title: '가', url, domain: 'drug.example' }).host).toBe(host),
);
