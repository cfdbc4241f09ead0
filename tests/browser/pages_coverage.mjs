// @ts-check
// The coverage comparison against the mock desk: import, ask, choose, read the page a value stands on.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount, hasText } from './checks.mjs';
import { startMock } from './mock/server.mjs';

/** A page of a desk where something is imported. @param {import('node:test').TestContext} t */
async function imported(t) {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/coverage`);
  await page.getByTestId('coverage-folder').fill('/material');
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-question').waitFor();
  return { page, close };
}

/** @param {import('playwright-core').Page} page @param {string} question */
async function ask(page, question) {
  await page.getByTestId('coverage-question').fill(question);
  await page.keyboard.press('Enter');
}

/** @param {import('playwright-core').Page} page @param {string} id */
const hasFocus = (page, id) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.getAttribute('data-testid') === wanted,
    id,
  );

test('a question becomes a table, and a value leads to its page', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, expectFailure, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/coverage`);

  // Nothing is there to be asked; a folder that cannot be read is said so.
  expectFailure(/422/);
  await page.getByTestId('coverage-folder').fill('nowhere');
  await page.getByTestId('coverage-import').click();
  await page.getByText('no such folder').waitFor();
  await page.getByTestId('coverage-folder').fill('/material');
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-question').waitFor();
  await checkAccessibility(page, 'coverage');

  // What is not clear is chosen.
  await page.getByTestId('coverage-question').fill('암 얼마야');
  await page.keyboard.press('Enter');
  await page.getByTestId('coverage-choice').click();
  await hasFocus(page, 'coverage-answer');
  const table = page.getByTestId('coverage-table');
  await table.waitFor();
  await hasText(table, /3,000만원.*2,000만원/s);
  assert.equal(
    await page.locator('[data-slot="payout_amount"]').getAttribute('data-differs'),
    'true',
  );
  await checkAccessibility(page, 'coverage compared');
  await checkOverflow(page, 'coverage compared');

  // The page opens at the quote, and closes by the keyboard.
  await page.getByTestId('coverage-evidence').first().focus();
  await page.keyboard.press('Enter');
  const quote = page.getByTestId('coverage-quote');
  await quote.waitFor();
  assert.equal(await quote.textContent(), '3,000만원');
  await checkAccessibility(page, 'page of evidence');
  await page.keyboard.press('Escape');
  await quote.waitFor({ state: 'detached' });

  // The conversation remembers the coverage until a new one begins.
  await page.getByTestId('coverage-question').fill('그럼 누리생명은?');
  await page.keyboard.press('Enter');
  await page.getByText('담보 확정').waitFor();
  await page.getByTestId('coverage-fresh').click();
  await table.waitFor({ state: 'detached' });

  const downloading = page.waitForEvent('download');
  await page.getByTestId('coverage-question').fill('암진단비 비교');
  await page.keyboard.press('Enter');
  await page.getByTestId('coverage-csv').click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), 'coverage.csv');
  const written = await readFile(await download.path(), 'utf8');
  assert.match(written, /^\uFEFF"질문","담보",.*"문서","쪽","문구"\r\n/);
  assert.match(written, /"암진단비 비교",.*"나누어 파는 담보","고액암 진단특약","1,000만원"/);
  assert.match(written, /"다른 문서의 값","일반암 진단특약","2,500만원"/);
  for (const form of ['html', 'pdf']) {
    const handing = page.waitForEvent('download');
    await page.getByTestId(`coverage-${form}`).click();
    assert.equal((await handing).suggestedFilename(), `보장비교.${form}`);
  }
  await close();
});

test('a value says its parts, its remark and what other documents say', async (t) => {
  const { page, close } = await imported(t);
  await ask(page, '암진단비 비교');
  await hasCount(page.getByTestId('coverage-parts').locator('li'), 2);
  await hasText(page.getByTestId('coverage-parts'), /고액암 진단특약.*1,000만원.*가입설계서 1쪽/s);
  await hasText(page.getByTestId('coverage-conflicts'), /2,500만원/);
  const cell = page.locator('[data-slot="payout_amount"] td').nth(1);
  // Its parts say it: it is not said again in one line.
  assert.doesNotMatch((await cell.textContent()) ?? '', / \/ /);
  await hasText(page.locator('[data-slot="waiting_period"]'), /미확인.*없다는 뜻은 아닙니다/s);

  await page.getByTestId('coverage-parts').getByTestId('coverage-evidence').nth(1).click();
  await hasText(page.getByTestId('coverage-quote'), /^1,000만원$/);
  await page.keyboard.press('Escape');
  await close();
});

