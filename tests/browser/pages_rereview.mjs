// @ts-check
// Finished cases whose grounds changed, and reviewing one again, against the mock desk.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasText } from './checks.mjs';
import { startMock } from './mock/server.mjs';

test('a case whose grounds changed is found and reviewed again beside its decision', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await page.getByTestId('open-affected').click();
  const list = page.getByTestId('affected');
  await list.getByRole('status').waitFor();
  const one = page.getByTestId('affected-case').first();
  await one.getByText('법령 개정 의료법 제56조제2항제8호: 법률 제1호 → 법률 제2호').waitFor();
  await checkAccessibility(page, 'affected');
  await checkOverflow(page, 'affected');

  await one.getByRole('link').focus();
  await page.keyboard.press('Enter');
  const again = page.getByTestId('again');
  await again.waitFor();
  await again.getByRole('radio', { name: '오늘의 법' }).focus();
  await page.keyboard.press('Space');
  await again.getByTestId('again-run').focus();
  await page.keyboard.press('Enter');
  const outcome = page.getByTestId('again-outcome');
  await outcome.waitFor();
  await hasText(outcome, /판정이 달라집니다.*확정된 결정은 그대로/s);
  await checkAccessibility(page, 'again');
  await checkOverflow(page, 'again');
});
