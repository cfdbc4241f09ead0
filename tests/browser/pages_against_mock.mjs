// @ts-check
// The pages against the mock desk: the whole path, and what a healthy desk never shows.
// Usage: npm run build in ui/, then node pages_against_mock.mjs
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount, hasText } from './checks.mjs';
import { ask, goTo, openCase, rows } from './desk.mjs';
import { mockFor } from './fixtures.mjs';
import { startMock } from './mock/server.mjs';
import { fromQueueToDecision } from './queue_to_decision.mjs';

const mock = await startMock({ reviewers: [] });
after(() => mock.close());
fromQueueToDecision(mock.url);

test('thousands of cases scroll, sort and filter', async (t) => {
  const many = await mockFor(t, { cases: 5000 });
  const { page, close } = await openBrowser(t);
  await page.goto(many.url);
  await rows(page).first().waitFor();
  assert.ok((await rows(page).count()) < 60, 'only the rows in sight are drawn');
  const started = Date.now();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j');
  await page.getByTestId('case').waitFor();
  await page.waitForFunction(
    () => document.querySelector('[data-testid="queue-row"][aria-current]') !== null,
  );
  assert.ok(Date.now() - started < 15_000, 'forty steps stay quick');
  const box = await page.locator('[data-testid="queue-row"][aria-current]').boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 901, 'the open row is in sight');
  await page.getByTestId('queue-filter').fill('AD-0412');
  await page.waitForFunction(
    () => document.querySelectorAll('[data-testid="queue-row"]').length === 1,
  );
  await page.getByTestId('queue-filter').fill('없는 문구');
  await page.getByTestId('empty').first().waitFor();
  await close();
});

test('citations that are not confirmed never look confirmed', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await rows(page).filter({ hasText: 'AD-0405' }).click();
  await page.getByTestId('case').waitFor();
  const bad = page.locator('[data-testid="citation"][data-status="MISATTRIBUTED"]');
  await hasText(bad, /✕ 다른 조문의 말/);
  assert.doesNotMatch((await bad.textContent()) ?? '', /원문 일치/);
  const digest = page.getByTestId('citation').filter({ hasText: '심의기준' });
  await hasText(digest, /요지 일치 · 원문 미반입/);
  await close();
});

test('hidden characters are drawn', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await rows(page).filter({ hasText: 'AD-0409' }).click();
  await hasText(page.getByTestId('ad-text'), /ZWSP/);
  await close();
});

test('markup in an advertisement stays text', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await rows(page).first().waitFor();
  const text =
    '<img src=x onerror="window.hit=1"><b>최고</b> {@html "x"} <script>window.hit=1</script>';
  const { summary } = await ask(page, 'submit', {
    ad: { text, access_restricted: false, evidence: [] },
    engine: 'rules',
  });
  await openCase(page, summary.case_id);
  await hasCount(page.locator('[data-testid="ad-text"] img, [data-testid="ad-text"] b'), 0);
  assert.equal(await page.evaluate(() => 'hit' in window), false);
  await close();
});

test('shortcuts change, switch off, and are kept', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/settings`);
  await page.getByTestId('rebind-next').click();
  await page.keyboard.press('a');
  await hasText(page.getByRole('alert'), /승인/);
  await page.keyboard.press('x');
  await page.reload();
  await goTo(page, '#/review');
  await rows(page).first().waitFor();
  await page.keyboard.press('j');
  await hasCount(page.getByTestId('case'), 0);
  await page.keyboard.press('x');
  await page.getByTestId('case').waitFor();
  await goTo(page, '#/settings');
  await page.getByTestId('shortcuts-enabled').uncheck();
  await goTo(page, '#/review');
  await rows(page).first().waitFor();
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.keyboard.press('x');
  await page.waitForTimeout(200);
  await hasCount(page.getByTestId('case'), 0);
  await close();
});

test('the language changes at once and is kept', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/settings`);
  await page.getByTestId('language-en').check();
  assert.equal(await page.locator('h1').textContent(), 'Settings');
  await page.reload();
  assert.equal(await page.locator('h1').textContent(), 'Settings');
  await hasAttribute(page.locator('html'), 'lang', 'en');
  for (const hash of [
    '#/review',
    '#/new',
    '#/ask',
    '#/prescription',
    '#/patients',
    '#/corpora',
    '#/corpora/import',
    '#/corpora/quarantine',
    '#/settings',
  ]) {
    await goTo(page, hash);
    await checkOverflow(page, `English ${hash}`);
  }
  await close();
});

test('an import shows progress, stops when asked, and reports', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/corpora/import`);
  await page.getByTestId('import-path').fill('/없음');
  await page.getByTestId('import-submit').click();
  await hasText(page.getByTestId('error'), /그런 폴더가 없습니다/);
  await page.getByTestId('import-path').fill('/corpora/kr');
  await page.getByTestId('import-submit').click();
  await page.getByTestId('import-cancel').click();
  await page.getByTestId('import-report').waitFor();
  await hasText(page.getByTestId('import-report'), /멈췄습니다/);
  await page.getByTestId('import-files').setInputFiles([
    { name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# 가') },
    { name: 'b.md', mimeType: 'text/markdown', buffer: Buffer.from('# 나') },
  ]);
  await page.getByTestId('import-report').getByText('문서 2건, 조문').waitFor();
  await close();
});

test('a desk that goes away is said to be away, and comes back', async (t) => {
  const desk = await mockFor(t);
  const { port } = new URL(desk.url);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/ERR_|Failed to load resource|EventSource/);
  await page.goto(desk.url);
  await rows(page).first().waitFor();
  await desk.close();
  await page.getByTestId('status-line').getByText('연결 끊김').waitFor();
  await page.getByTestId('queue-tab-done').click();
  await page.getByTestId('error').first().waitFor();
  const again = await mockFor(t, { port: Number(port) });
  await page.getByTestId('status-line').getByText('오프라인').waitFor({ timeout: 20_000 });
  await rows(page).first().waitFor();
  await close();
});

test('text at twice its size stays inside', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t, { width: 1280, height: 800 });
  await page.goto(desk.url);
  await rows(page).filter({ hasText: 'AD-0412' }).click();
  await page.getByTestId('case').waitFor();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.waitForTimeout(200);
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  assert.ok(scroll <= client, `${scroll} > ${client}`);
  await page.getByTestId('action-approve').scrollIntoViewIfNeeded();
  assert.ok(await page.getByTestId('action-approve').isVisible());
  await close();
});

test('decisions for and against a finding say in words how they ended', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await rows(page).filter({ hasText: 'AD-0412' }).click();
  await page.getByTestId('case').waitFor();
  await page.getByTestId('side-evidence').click();
  const found = page.getByTestId('decision');
  await found.first().waitFor();
  const texts = await found.allTextContents();
  // The decision for the advertiser stands first; what it did, and how it ended, is said and not only coloured.
  assert.match(texts[0] ?? '', /광고주 쪽.*한 단계 낮춤.*2018도101.*적법 · 파기환송 · 2019-03-14/s);
  assert.match(texts[0] ?? '', /통증이 거의 없는 시술/);
  assert.ok(texts.some((text) => /위반 쪽.*위법 · 유죄/s.test(text)));
  assert.ok(texts.some((text) => /세지 않음.*견해가 변경되었습니다/s.test(text)));
  await checkAccessibility(page, 'decisions');
  await checkOverflow(page, 'decisions');
  await close();
});
