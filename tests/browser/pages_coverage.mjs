// @ts-check
// The coverage comparison against the mock desk: import, ask, choose, read the page a value stands on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasText } from './checks.mjs';
import { startMock } from './mock/server.mjs';

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
  assert.equal((await downloading).suggestedFilename(), 'coverage.csv');
  for (const form of ['html', 'pdf']) {
    const handing = page.waitForEvent('download');
    await page.getByTestId(`coverage-${form}`).click();
    assert.equal((await handing).suggestedFilename(), `보장비교.${form}`);
  }
  await close();
});
