// @ts-check
// The queue and what may be done with a case, against the mock desk: no case is out of sight, nothing is offered that
// the desk would refuse, and nothing typed is lost.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow } from './checks.mjs';
import { rows, signAs } from './desk.mjs';
import { startMock } from './mock/server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {import('node:test').TestContext} t @param {string[]} [reviewers] */
async function openQueue(t, reviewers = ['김심의', '박심의']) {
  const desk = await startMock({ reviewers });
  t.after(() => desk.close());
  const opened = await openBrowser(t);
  await opened.page.goto(desk.url);
  await rows(opened.page).first().waitFor();
  return { ...opened, url: desk.url };
}

/** @param {Page} page @param {string} number */
async function open(page, number) {
  await rows(page).filter({ hasText: number }).click();
  await page.getByTestId('case').waitFor();
}

test('every case is in a list, whatever its status', async (t) => {
  const { page, close } = await openQueue(t);
  for (const [tab, status] of [
    ['open', 'awaiting_review'],
    ['ongoing', 'awaiting_revision'],
    ['done', 'completed'],
  ]) {
    await page.getByTestId(`queue-tab-${tab}`).click();
    await page.locator(`[data-testid="queue-row"][data-status="${status}"]`).first().waitFor();
    await checkOverflow(page, `queue: ${tab}`);
  }
  await page.getByTestId('queue-tab-ongoing').click();
  await open(page, 'AD-0391');
  await page.getByText('수정요청 통지문').waitFor();
  await checkAccessibility(page, 'ongoing');
  await close();
});

test('an earlier case with nearly the same wording stands beside the grounds, and opens', async (t) => {
  const { page, close } = await openQueue(t);
  await open(page, 'AD-0412');
  const similar = page.getByRole('region', { name: '문구가 비슷한 다른 사건' });
  await similar.getByText('문구 83% 같음').waitFor();
  await similar.getByText('고치기 전 문구(1판)와 비슷합니다').waitFor();
  await checkAccessibility(page, 'similar wording');
  await checkOverflow(page, 'similar wording');
  const link = similar.getByRole('link');
  const number = await link.textContent();
  await link.focus();
  await page.keyboard.press('Enter');
  await page
    .getByTestId('case')
    .getByText(number ?? 'no number')
    .first()
    .waitFor();
  await similar.getByText('문구가 50% 이상 같은 다른 사건이 없습니다.').waitFor();
  await close();
});

test('a case that a colleague holds is not offered for a decision', async (t) => {
  const { page, close } = await openQueue(t);
  await signAs(page, '박심의');
  await open(page, 'AD-0412');
  await page.getByTestId('claim').click();
  await page.getByTestId('claim-state').getByText('박심의이(가)').waitFor();
  assert.ok(await page.getByTestId('action-approve').isEnabled(), 'one’s own claim is in no way');
  await signAs(page, '김심의');
  const actions = page.getByTestId('actions');
  await actions.getByText(/박심의 님이 .*까지 맡은 사건입니다/).waitFor();
  for (const action of ['approve', 'modify', 'reject', 'request_revision'])
    assert.ok(await page.getByTestId(`action-${action}`).isDisabled(), action);
  await page.getByTestId('case').focus();
  await page.keyboard.press('a');
  await actions.getByRole('alert').getByText('✕').waitFor();
  assert.equal(await page.getByTestId('confirm').count(), 0, 'the shortcut opens nothing');
  await checkAccessibility(page, 'held by a colleague');
  await close();
});

test('a draft whose grounds changed is drafted anew in one step', async (t) => {
  const { page, close } = await openQueue(t);
  await signAs(page, '김심의');
  await open(page, 'AD-0405');
  const notice = page.getByTestId('redraft');
  await notice.getByText(/저장된 원문 의료법 제56조제2항제8호/).waitFor();
  await checkAccessibility(page, 'changed grounds');
  await checkOverflow(page, 'changed grounds');
  await notice.getByTestId('redraft-run').focus();
  await page.keyboard.press('Enter');
  await notice.waitFor({ state: 'detached' });
  await page.getByTestId('announcer').getByText('새 초안을 확인').waitFor({ state: 'attached' });
  assert.ok(await page.getByTestId('action-approve').isEnabled());
  await close();
});

