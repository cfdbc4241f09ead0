// @ts-check
// The check of a prescription against the mock desk: write, check by keyboard, gravest first, print.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasCount, hasText } from './checks.mjs';
import { startMock } from './mock/server.mjs';

test('a prescription is checked by keyboard, and its gravest findings come first', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/prescription`);
  const lines = page.getByTestId('prescription-lines');
  await lines.waitFor();
  await checkAccessibility(page, 'prescription');
  assert.equal(await page.getByTestId('prescription-check').isDisabled(), true);

  await lines.fill('가상정 1일 3회\n모의정 1일 3회\n처음보는정 1일 1회');
  await page.keyboard.press('Control+Enter');
  const result = page.getByTestId('prescription-result');
  await result.waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'prescription-result');
  await hasText(page.getByTestId('announcer'), /발견 1건/);
  await hasText(page.getByTestId('prescription-unknown'), /처음보는정/);
  await hasText(page.getByTestId('prescription-not-checked'), /나이를 몰라/);

  await page.getByTestId('prescription-about').fill('72세 여자 60kg 크레아티닌 1.4');
  await page.keyboard.press('Enter');
  await hasText(page.getByTestId('prescription-person'), /72세/);
  const groups = page.getByTestId('prescription-group');
  await hasCount(groups, 2);
  const grades = await groups.evaluateAll((all) => all.map((it) => it.getAttribute('data-grade')));
  assert.deepEqual(grades, ['contraindicated', 'caution']);
  await hasText(groups.first(), /가상성분 \+ 모의성분.*병용금기 행/s);
  await hasText(page.getByTestId('calculation-formula'), /= 34\.4/);
  await checkAccessibility(page, 'prescription checked');
  await checkOverflow(page, 'prescription checked');

  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByTestId('prescription-sheet');
  assert.equal(await sheet.isVisible(), true);
  assert.equal(await result.isVisible(), false);
  await hasText(sheet, /금기.*주의.*34\.4/s);
  await close();
});

test('a calculator shows its formula, or why there is no number', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, expectFailure, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/prescription`);
  await page.getByTestId('prescription-tab-calculators').click();
  await page.getByTestId('calculator').waitFor();
  await checkAccessibility(page, 'calculators');
  for (const [field, value] of [
    ['age', '72'],
    ['weight', '60'],
    ['creatinine', '1.4'],
  ]) {
    await page.getByTestId(`calculator-${field}`).fill(value ?? '');
  }
  await page.keyboard.press('Enter');
  await hasText(page.getByTestId('calculation-formula'), /= 34\.4/);
  await checkOverflow(page, 'calculated');
  expectFailure(/422/);
  await page.getByTestId('calculator-age').fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('18세 이상에게만 씁니다.').waitFor();
  await close();
});

test('an answer shows its calculation once, and its document opens', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/ask`);
  await page.getByTestId('ask-question').fill('14kg 아이 가상정 용량');
  await page.keyboard.press('Enter');
  const calculation = page.getByTestId('calculation');
  await hasText(calculation, /14 kg × 10 mg\/kg = 140 mg.*체중 1kg에 10mg을 먹입니다/s);
  assert.doesNotMatch((await page.getByTestId('ask-text').textContent()) ?? '', /\[계산\]/);
  await checkAccessibility(page, 'an answer with a calculation');
  await calculation.getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  await close();
});