test('pages that were found open at their words', async (t) => {
  const { page, close } = await imported(t);
  await ask(page, '암진단비 비교');
  const terms = page.getByTestId('coverage-policy');
  await hasText(terms.locator('summary'), /약관에서 찾은 쪽 2건/);
  await hasText(page.getByTestId('coverage-pages').locator('summary'), /담보가 적힌 쪽 1건/);
  assert.equal(await terms.getByTestId('coverage-hit').first().isVisible(), false);
  await terms.locator('summary').focus();
  await page.keyboard.press('Enter');
  await hasText(terms, /찾은 말: 유사암, 일반암.*누리생명.*약관 31쪽.*일반암은 악성신생물/s);
  await checkAccessibility(page, 'pages found');
  await checkOverflow(page, 'pages found');
  await terms.getByTestId('coverage-hit').nth(1).click();
  await hasText(page.getByTestId('coverage-quote'), /^일반암은 악성신생물을 말합니다\.$/);
  await page.keyboard.press('Escape');
  await close();
});

test('another coverage of the question is one press away, and back', async (t) => {
  const { page, close } = await imported(t);
  await ask(page, '암진단비와 뇌졸중진단비 비교');
  const chips = page.getByTestId('coverage-named');
  await hasCount(chips, 2);
  await hasAttribute(chips.nth(0), 'aria-pressed', 'true');
  await checkAccessibility(page, 'coverages of the question');
  await chips.nth(1).focus();
  await page.keyboard.press('Enter');
  await hasAttribute(chips.nth(1), 'aria-pressed', 'true');
  await hasText(page.getByTestId('coverage-summary'), /뇌졸중진단비/);
  await hasFocus(page, 'coverage-named');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await hasAttribute(chips.nth(0), 'aria-pressed', 'true');
  // A question of its own has its own.
  await ask(page, '암진단비 비교');
  await hasCount(chips, 0);
  await close();
});

test('what the conversation is about is shown until it is forgotten, and the field says what it did not understand', async (t) => {
  const { page, close } = await imported(t);
  const field = page.getByTestId('coverage-question');
  await ask(page, '암진단비 비교');
  const about = page.getByTestId('coverage-anchor');
  await hasText(about, /가온손해보험, 누리생명.*암진단비\(유사암제외\)/s);
  await ask(page, '감액기간은?');
  await page.getByText('담보 확정').waitFor();
  await page.getByTestId('coverage-forget').click();
  await hasCount(about, 0);
  await hasFocus(page, 'coverage-question');

  await field.fill('감액기간은?');
  await page.getByTestId('coverage-ask').click();
  await hasAttribute(field, 'aria-invalid', 'true');
  await hasFocus(page, 'coverage-question');
  const told = await field.getAttribute('aria-describedby');
  await hasText(page.locator(`[id="${told}"]`), /담보를 찾을 수 없습니다/);
  await checkAccessibility(page, 'not understood');
  await checkOverflow(page, 'not understood');
  await ask(page, '암진단비 비교');
  await hasAttribute(field, 'aria-invalid', 'false');
  await hasCount(page.getByTestId('coverage-problem'), 0);
  await close();
});

test('an import asks before it replaces another', async (t) => {
  const { page, close } = await imported(t);
  const dialog = page.getByTestId('coverage-replace');
  await ask(page, '암진단비 비교');
  const table = page.getByTestId('coverage-table');
  await table.waitFor();
  await page.getByTestId('coverage-folder').fill('/other');
  await page.keyboard.press('Enter');
  await hasText(dialog, /보험사 2곳의 문서 2건\(2쪽\).*\/other/s);
  await checkAccessibility(page, 'replace');
  // Enter again leaves everything as it is.
  await hasFocus(page, 'coverage-replace-cancel');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.ok(await table.isVisible());
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-replace-sure').click();
  await table.waitFor({ state: 'detached' });
  await page.getByText('△ 격리 1건').waitFor();
  await page.getByText('/other/사진.jpg').waitFor();
  await hasFocus(page, 'coverage-import');
  await close();
});
