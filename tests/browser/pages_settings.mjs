// @ts-check
// The settings against the mock desk: what leaves the machine, the keys, updates of laws and drug data, models.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { hasCount, hasText } from './checks.mjs';
import { goTo, signAsAdministrator } from './desk.mjs';
import { checkPages, mockFor } from './fixtures.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name @param {string} value */
async function storeKey(page, name, value) {
  const form = page.getByTestId(`key-${name}`);
  await form.getByTestId('key-value').fill(value);
  await form.getByTestId('key-save').click();
  await form.getByTestId('key-state').getByText('저장됨').waitFor();
  assert.equal(await form.getByTestId('key-value').inputValue(), '', 'the page forgets the key');
}

/** @param {Page} page */
async function prepareDrugs(page) {
  const enabled = page.getByTestId('outbound-enabled');
  if (!(await enabled.isChecked())) await enabled.check();
  await page.getByTestId('outbound-add').fill('apis.data.go.kr');
  await page.getByTestId('outbound-allow').click();
  await page.getByTestId('outbound-host').filter({ hasText: 'apis.data.go.kr' }).waitFor();
  await storeKey(page, 'data.go.kr', 'gehe%2Fim7');
  const first = page.getByTestId('follow-label');
  await first.focus();
  await page.keyboard.press('Space');
  await page.getByTestId('announcer').getByText('e약은요').waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByTestId('announcer').getByText('허가').waitFor({ state: 'attached' });
  await page.getByTestId('follow-dur-ingredient-elderly').check();
  const drugs = page.getByTestId('drug-updates');
  await hasCount(drugs.getByTestId('obstacle'), 0);
}

/** @param {Page} page */
async function prepareUpdates(page) {
  await page.getByTestId('outbound-enabled').check();
  await page.getByTestId('outbound-add').fill('www.law.go.kr');
  await page.getByTestId('outbound-allow').click();
  await page.getByTestId('outbound-host').waitFor();
  await storeKey(page, 'law.go.kr', 'gehe-im7');
  for (const title of ['의료법', '없는 법']) {
    await page.getByTestId('law-title').fill(title);
    await page.getByTestId('law-follow').click();
    await page.getByTestId('followed-law').filter({ hasText: title }).waitFor();
  }
}

test('nothing can be changed without an administrator', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/settings`);
  await page.getByTestId('settings-outbound').click();
  await page.getByTestId('need-administrator').waitFor();
  assert.ok(await page.getByTestId('outbound-enabled').isDisabled());
  assert.ok(await page.getByTestId('key-save').first().isDisabled());
  assert.ok(await page.getByTestId('law-follow').isDisabled());
  await hasText(page.getByTestId('outbound-state'), /꺼짐/);
  for (const section of ['law-updates', 'drug-updates']) {
    await hasCount(page.getByTestId(section).getByTestId('obstacle'), 4);
  }
  assert.ok(await page.getByTestId('follow-label').isDisabled());
  await close();
});

test('an administrator opens the way, step by step, and updates', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/outbound`);
  await signAsAdministrator(page);
  await page.getByTestId('need-administrator').waitFor({ state: 'detached' });
  await page.getByTestId('outbound-add').fill('이것은 아님');
  await page.getByTestId('outbound-allow').click();
  await page.getByTestId('error').getByText('호스트가 아닙니다').waitFor();
  await prepareUpdates(page);
  assert.ok(!(await page.content()).includes('gehe-im7'));
  await hasCount(page.getByTestId('law-updates').getByTestId('obstacle'), 0);

  await page.getByTestId('update-check').click();
  await page.getByTestId('update-report').getByText('확인 결과').waitFor();
  await page.getByTestId('update-run').click();
  await page.getByTestId('update-report').getByText('갱신 결과').waitFor();
  const states = page.getByTestId('update-row');
  await hasText(states.nth(0), /새 판 있음\s*의료법/);
  await hasText(states.nth(1), /실패\s*없는 법/);
  await page.getByTestId('announcer').getByText('실패 1건').waitFor({ state: 'attached' });

  await page.getByTestId('update-run').click();
  await page.getByTestId('update-cancel').click();
  await page.getByTestId('update-report').getByText('멈췄습니다').waitFor();

  await page.getByTestId('law-title').fill('약사');
  await page.getByTestId('law-find').click();
  await page.getByTestId('found-law').first().getByRole('button').click();
  await page.getByTestId('followed-law').filter({ hasText: '약사법' }).waitFor();
  await page.getByRole('button', { name: '없는 법 갱신 그만두기' }).click();
  await page
    .getByTestId('followed-law')
    .filter({ hasText: '없는 법' })
    .waitFor({ state: 'detached' });
  await page.getByTestId('key-remove').click();
  await page.getByTestId('key-law.go.kr').getByText('없음').waitFor();
  await close();
});

