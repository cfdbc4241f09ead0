// @ts-check
// What the search of the corpora says of its result: unknown words, a suggestion, versions, and why a hit is there.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { hasAttribute, hasCount, hasText } from './checks.mjs';
import { checkPages, mockFor } from './fixtures.mjs';
import { AMENDED, MISSPELT, NOISE } from './mock/search.mjs';
import { goTo } from './desk.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Searches, and waits for the answer. @param {Page} page @param {string} text */
async function search(page, text) {
  await page.getByTestId('corpora-search').click();
  await page.getByTestId('search-text').fill(text);
  await page.keyboard.press('Enter');
  await page.getByTestId('search-headline').waitFor();
}

test('noise finds nothing, and what would help is said', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await search(page, NOISE);
  await hasText(
    page.getByTestId('search-headline'),
    /‘zzzzqqq’에는 자료에 나오는 낱말이 하나도 없어.*맞춤법/,
  );
  await hasCount(page.getByTestId('search-hit'), 0);
  await hasCount(page.getByTestId('search-suggestion'), 0);
  await close();
});

test('a suggestion is searched only when it is chosen, by the keyboard too', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await search(page, MISSPELT.written);
  const suggestion = page.getByTestId('search-suggestion');
  await hasText(suggestion, /체험담\s*을 찾으셨나요\?/);
  await hasCount(page.getByTestId('search-hit'), 0);
  await page.getByTestId('accept-suggestion').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('search-hit').first().waitFor();
  await hasCount(suggestion, 0);
  const field = page.getByTestId('search-text');
  assert.equal(await field.inputValue(), MISSPELT.known);
  assert.ok(await field.evaluate((element) => element === document.activeElement));
  await close();
});

test('earlier versions are below the one in force, and say since when they have ended', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await search(page, '체험담');
  const hit = page.getByTestId('search-hits').locator(':scope > li').first();
  await hasText(hit.getByTestId('search-hit').first(), new RegExp(AMENDED));
  await hasCount(hit.getByTestId('hit-force'), 0);
  const versions = hit.getByTestId('hit-versions');
  await hasText(versions, /이전 판 2개/);
  await hasAttribute(versions, 'aria-expanded', 'false');
  await versions.focus();
  await page.keyboard.press('Enter');
  await hasAttribute(versions, 'aria-expanded', 'true');
  const below = hit.getByTestId('versions').locator('li');
  await hasCount(below, 2);
  await hasText(below.first().getByTestId('hit-force'), /■[\s\S]*2026\. 4\. 7\.부터 효력 없음/);
  assert.deepEqual(await below.first().locator('mark').allTextContents(), ['체험담']);
  await page.keyboard.press('Enter');
  await hasCount(below, 0);
  const copies = hit.getByTestId('hit-copies');
  await hasText(copies, /같은 글이 있는 곳 1곳/);
  await copies.focus();
  await page.keyboard.press('Enter');
  await hasText(hit.getByTestId('copies').getByTestId('search-hit'), /가상 광고 고시/);
  await close();
});

test('a hit says why it was found: its words, or its meaning', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  // A word of the law's title is marked there; one of an article's heading alone stands in no text.
  await search(page, '가상');
  const first = page.getByTestId('search-hit').first();
  assert.deepEqual(await first.locator('mark').allTextContents(), ['가상']);
  await hasCount(page.getByTestId('hit-by-meaning'), 0);
  await search(page, '정의');
  await hasText(page.getByTestId('hit-by-meaning').first(), /≈ 뜻이 가까움/);
  await close();
});

/** @param {Page} page @param {(where: string) => Promise<void>} check */
async function everyAnswer(page, check) {
  await goTo(page, '#/corpora');
  await search(page, NOISE);
  await check('noise');
  await search(page, `광고 ${MISSPELT.written}`);
  await page.getByTestId('accept-suggestion').waitFor();
  await page.getByTestId('hit-versions').first().click();
  await page.getByTestId('hit-copies').first().click();
  await check('a suggestion and versions');
  await search(page, '정의');
  await page.getByTestId('hit-by-meaning').first().waitFor();
  await check('found by meaning');
}

checkPages('search', async (t) => (await mockFor(t)).url, everyAnswer);
