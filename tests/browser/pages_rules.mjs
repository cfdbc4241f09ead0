// @ts-check
// The rule packs against the mock desk: list, read, edit, try, compare, import, take back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasText } from './checks.mjs';
import { ask, signAsAdministrator } from './desk.mjs';
import { startMock } from './mock/server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The text of the pack with one part replaced. @param {Page} page @param {string} from @param {string} to */
async function rewrite(page, from, to) {
  const field = page.getByTestId('pack-text');
  const text = await field.inputValue();
  assert.ok(text.includes(from), from);
  await field.fill(text.replace(from, to));
}

/** @param {Page} page @param {string} words */
async function state(page, words) {
  await page.getByTestId('pack-state').getByText(words).waitFor();
}

test('a pack is edited, tried, compared and imported, and taken back', async (t) => {
  const desk = await startMock({ reviewers: ['한심의'] });
  t.after(() => desk.close());
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora/rules`);
  await page.getByTestId('pack-row').first().waitFor();
  await checkAccessibility(page, 'rules');
  await checkOverflow(page, 'rules');
  await page.getByTestId('pack-link').first().click();
  await state(page, '쓸 수 있는 묶음');
  assert.ok(await page.getByTestId('pack-text').evaluate((field) => field.matches(':read-only')));
  await checkAccessibility(page, 'a pack');

  // A copy gets the next number; what is wrong is said at its line, and the keyboard leads there.
  await page.getByTestId('pack-edit').click();
  assert.match(await page.getByTestId('pack-text').inputValue(), /version = "2026\.4"/);
  await rewrite(page, 'kind = "V6"', 'kind = "V66"');
  await state(page, '고쳐야 할 곳 1군데');
  const problem = page.getByTestId('pack-text-problem').first();
  await hasText(problem, /9번째 줄.*V1 to V14/s);
  assert.ok(await page.getByTestId('pack-save').isDisabled());
  await problem.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const chosen = await page
    .getByTestId('pack-text')
    .evaluate((field) =>
      field instanceof HTMLTextAreaElement && document.activeElement === field
        ? field.value.slice(field.selectionStart, field.selectionEnd)
        : '',
    );
  assert.equal(chosen, 'kind = "V66"');
  await checkAccessibility(page, 'a pack with a problem');
  await rewrite(page, 'kind = "V66"', 'kind = "V6"');
  await state(page, '쓸 수 있는 묶음');

  // An example that does not hold says so, live.
  await rewrite(page, '호롱불 같은 치료', '등대 같은 치료');
  const failing = page.locator('[data-testid="pack-example"][data-holds="false"]');
  await failing.getByText('어느 패턴에도 맞지 않았습니다').waitFor();
  await rewrite(page, '등대 같은 치료', '호롱불 같은 우리 치료');
  await page.getByTestId('pack-held').getByText('보기 2개 중 2개').waitFor();

  // A wording of one's own: what fired and what was let through.
  await page.getByTestId('pack-ad').fill('우리 원장은 호롱불입니다');
  await page.getByTestId('pack-trial-state').getByText('규칙 1개가 걸렸습니다').waitFor();
  assert.equal(
    await page.getByTestId('pack-trial').locator('mark').first().textContent(),
    '호롱불',
  );
  await page.getByTestId('pack-ad').fill('호롱불을 쓰지 않습니다');
  await page.getByTestId('pack-trial-state').getByText('걸린 규칙이 없습니다').waitFor();
  await page.getByTestId('pack-trial').getByText('부정하는 문장임').waitFor();

  const diff = page.getByTestId('pack-diff');
  assert.equal(await diff.locator('ins').first().textContent(), 'version = "2026.4"');
  await checkAccessibility(page, 'editing a pack');
  await checkOverflow(page, 'editing a pack');

  // Only an administrator imports.
  assert.ok(await page.getByTestId('pack-save').isDisabled());
  await signAsAdministrator(page);
  await page.getByTestId('pack-save').click();
  const imported = page.getByTestId('pack-version').filter({ hasText: '2026.4' });
  await imported.getByText('오늘 적용').waitFor();
  assert.match(page.url(), /2026\.4$/);
  await imported.getByTestId('pack-change').click();
  await imported.getByText('비활성', { exact: false }).first().waitFor();
  const packs = await ask(page, 'rule_packs', {});
  assert.equal(packs.find(({ id }) => id === 'superlative')?.in_force, '2026.3');
  await checkAccessibility(page, 'versions of a pack');
  await close();
});

test('the rules fit a narrow window', async (t) => {
  const desk = await startMock();
  t.after(() => desk.close());
  const { page, close } = await openBrowser(t);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${desk.url}#/corpora/pack/award`);
  await state(page, '쓸 수 있는 묶음');
  await checkOverflow(page, 'a pack in a narrow window');
  await close();
});