test('drug data is chosen by the keyboard, counted, fetched, stopped and fetched again', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/settings/outbound`);
  await signAsAdministrator(page);
  const drugs = page.getByTestId('drug-updates');
  await drugs.getByText('3쪽 가운데 1쪽까지 받음').waitFor();
  assert.ok(await page.getByTestId('drug-update-run').isDisabled());
  await prepareDrugs(page);
  assert.ok(!(await page.content()).includes('gehe%2Fim7'));

  await page.getByTestId('drug-update-check').click();
  await page.getByTestId('drug-update-report').getByText('확인 결과').waitFor();
  await page.getByTestId('drug-update-run').click();
  await drugs.getByText('e약은요 1 / 3쪽').waitFor();
  await page.getByTestId('drug-update-report').getByText('갱신 결과').waitFor();
  const rows = page.getByTestId('drug-update-row');
  await hasText(rows.nth(0), /새 자료 있음\s*e약은요\s*230행 · 새 쪽 2 · 그대로 1/);
  await hasText(rows.nth(2), /실패\s*DUR 성분 노인주의/);
  await rows.nth(2).getByText('활용신청').waitFor();
  await page.getByTestId('announcer').getByText('실패 1건').waitFor({ state: 'attached' });
  await page.getByTestId('drug-update-everything').check();

  await page.getByTestId('drug-update-run').click();
  await page.getByTestId('drug-update-cancel').click();
  await page.getByTestId('drug-update-report').getByText('멈췄습니다').waitFor();
  await page.getByTestId('follow-label').uncheck();
  await page.getByTestId('announcer').getByText('그만 받습니다').waitFor({ state: 'attached' });
  await close();
});

test('models are added, checked, fetched and removed, by the keyboard', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/models`);
  const of = (/** @type {string} */ name) => page.getByTestId('model').filter({ hasText: name });
  await of('BGE-m3-ko').getByText('직접 받아').waitFor();
  await of('작은 모델').getByText('외부 연결이 꺼져').waitFor();
  await page.getByTestId('model-folder').fill('models/x');
  await page.keyboard.press('Enter');
  await page.getByTestId('error').getByText('model.toml').waitFor();
  await page.getByTestId('model-folder').fill('/models/x');
  await page.keyboard.press('Enter');
  await page.getByTestId('model-added').getByText('SHA-256').waitFor();
  await of('BGE-m3-ko').getByTestId('model-verify').press('Enter');
  await of('BGE-m3-ko').getByTestId('model-check').getByText('온전합니다').waitFor();
  await of('옛 순위 모델').getByTestId('model-verify').press('Enter');
  await of('옛 순위 모델').getByTestId('model-check').getByText('has changed').waitFor();
  await of('옛 순위 모델').getByTestId('model-remove').press('Enter');
  await page.getByTestId('remove-model').waitFor();
  await page.keyboard.press('Escape');
  await of('옛 순위 모델').getByTestId('model-remove').press('Enter');
  await page.getByTestId('remove-confirm').press('Enter');
  await of('옛 순위 모델').waitFor({ state: 'detached' });

  await signAsAdministrator(page);
  await goTo(page, '#/settings/outbound');
  await page.getByTestId('outbound-enabled').check();
  await page.getByTestId('outbound-state').getByText('켜짐').waitFor();
  await page.getByTestId('status-line').getByText('외부 연결 허용').waitFor();
  await goTo(page, '#/settings/models');
  await of('작은 모델').getByTestId('model-download').click();
  await of('작은 모델').getByText('model.onnx').waitFor();
  await of('작은 모델').getByText('설치됨').waitFor();
  await page.getByTestId('search-encoder').selectOption({ label: '작은 모델' });
  await page.getByTestId('search-models-save').click();
  await page.getByTestId('search-models').getByText('벡터를 만드는 중').waitFor();
  await of('작은 모델').getByText('검색에 쓰임').waitFor();
  await page.getByTestId('embedding').waitFor({ state: 'detached' });
  await page.getByTestId('onnx-provider').selectOption('CPU');
  await page.getByTestId('onnx-save').click();
  await page.getByTestId('announcer').getByText('저장했습니다').waitFor({ state: 'attached' });
  await close();
});