test('what is missing and what a person has to check is said, with the way there', async (t) => {
  const { page, close } = await openQueue(t);
  await open(page, 'AD-0409');
  const missing = page.getByTestId('missing-grounds');
  await missing.getByText('저장되어 있지 않습니다').waitFor();
  assert.equal(
    await missing.getByRole('link', { name: '자료 가져오기' }).getAttribute('href'),
    '#/corpora/import',
  );
  await page.getByTestId('assertions').getByText('평가 목록에서 확인되지 않습니다').waitFor();
  await page.getByTestId('suspicions').getByText('규칙이 찾은 위반이 아닙니다').waitFor();
  await checkAccessibility(page, 'missing grounds');
  await checkOverflow(page, 'missing grounds');
  await close();
});

test('a failed case says why and is run again', async (t) => {
  const { page, close } = await openQueue(t);
  await page.getByTestId('queue-tab-ongoing').click();
  await open(page, 'AD-0370');
  const failure = page.getByTestId('failure');
  await failure.getByText('심의가 실패했습니다').waitFor();
  const reason = failure.getByText('it took longer than 60s');
  assert.ok(await reason.isHidden(), 'the text for engineers is not in the way');
  await failure.getByText('자세히').click();
  await reason.waitFor();
  await checkAccessibility(page, 'a failed case');
  await failure.getByTestId('retry-case').focus();
  await page.keyboard.press('Enter');
  await failure.waitFor({ state: 'detached' });
  await close();
});

test('only a decision that changed the draft is said to have changed it', async (t) => {
  const { page, close } = await openQueue(t);
  await page.getByTestId('queue-tab-done').click();
  await open(page, 'AD-0377');
  assert.equal(await page.getByText('심의관이 수정함').count(), 0);
  await close();
});

test('what is typed into a new review stays while other pages are looked at', async (t) => {
  const { page, close, url } = await openQueue(t);
  await page.goto(`${url}#/new`);
  await page.getByTestId('intake-text').fill('아직 다 쓰지 않은 광고');
  await page.getByTestId('intake-advertiser').fill('가나의원');
  await page.getByTestId('intake-medium').selectOption({ index: 1 });
  await page.goto(`${url}#/review`);
  await rows(page).first().waitFor();
  await page.goto(`${url}#/new`);
  assert.equal(await page.getByTestId('intake-text').inputValue(), '아직 다 쓰지 않은 광고');
  assert.equal(await page.getByTestId('intake-advertiser').inputValue(), '가나의원');
  await page.getByTestId('intake-submit').click();
  await page.getByTestId('case').waitFor();
  await page.goto(`${url}#/new`);
  assert.equal(await page.getByTestId('intake-text').inputValue(), '', 'what was sent is gone');
  await close();
});

test('the first account of a desk is an administrator unless somebody says otherwise', async (t) => {
  const { page, close } = await openQueue(t, []);
  await page.getByTestId('add-reviewer').click();
  const dialog = page.getByTestId('reviewer-dialog');
  await dialog.getByText('관리자가 한 사람은 있어야 합니다').waitFor();
  assert.equal(await dialog.getByTestId('reviewer-role').inputValue(), 'administrator');
  await checkAccessibility(page, 'first account');
  await dialog.getByTestId('reviewer-name').fill('박관리');
  await dialog.getByTestId('reviewer-save').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByTestId('reviewer').locator('option', { hasText: '박관리 관리자' }).waitFor({
    state: 'attached',
  });
  await page.getByTestId('add-reviewer').click();
  assert.equal(await dialog.getByTestId('reviewer-role').inputValue(), 'reviewer');
  await close();
});
