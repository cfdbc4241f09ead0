// @ts-check
// What a person does at the window, in terms of the page.
import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../ui/src/lib/backend/types/CaseView.ts').CaseView} CaseView */

/**
 * Asks the desk itself, with the cookie of the page: what the screen shows is compared with this.
 * @template {keyof Operations} O
 * @param {Page} page @param {O} operation @param {Operations[O][0]} request
 * @returns {Promise<Operations[O][1]>}
 */
export async function ask(page, operation, request) {
  return page.evaluate(async ([name, body]) => {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return response.json();
  }, /** @type {const} */ ([operation, request]));
}

/** @param {Page} page */
export function rows(page) {
  return page.getByTestId('queue-row');
}

/** The case on the screen. @param {Page} page */
export async function openedCase(page) {
  const id = await page.getByTestId('case').getAttribute('data-case-id');
  assert.ok(id, 'a case is open');
  return id;
}

/** Opens a case by its address, as a link from elsewhere would. @param {Page} page @param {string} id */
export async function openCase(page, id) {
  await page.evaluate((caseId) => {
    location.hash = `#/review/${caseId}`;
  }, id);
  await page.locator(`[data-testid="case"][data-case-id="${id}"]`).waitFor();
}

/** @param {Page} page @param {string} hash */
export async function goTo(page, hash) {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  await page.locator('main').waitFor({ state: 'attached' });
}

/** Somebody signs: chosen where there is one, registered where there is none. @param {Page} page @returns {Promise<string>} */
export async function chooseReviewer(page) {
  await page.getByTestId('add-reviewer').waitFor();
  const { reviewers } = await ask(page, 'desk_status', {});
  const [first] = reviewers;
  if (first) {
    await page.getByTestId('reviewer').selectOption(first.id);
    return first.name;
  }
  const name = '브라우저 시험';
  await page.getByTestId('add-reviewer').click();
  await page.getByTestId('reviewer-name').fill(name);
  await page.getByTestId('reviewer-save').click();
  await page.getByTestId('reviewer').waitFor();
  return name;
}

/** Waits until the screen says that a decision on this case is stored. @param {Page} page @param {string} id @param {import('../../ui/src/lib/backend/types/Action.ts').Action} action */
export async function stored(page, id, action) {
  await page
    .locator(`[data-testid="stored"][data-case-id="${id}"][data-action="${action}"]`)
    .waitFor();
}

/** A waiting case that may be signed as it is: every citation confirmed. @param {Page} page @returns {Promise<CaseView>} */
export async function signableCase(page) {
  const { cases } = await ask(page, 'queue', {
    state: 'open',
    reviewer: null,
    text: null,
    limit: 50,
  });
  for (const { case_id } of cases) {
    const view = await ask(page, 'case', { case_id });
    const citations = view.result?.citations ?? [];
    if (citations.every(({ status }) => status === 'VERIFIED' || status === 'REPAIRED'))
      return view;
  }
  throw new Error('no waiting case has only confirmed citations: use a fresh demo data directory');
}

/** Chooses who signs. @param {Page} page @param {string} name */
export async function signAs(page, name) {
  const chooser = page.getByTestId('reviewer');
  await chooser.waitFor();
  const label = await chooser.locator('option', { hasText: name }).textContent();
  await chooser.selectOption({ label: label ?? '' });
}

/** Registers an administrator, who then signs. @param {Page} page */
export async function signAsAdministrator(page) {
  await page.getByTestId('add-reviewer').click();
  const dialog = page.getByTestId('reviewer-dialog');
  await dialog.getByTestId('reviewer-name').fill('관리');
  await dialog.getByRole('combobox').selectOption('administrator');
  await dialog.getByTestId('reviewer-save').click();
  await dialog.waitFor({ state: 'detached' });
}

/** An administrator is registered and gives a role to a chat model; the page is opened anew. @param {Page} page @param {string} role */
export async function playRole(page, role) {
  await signAsAdministrator(page);
  await page.evaluate(async (name) => {
    const played = {
      role: name,
      endpoint: 'local',
      model: 'm',
      temperature: 0,
      most_tokens: 100,
      timeout_s: 9,
      tokens_per_day: null,
      fallback: null,
    };
    const settings = { endpoints: [], roles: [played], tokens_per_day: null, at_once: 2 };
    const body = JSON.stringify({ settings, revision: 0, reviewer: '관리' });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/set_chat_settings', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, role);
  await page.reload();
}