test('an administrator changes how searches are made, and takes it back', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings/models`);
  const review = page.getByTestId('profile-review');
  await review.waitFor();
  const lexical = page.getByTestId('review-lexical');
  const formula = page.getByTestId('review-fusion');
  const save = page.getByTestId('review-save');
  assert.ok(await save.isDisabled());
  await signAsAdministrator(page);
  assert.equal(await lexical.inputValue(), '20');
  assert.equal(await page.getByTestId('counsel-results').inputValue(), '0, 3, 8, 15');
  const restore = page.getByTestId('review-restore');
  assert.ok(await restore.isDisabled());

  // The desk's words for a wrong value stand in the form, which keeps what was typed.
  await lexical.fill('5000');
  await page.keyboard.press('Enter');
  await review.getByTestId('error').getByText('범위를 벗어났습니다').waitFor();
  assert.equal(await lexical.inputValue(), '5000');
  await lexical.fill('30');
  await formula.selectOption('weighted_scores');
  await hasCount(page.getByTestId('review-k'), 0, 'weighted scores have no k');
  await formula.selectOption('reciprocal_rank');
  await page.getByTestId('review-k').fill('40');
  await save.click();
  await page.getByTestId('announcer').getByText('‘심의’ 프로필을').waitFor({ state: 'attached' });
  await hasText(review, /✎\s*바꿈/);
  await hasCount(review.getByTestId('error'), 0);

  await restore.press('Enter');
  await hasCount(review.getByText('바꿈'), 0);
  assert.deepEqual(
    [await lexical.inputValue(), await page.getByTestId('review-k').inputValue()],
    ['20', '60'],
  );
  await page.getByTestId('routing').uncheck();
  await page.getByTestId('routing-save').click();
  await page.getByTestId('announcer').getByText('질문 유형별').waitFor({ state: 'attached' });
  await close();
});

/** Both pages in each of their states. @param {Page} page @param {(where: string) => Promise<void>} check */
async function everyPage(page, check) {
  await goTo(page, '#/settings/outbound');
  await page.getByTestId('obstacle').first().waitFor();
  await check('outbound, locked');
  await signAsAdministrator(page);
  await prepareUpdates(page);
  await page.getByTestId('law-title').fill('약사');
  await page.getByTestId('law-find').click();
  await page.getByTestId('found-law').first().waitFor();
  await page.getByTestId('update-run').click();
  await page.getByTestId('update-cancel').waitFor();
  await check('updating');
  await page.getByTestId('update-report').waitFor();
  await check('updated');
  await prepareDrugs(page);
  await page.getByTestId('drug-update-run').click();
  await page.getByTestId('drug-update-cancel').waitFor();
  await check('updating drug data');
  await page.getByTestId('drug-update-report').waitFor();
  await check('drug data updated');
  await goTo(page, '#/settings/models');
  await page.getByTestId('model').first().waitFor();
  await page.getByTestId('provider').first().waitFor();
  await page.getByTestId('profile-counsel').waitFor();
  await check('models');
  await page.getByTestId('model-remove').first().click();
  await page.getByTestId('remove-model').waitFor();
  await check('removing a model');
  await page.keyboard.press('Escape');
  await page.getByTestId('remove-model').waitFor({ state: 'detached' });
}

checkPages('settings', async (t) => (await mockFor(t)).url, everyPage);
