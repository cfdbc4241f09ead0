// @ts-check
// Several people on one desk, against the mock: passwords, claims, second signatures, checks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow } from './checks.mjs';
import { rows, signAs } from './desk.mjs';
import { startMock } from './mock/server.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = '올바른 말 전지';

/** @param {import('node:test').TestContext} t @param {string[]} [reviewers] */
async function mockFor(t, reviewers = ['김심의', '박심의']) {
  const desk = await startMock({ reviewers });
  t.after(() => desk.close());
  return desk;
}

/** @param {Page} page @param {string} text */
async function open(page, text) {
  await rows(page).filter({ hasText: text }).click();
  await page.getByTestId('case').waitFor();
}

test('an account with a password signs only when signed in', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings`);
  await signAs(page, '김심의');
  const row = page.getByTestId('account').filter({ hasText: '김심의' });
  await row.getByTestId('set-password').click();
  const dialog = page.getByTestId('password-dialog');
  await dialog.getByTestId('password-next').fill(PASSWORD);
  await dialog.getByTestId('password-again').fill('다른 비밀번호임');
  await dialog.getByTestId('password-save').click();
  await dialog.getByText('두 번 적은 새 비밀번호가 다릅니다').waitFor();
  await dialog.getByTestId('password-next').fill(PASSWORD);
  await dialog.getByTestId('password-again').fill(PASSWORD);
  await dialog.getByTestId('password-save').click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('비밀번호 있음').waitFor();

  // Not signed in, nothing is signed: the desk asks for the password.
  await page.getByTestId('ask-sign-in').waitFor();
  await page.goto(`${desk.url}#/review`);
  await open(page, 'AD-0412');
  await page.getByTestId('claim').click();
  const signIn = page.getByTestId('sign-in-dialog');
  await signIn.getByTestId('sign-in-password').fill('틀린 비밀번호');
  await page.keyboard.press('Enter');
  await signIn.getByText('비밀번호가 아닙니다').waitFor();
  assert.equal(await signIn.getByTestId('sign-in-password').inputValue(), '');
  await checkAccessibility(page, 'sign-in');
  await signIn.getByTestId('sign-in-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await signIn.waitFor({ state: 'detached' });
  await page.getByTestId('sign-out').waitFor();
  assert.ok(!(await page.content()).includes(PASSWORD), 'the page forgets the password');
  await page.getByTestId('claim').click();
  await page.getByTestId('claim-state').getByText('김심의이(가)').waitFor();
  await page.getByTestId('sign-out').click();
  await page.getByTestId('ask-sign-in').waitFor();
  await close();
});

test('a case is claimed, made urgent and late, and says so in words', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await signAs(page, '박심의');
  await open(page, 'AD-0412');
  await page.getByTestId('claim').click();
  await page.getByTestId('claim-state').getByText('박심의이(가)').waitFor();
  await page.getByTestId('priority').selectOption('urgent');
  const row = rows(page).filter({ hasText: 'AD-0412' });
  await row.getByText('긴급 · 박심의 맡음').waitFor();
  await page.getByTestId('due').fill('2020-01-01T09:00');
  await page.getByTestId('due').blur();
  await row.getByText('기한 지남').waitFor();
  await checkAccessibility(page, 'handling');
  await checkOverflow(page, 'handling');
  await page.getByTestId('release').click();
  await page.getByTestId('claim-state').getByText('아무도 맡지 않았습니다').waitFor();
  await close();
});

test('a check is made and its disagreement is listed', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/settings/work`);
  await signAs(page, '김심의');
  const check = page.getByTestId('check');
  await check.getByRole('button', { name: '이의' }).click();
  await page.getByTestId('checks').getByText('이의에는 의견이 필요합니다').waitFor();
  await check.getByRole('textbox').fill('주소가 다르다');
  await check.getByRole('button', { name: '이의' }).click();
  await page.getByTestId('checks').getByText('점검할 사건이 없습니다').waitFor();
  await page.reload();
  await page.getByTestId('disagreement').getByText('주소가 다르다').waitFor();
  assert.ok(await page.getByTestId('work-save').isDisabled(), 'settings are an administrator’s');
  await checkAccessibility(page, 'work');
  await checkOverflow(page, 'work');
  await close();
});
