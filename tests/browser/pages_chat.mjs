// @ts-check
// Chat models against the mock desk: set up by an administrator, and their opinion of a case.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasCount, hasText } from './checks.mjs';
import { signAsAdministrator } from './desk.mjs';
import { mockFor } from './fixtures.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name @param {string} preset */
async function addEndpoint(page, name, preset) {
  await page.getByTestId('chat-name').fill(name);
  await page.getByTestId('chat-preset').selectOption(preset);
  await page.getByTestId('chat-add').click();
}

test('an administrator adds a server, tests it and gives it a role', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/models`);
  await page.getByTestId('chat-none').waitFor();
  assert.ok(await page.getByTestId('chat-add').isDisabled(), 'only administrators');
  await signAsAdministrator(page);

  const section = page.getByTestId('chat');
  await addEndpoint(page, 'Mein Server', 'ollama');
  await section.getByTestId('error').getByText('small letters').waitFor();
  await addEndpoint(page, 'local', 'ollama');
  const row = page.getByTestId('chat-endpoint');
  await row.getByText('http://127.0.0.1:11434/v1').waitFor();
  await row.getByText('이 컴퓨터').waitFor();
  await row.getByTestId('chat-test-model').fill('small');
  await row.getByTestId('chat-test').click();
  const tested = page.getByTestId('chat-tested');
  await tested.getByText('7 pieces').waitFor();
  await hasText(tested, /12 ms.*✓ 7 pieces.*✕ no JSON.*8,192 토큰/s);

  await addEndpoint(page, 'away', 'open_ai');
  await page.getByTestId('chat-obstacle').getByText('calls that leave').waitFor();
  await page.getByTestId('chat-role-classification').selectOption('local');
  await page.getByTestId('chat-roles-save').click();
  await section.getByText('모델 이름이 필요합니다').waitFor();
  await page.getByTestId('chat-model-classification').fill('small');
  await page.getByTestId('chat-roles-save').click();
  await section.getByText('3회 · 4,210 토큰').waitFor();
  await checkAccessibility(page, 'chat models');
  await checkOverflow(page, 'chat models');

  await page.getByRole('button', { name: 'away 빼기' }).click();
  await page.getByTestId('chat-obstacle').waitFor({ state: 'detached' });
  await page.goto(`${desk.url}#/new`);
  await page.getByTestId('intake-chat').check();
  await close();
});

test('the opinion of a model is shown as its words, never as markup', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  const answer = await page.request.post(`${desk.url}api/queue`, { data: { state: 'sampled' } });
  const { cases } = await answer.json();
  const caseId = cases.find((/** @type {any} */ one) => one.case_id).case_id;
  await page.goto(`${desk.url}#/review/${caseId}`);
  const opinion = page.getByTestId('opinion');
  await opinion.waitFor();
  const words = (await opinion.textContent()) ?? '';
  assert.match(words, /‘<b>대한민국 대상<\/b>’/);
  assert.match(words, /균형 증빙 자료를 묻지 않았습니다/);
  assert.match(words, /고침 문구 제안: 답이 없어 규칙만/);
  await hasCount(opinion.locator('b >> text=대한민국'), 0, 'no markup of the model');
  await hasCount(opinion.locator('img'), 0);
  await page.getByRole('tab', { name: '이력' }).click();
  const calls = page.getByTestId('model-calls');
  await calls.getByText('가린 개인정보 3건').waitFor();
  await calls.locator('summary').click();
  await hasText(calls, /⟦이름1⟧님의 <b>추천<\/b>/);
  await checkAccessibility(page, 'a case with an opinion');
  await checkOverflow(page, 'a case with an opinion');
  await close();
});
