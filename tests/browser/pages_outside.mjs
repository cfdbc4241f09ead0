// @ts-check
// Prompts, the file of keys and the log of outside calls against the mock desk.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasText } from './checks.mjs';
import { signAsAdministrator } from './desk.mjs';
import { mockFor } from './fixtures.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** A picture of a section, where somebody wants to look at it. @param {Page} page @param {string} testid */
async function look(page, testid) {
  const folder = process.env['SIMUI_PICTURES'];
  if (!folder) return;
  // As high as the section: the rest of a page that scrolls is not drawn.
  await page.setViewportSize({ width: 1200, height: 4000 });
  await page.getByTestId(testid).screenshot({ path: `${folder}/${testid}.png` });
}

test('a prompt is read, tried, changed and given back its words', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/models`);
  const row = page.getByTestId('prompt-classification');
  await row.locator('summary').click();
  await hasText(row, /<b>그대로<\/b>/, 'as words, never as markup');
  await row.getByTestId('prompt-edit').click();
  assert.ok(await row.getByTestId('prompt-save').isDisabled(), 'only administrators save');
  await signAsAdministrator(page);

  const words = row.getByTestId('prompt-words');
  const shipped = await words.inputValue();
  await words.fill(shipped.replace('| of("광고 원문")', '| safe'));
  await row.getByTestId('prompt-try').click();
  await row.getByTestId('prompt-trial').getByText('filter safe is unknown').waitFor();
  await row.getByTestId('prompt-save').click();
  await row.getByTestId('error').last().waitFor();
  await words.fill(shipped.replace('주장을 보십시오.', '주장을 하나씩 보십시오.'));
  await row.getByTestId('prompt-ask').click();
  const answer = row.getByTestId('prompt-answer');
  await answer.waitFor();
  assert.equal(await answer.textContent(), '<img src=x> V3입니다');
  const trial = row.getByTestId('prompt-trial');
  await hasText(trial, /지움:.*넣음:.*하나씩/s);
  await hasText(trial, /약 321 토큰/);
  await checkAccessibility(page, 'a prompt being changed');
  await checkOverflow(page, 'a prompt being changed');
  await look(page, 'prompts');
  await row.getByTestId('prompt-save').click();
  await row.getByText('고친 말').first().waitFor();
  await row.getByTestId('prompt-edit').click();
  await row.getByTestId('prompt-reset').click();
  await row.getByText('프로그램의 말').first().waitFor();
  await close();
});

test('anybody reads the log of outside calls, and finds in it', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/settings/outbound`);
  const section = page.getByTestId('outbound-log');
  const entries = section.getByTestId('log-entry');
  await entries.nth(2).waitFor();
  const first = (await entries.first().textContent()) ?? '';
  assert.match(
    first,
    /호스트로 보냄.*models\.office\.kr.*분류.*3\.1 KB.*cdcdcdcdcdcd.*이름 1, 전화 2.*됨/s,
  );
  await checkAccessibility(page, 'the log of outside calls');
  await checkOverflow(page, 'the log of outside calls');
  await look(page, 'outbound-log');
  await section.getByTestId('log-kind').selectOption('question');
  await section.getByTestId('log-find').click();
  await entries.nth(1).waitFor({ state: 'detached' });
  await hasText(entries.first(), /모델에게 물음.*office small/s);
  await section.getByTestId('log-kind').selectOption('');
  await section.getByTestId('log-failed').check();
  await section.getByTestId('log-find').click();
  await section.getByText('HTTP 503').waitFor();
  await section.getByTestId('log-words').fill('없는 곳');
  await section.getByTestId('log-words').press('Enter');
  await section.getByTestId('log-none').getByText('찾는 기록이 없습니다').waitFor();
  await close();
});

test('keys are kept in a file once an administrator wants it', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/outbound`);
  const section = page.getByTestId('key-file');
  await section.getByText('컴퓨터의 키링을 쓸 수 없습니다').waitFor();
  assert.ok(await section.getByTestId('key-file-passphrase').isDisabled(), 'only administrators');
  await signAsAdministrator(page);
  const passphrase = section.getByTestId('key-file-passphrase');
  await passphrase.fill('eine lange Losung');
  await section.getByTestId('key-file-again').fill('eine andere Losung');
  await section.getByTestId('key-file-submit').click();
  await section.getByText('두 번 적은 암호문구가 다릅니다').waitFor();
  await section.getByTestId('key-file-again').fill('eine lange Losung');
  await section.getByTestId('key-file-submit').click();
  await section.getByTestId('key-file-state').getByText('열림').waitFor();
  await section.getByTestId('key-file-close').click();
  await section.getByTestId('key-file-state').getByText('잠김').waitFor();
  await passphrase.fill('etwas anderes');
  await section.getByTestId('key-file-submit').click();
  await section.getByText('the passphrase is wrong').waitFor();
  assert.equal(await passphrase.inputValue(), '', 'the page forgets what was typed');
  await checkAccessibility(page, 'the file of keys');
  await look(page, 'key-file');
  await passphrase.fill('eine lange Losung');
  await section.getByTestId('key-file-submit').click();
  await section.getByTestId('key-file-state').getByText('열림').waitFor();
  const remove = section.getByTestId('key-file-remove');
  await remove.click();
  await section.getByText('정말 지우기').waitFor();
  await remove.click();
  await section.getByTestId('key-file-state').getByText('없음').waitFor();
  await close();
});

test('a lexicon is imported from paths, and removed once that is confirmed', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/outbound`);
  const section = page.getByTestId('lexicon');
  await hasText(section, /개념 2,000개.*가져온 용어집이 없습니다/s);
  assert.ok(await page.getByTestId('lexicon-mrconso').isDisabled(), 'only administrators import');
  await signAsAdministrator(page);

  await page.getByTestId('lexicon-mrconso').fill('/표/MRCONSO.RRF');
  assert.ok(await page.getByTestId('lexicon-import').isDisabled(), 'both files are needed');
  await page.getByTestId('lexicon-mrsty').fill('/표/MRSTY.RRF');
  await page.keyboard.press('Enter');
  await page.getByTestId('lexicon-done').getByText('UMLS 용어집을 가져왔습니다').waitFor();
  await hasText(page.getByTestId('lexicon-umls'), /개념 2개 · 한국어 이름 1개.*3줄에서/s);
  await hasText(section, /지금의 UMLS 용어집을 바꿉니다/);

  await page.getByTestId('lexicon-source').selectOption('medcat');
  await page.getByTestId('lexicon-cdb').fill('/없는/cdb.csv');
  await page.getByTestId('lexicon-import').click();
  await section.getByTestId('error').getByText('열 수 없습니다').waitFor();
  await checkAccessibility(page, 'the lexicon');
  await checkOverflow(page, 'the lexicon');
  await look(page, 'lexicon');

  // Enter at once only leaves the question.
  await page.getByTestId('lexicon-remove-umls').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('lexicon-removal').waitFor();
  await page.keyboard.press('Enter');
  await page.getByTestId('lexicon-removal').waitFor({ state: 'detached' });
  await page.getByTestId('lexicon-umls').waitFor();
  await page.getByTestId('lexicon-remove-umls').click();
  await page.getByTestId('lexicon-remove-sure').click();
  await page.getByTestId('lexicon-umls').waitFor({ state: 'detached' });
  await close();
});
