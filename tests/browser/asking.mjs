// @ts-check
// What a person does on the page of pharmacists' questions, in terms of the page.
import assert from 'node:assert/strict';
import { openBrowser } from './browser.mjs';
import { startMock } from './mock/server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {import('node:test').TestContext} t @param {Parameters<typeof openBrowser>[1]} [options] */
export async function openAsk(t, options) {
  const desk = await startMock();
  t.after(() => desk.close());
  const opened = await openBrowser(t, options);
  await opened.page.goto(`${desk.url}#/ask`);
  await opened.page.getByTestId('ask-question').waitFor();
  return opened;
}

/** Writes and sends; waits for what comes. @param {Page} page @param {string} question @param {string} standing */
export async function put(page, question, standing) {
  await page.getByTestId('ask-question').fill(question);
  await page.keyboard.press('Enter');
  await answer(page, standing)
    .filter({ hasText: question.slice(0, 40) })
    .waitFor();
  const closing = page.getByTestId('ask-closing');
  assert.ok(await closing.isVisible());
  assert.match(await textOf(closing), /전문가의 진료나 상담을 대신하지 않습니다/);
}

/** @param {Page} page @param {string} standing */
export function answer(page, standing) {
  return page.locator(`[data-testid="ask-answer"][data-standing="${standing}"]`);
}

/** @param {import('playwright-core').Locator} part */
export async function textOf(part) {
  return (await part.textContent()) ?? '';
}

/** What has the focus. @param {Page} page */
export async function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '');
}

/** Moves on with Tab until it is there. @param {Page} page @param {string} testid */
export async function tabTo(page, testid) {
  for (let step = 0; step < 60; step += 1) {
    if ((await focused(page)) === testid) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reached ${testid}`);
}
