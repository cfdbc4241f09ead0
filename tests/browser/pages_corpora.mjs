// @ts-check
// The pages of the corpora against the mock desk: reading a law, its versions and changes, links, quarantine, imports.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount, hasText } from './checks.mjs';
import { ask, goTo, rows } from './desk.mjs';
import { checkPages, mockFor } from './fixtures.mjs';
import { LAW_ID, FUTURE_LAW_ID, LONG_LAW_ID } from './mock/law.mjs';
import { WITHOUT_VECTORS } from './mock/search.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} id @param {...string} rest */
const law = (id, ...rest) =>
  `#/corpora/document/${[id, ...rest].map(encodeURIComponent).join('/')}`;

/** Whether an element stands inside the window. @param {import('playwright-core').Locator} element */
async function inSight(element) {
  const box = await element.boundingBox();
  return box !== null && box.y >= 40 && box.y + box.height <= 900;
}

/** Drags a file over the page, and drops it. @param {Page} page @param {'dragover' | 'drop'} type */
async function drag(page, type) {
  await page.evaluate((name) => {
    const carried = new DataTransfer();
    carried.items.add(new File(['# 가'], '가.md', { type: 'text/markdown' }));
    const target = document.querySelector('[data-testid="document-row"]') ?? document.body;
    target.dispatchEvent(
      new DragEvent(name, { dataTransfer: carried, bubbles: true, cancelable: true }),
    );
  }, type);
}

test('a file dropped anywhere on the page is imported', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await page.getByTestId('document-row').first().waitFor();
  await drag(page, 'dragover');
  await page.getByTestId('drop-veil').waitFor();
  await checkAccessibility(page, 'dragging');
  await drag(page, 'dragover');
  await drag(page, 'drop');
  await page.getByTestId('import-report').getByText('문서 1건, 조문').waitFor();
  await hasCount(page.getByTestId('drop-veil'), 0);
  await drag(page, 'dragover');
  await page.getByTestId('drop-veil').waitFor({ state: 'detached' });
  await close();
});

test('an import tells its pace, and search says that it is behind', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora/import`);
  await page.getByTestId('corpora-search').click();
  await page.getByTestId('search-text').fill('광고');
  await page.getByTestId('import-path').fill('/corpora/kr');
  await page.getByTestId('import-submit').click();
  await page.getByTestId('import-left').waitFor();
  await hasText(page.getByTestId('import-rate'), /초당 파일 \d/);
  await page.getByTestId('search-submit').click();
  await page.getByTestId('search-behind').waitFor();
  await page.getByTestId('status-line').getByText('색인 중').waitFor();
  // The desk says that the index is complete; nothing waits for silence.
  await page
    .getByTestId('status-line')
    .getByText('색인 중')
    .waitFor({ state: 'detached', timeout: 2000 });
  await page.getByTestId('import-report').waitFor();
  await hasText(page.getByTestId('import-report'), /격리\s*1건/);
  await page.getByTestId('search-submit').click();
  await page.getByTestId('search-behind').waitFor({ state: 'detached' });
  await close();
});

/** Searches, and waits for the answer. @param {Page} page @param {string} text */
async function search(page, text) {
  await page.getByTestId('corpora-search').click();
  await page.getByTestId('search-text').fill(text);
  await page.keyboard.press('Enter');
  await page.getByTestId('search-hit').first().waitFor();
}

test('a hit shows its words first, all of it when asked, and why it is there', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await search(page, '체험담');
  const hit = page.getByTestId('search-hits').locator('li').first();
  const text = hit.getByTestId('hit-text');
  assert.deepEqual(await text.locator('mark').allTextContents(), ['체험담']);
  const shown = (await text.textContent())?.trim() ?? '';
  assert.ok(shown.startsWith('…') && shown.endsWith('…'), shown);
  await hit.getByTestId('hit-whole').click();
  await hasText(text, /^\s*① 광고주는[\s\S]*거두어야 한다\.\s*$/);
  assert.deepEqual(await text.locator('mark').allTextContents(), ['체험담']);
  const why = hit.getByTestId('hit-why');
  await hasAttribute(why, 'aria-expanded', 'false');
  await why.focus();
  await page.keyboard.press('Enter');
  await hasAttribute(why, 'aria-expanded', 'true');
  const table = hit.getByRole('table', { name: '왜 이 결과인가: 가상 광고법 제5조' });
  const row = (/** @type {string} */ name) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .innerText();
  assert.match(await row('낱말 BM25'), /1\s+12\.5\s+0\.0164/);
  assert.match(await row('의미'), /—[\s\S]*—[\s\S]*—/);
  assert.match(await row('재정렬'), /1\s+0\.910\s+0\.910/);
  await hasText(hit.getByTestId('why-computation'), /합친 점수 = 1\/\(60\+1\)/);
  await hasText(
    hit.getByTestId('why-profile'),
    /‘찾기’ 프로필: 낱말 50건, 의미 50건, 역순위 합 k=60, 가중치 1:1, 재정렬 100건, 최저 점수 없음/,
  );
  await page.keyboard.press('Enter');
  await hasCount(hit.getByRole('table'), 0);
  await hit.getByTestId('search-hit').click();
  await page.locator('article.asked[aria-label^="제5조 "]').waitFor();
  await close();
});

test('the way to search is chosen by the keyboard, and what was used is said', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/corpora`);
  await search(page, '광고');
  const used = (/** @type {string} */ mode) =>
    page.locator(`[data-testid="search-hits"][data-mode="${mode}"]`).waitFor();
  await used('hybrid');
  await hasCount(page.getByTestId('search-notice'), 0);
  const choice = page.getByRole('group', { name: '찾는 방법' });
  assert.ok(await choice.getByRole('radio', { name: '함께' }).isChecked());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  assert.ok(await choice.getByRole('radio', { name: '의미' }).isChecked());
  await used('dense');
  await page.keyboard.press('ArrowLeft');
  await used('bm25');
  await page.getByTestId('mode-hybrid').check();
  await used('hybrid');
  await search(page, `광고 ${WITHOUT_VECTORS}`);
  await used('bm25');
  await hasText(
    page.getByTestId('search-notice'),
    /△ ‘함께’ 대신 ‘낱말’로 찾았습니다\. 가져오기가 끝난/,
  );
  await page.getByTestId('mode-dense').check();
  await page.getByTestId('error').getByText('가져오기가 끝난').waitFor();
  await page.getByTestId('mode-bm25').check();
  await used('bm25');
  await hasCount(page.getByTestId('search-notice'), 0);
  await close();
});

test('a fit says how far it is, stops when asked, and goes', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await page.getByTestId('document-row').first().waitFor();
  const line = page.getByTestId('fitting');
  await hasCount(line, 0);
  const cancelled = ask(page, 'fit', { again: true });
  await line.getByText(/의미 검색을 자료에 맞추는 중 \d+%/).waitFor();
  await page.getByTestId('fitting-cancel').click();
  await line.waitFor({ state: 'detached' });
  assert.equal((await cancelled).outcome, 'cancelled');
  await page.getByTestId('announcer').getByText('멈췄습니다').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  await page.waitForTimeout(100);
  await hasCount(line, 0, 'what was called off stays away');
  const fitted = ask(page, 'fit', { again: true });
  await line.waitFor();
  assert.equal((await fitted).outcome, 'fitted');
  await line.waitFor({ state: 'detached', timeout: 2000 });
  await close();
});

test('notes of the editors stand beside the words', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}${law(LAW_ID)}`);
  const row = page.getByRole('treeitem', { name: /제5조의2/ });
  await hasText(row, /개정 2026\. 4\. 7\./);
  assert.ok(
    !/개정/.test((await page.getByRole('treeitem', { name: /^제1조/ }).textContent()) ?? ''),
  );
  const article = page.getByRole('article', { name: /제5조의2/ });
  const first = article.locator('p.paragraph').first();
  await hasText(first, /받을 수 있다\.\s*<개정 2026\.4\.7>/);
  await hasText(article, /3년으로 한다\.\s*본조신설 2020\.1\.1/);
  await checkAccessibility(page, 'notes');
  await close();
});

test('the tree of a law goes by the keyboard', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}${law(LAW_ID)}`);
  const tree = page.getByRole('tree');
  await tree.waitFor();
  await hasCount(tree.locator('[tabindex="0"]'), 1, 'one row is reached by Tab');
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('article.asked[aria-label^="제2조"]').waitFor();
  assert.match(page.url(), /%EC%A0%9C2%EC%A1%B0$/);
  await tree.locator('[aria-selected="true"]').focus();
  await page.keyboard.press('ArrowLeft');
  await hasAttribute(tree.locator(':focus'), 'aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await hasAttribute(tree.locator(':focus'), 'aria-expanded', 'false');
  await page.keyboard.press('End');
  await hasText(tree.locator(':focus'), /별표/);
  await page.getByTestId('tree-filter').fill('사전');
  await hasCount(tree.getByRole('treeitem'), 2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('article.asked[aria-label^="제5조의2"]').waitFor();
  await page.getByTestId('tree-filter').fill('제6조');
  await hasText(tree, /제6조\s*삭제/);
  await close();
});

test('a citation opens at its exact place', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await rows(page).filter({ hasText: 'AD-0412' }).click();
  const citation = page.getByTestId('citation').first();
  const quote = (await citation.locator('em').first().textContent()) ?? '';
  await citation.getByTestId('open-source').click();
  const mark = page.locator('article.asked mark');
  await mark.waitFor();
  assert.ok(((await mark.textContent()) ?? '').endsWith(quote));
  await page.waitForTimeout(200);
  assert.ok(await inSight(mark), 'the quote is in sight');
  await goTo(page, law(LAW_ID, '제5조의2제2항제1호나목', '그림으로 된 것'));
  await page.locator('article.asked .unit mark').waitFor();
  await goTo(page, law(LAW_ID, '제5조의2', '어디에도 없는 말'));
  await page.getByText('찾는 말이 이 조문에 그대로 있지 않습니다').waitFor();
  await goTo(page, law(LAW_ID, '제999조'));
  await page.getByText('제999조이(가) 없습니다').waitFor();
  await close();
});

test('a long law opens at its place, quickly', async (t) => {
  const desk = await mockFor(t, { documents: 3000 });
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await page.getByTestId('document-row').first().waitFor();
  assert.ok((await page.getByTestId('document-row').count()) < 60, 'only the rows in sight');
  const started = Date.now();
  await goTo(page, law(LONG_LAW_ID, '제600조제2항'));
  const unit = page.locator('article.asked .unit');
  await unit.waitFor();
  assert.ok(Date.now() - started < 5000, `took ${Date.now() - started} ms`);
  await page.waitForTimeout(200);
  assert.ok(await inSight(unit), 'the provision is in sight');
  assert.ok((await page.locator('article').count()) <= 500);
  await page.getByRole('button', { name: /앞의 조문/ }).click();
  await hasCount(page.locator('article'), 620);
  await goTo(page, law(LAW_ID));
  await page.getByRole('heading', { name: '가상 광고법' }).waitFor();
  assert.equal(await page.locator('main').evaluate((main) => main.scrollTop), 0);
  await close();
});

test('versions say which is in force, and are compared', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}${law(FUTURE_LAW_ID)}`);
  await hasText(page.getByTestId('not-in-force'), /아직 시행 전/);
  await page.getByTestId('view-history').click();
  const states = page.getByTestId('version-row');
  await hasText(states.nth(0), /시행 전 — 아직 효력 없음/);
  await hasText(states.nth(1), /시행 중/);
  await states.nth(1).getByTestId('compare-version').click();
  await page.getByTestId('article-change').first().waitFor();
  assert.deepEqual(
    await page
      .getByTestId('article-change')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-kind'))),
    ['changed', 'added', 'removed', 'renumbered'],
  );
  const first = page.getByTestId('article-change').first();
  await hasText(first.locator('del').first(), /^−\[뺀 말:/);
  await hasText(first.locator('ins').first(), /^\+\[더한 말:/);
  await page.getByTestId('layout-inline').click();
  await hasCount(first.locator('.columns'), 0);
  await page.getByTestId('impact').getByRole('link', { name: 'AD-0412' }).click();
  await page.getByTestId('case').waitFor();
  await page.goBack();
  await page.getByTestId('compare-from').selectOption('2026-04-07');
  await page.getByTestId('compare-run').click();
  await page.getByText('시행된 개정이 없습니다').waitFor();
  await close();
});

test('links lead both ways, and broken ones are listed', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}${law(LAW_ID, '제5조의2')}`);
  const article = page.locator('article.asked');
  await article.getByTestId('article-links').click();
  await hasCount(article.getByTestId('link-row'), 2);
  await hasText(article, /○ 자료에 없는 글/);
  await article.getByRole('link', { name: '가상 광고법 제5조', exact: true }).click();
  await page.locator('article.asked[aria-label^="제5조 "]').waitFor();
  await page.getByTestId('view-links').click();
  await page.getByTestId('broken-only').check();
  await page.getByText('132건 중 100건').waitFor();
  await goTo(page, '#/corpora/broken');
  const broken = page.getByTestId('broken-links');
  await broken.getByRole('button', { name: /더 보기/ }).click();
  await broken.getByText('132건 중 132건').waitFor();
  await close();
});

test('what is quarantined is seen to, with a name and a note', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora/quarantine`);
  await page.getByTestId('open-quarantine').getByText('격리 3').waitFor();
  await page.getByTestId('quarantine-filter').fill('법률.md');
  await hasCount(page.getByTestId('quarantine-row'), 2);
  await page.getByTestId('resolve').first().click();
  await page.getByTestId('resolve-save').click();
  await page.getByTestId('error').waitFor();
  await page.getByTestId('resolve-note').fill('원문과 견주어 고쳤다.');
  await page.getByTestId('resolve-reviewer').selectOption({ index: 1 });
  await page.getByTestId('resolve-whole').check();
  await page.getByTestId('resolve-save').click();
  await page.getByTestId('resolve-dialog').waitFor({ state: 'detached' });
  await page.getByTestId('open-quarantine').getByText('격리 1').waitFor();
  await page.getByTestId('show-resolved').check();
  await page.getByText('원문과 견주어 고쳤다.').first().waitFor();
  await hasText(page.getByTestId('quarantine'), /✓ 처리함/);
  await close();
});

test('a digest is read and signed, and signed wrong with a note', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora/documents`);
  await page.getByTestId('open-digests').click();
  await page.getByTestId('digest-row').first().waitFor();
  const rows = await page.getByTestId('digest-row').count();
  await hasText(page.getByTestId('digest-state').first(), /아직 아무도 확인하지 않았습니다/);
  await page.getByTestId('digest-sign').first().click();
  await page.getByTestId('digest-faulty').check();
  await page.getByTestId('digest-reviewer').selectOption({ index: 1 });
  await page.getByTestId('digest-save').click();
  await page.getByTestId('error').waitFor();
  await page.getByTestId('digest-note').fill('용량이 허가사항과 다르다.');
  await page.getByTestId('digest-save').click();
  await page.getByTestId('digest-dialog').waitFor({ state: 'detached' });
  await hasCount(page.getByTestId('digest-row'), rows - 1);
  await page.getByTestId('digests-unread').uncheck();
  await hasText(page.getByTestId('digests'), /용량이 허가사항과 다르다/);
  await close();
});

/** Each page of the corpora in each of its states. @param {Page} page @param {(where: string) => Promise<void>} check */
async function everyPage(page, check) {
  /** @param {string} hash @param {string} ready */
  const open = async (hash, ready) => {
    await goTo(page, hash);
    await page.locator(ready).first().waitFor();
  };
  await open(law(LAW_ID, '제5조의2제2항', '그림'), 'article.asked mark');
  await page.locator('article.asked').getByTestId('article-links').click();
  await page.getByTestId('link-row').first().waitFor();
  await check('law');
  await open(law(LAW_ID, '별표 1'), 'article.asked');
  await check('annex');
  await open(law(FUTURE_LAW_ID), '[data-testid="not-in-force"]');
  await check('law not in force');
  await open(`#/corpora/history/${LAW_ID}`, '[data-testid="version-row"]');
  await check('versions');
  await open(`#/corpora/compare/${LAW_ID}`, '[data-testid="impact-case"]');
  await check('comparison');
  await page.getByTestId('layout-inline').click();
  await check('comparison in one line');
  await open(`#/corpora/links/${LAW_ID}`, '[data-testid="link-row"]');
  await check('links');
  await open('#/corpora/broken', '[data-testid="broken-links"] [data-testid="link-row"]');
  await check('broken links');
  await open('#/corpora/digests', '[data-testid="digest-row"]');
  await check('digests');
  await open('#/corpora/quarantine', '[data-testid="quarantine-row"]');
  await page.getByTestId('show-resolved').check();
  await page.getByText('✓ 처리함').waitFor();
  await check('quarantine');
  await page.getByTestId('resolve').first().click();
  await page.getByTestId('resolve-dialog').waitFor();
  await check('resolve');
  await page.keyboard.press('Escape');
  await page.getByTestId('resolve-dialog').waitFor({ state: 'detached' });
  await page.getByTestId('show-resolved').uncheck();
  await goTo(page, '#/corpora');
  await search(page, `광고 체험담 ${WITHOUT_VECTORS}`);
  await page.getByTestId('hit-why').first().click();
  await page.getByTestId('hit-whole').first().click();
  const fitted = ask(page, 'fit', { again: true });
  await page.getByTestId('fitting').waitFor();
  await check('search, and a fit under way');
  await fitted;
  await goTo(page, '#/corpora/import');
  await page.getByTestId('import-path').fill('/corpora/kr');
  await page.getByTestId('import-submit').click();
  await page.getByTestId('import-left').waitFor();
  await check('import under way');
  await page.getByTestId('import-report').waitFor();
  await check('import report');
}

checkPages('corpora', async (t) => (await mockFor(t)).url, everyPage);

test('citations of a pasted text are listed with what is stored', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/corpora`);
  await page.getByTestId('open-citations').click();
  await page.getByTestId('citations-page').waitFor();
  // Nothing is asked about nothing.
  await page.getByTestId('citations-submit').click();
  await hasAttribute(page.getByTestId('citations-text'), 'aria-invalid', 'true');
  await page
    .getByTestId('citations-text')
    .fill('가상 광고법 제5조 “거짓된 내용을 표시하는 광고”와 없는 법 제1조를 보라.');
  await page.getByTestId('citations-day').fill('2026-01-02');
  await page.getByTestId('citations-submit').click();
  const found = page.getByTestId('checked-citation');
  await found.nth(1).waitFor();
  await hasCount(found, 2);
  await hasText(found.nth(0), /✓\s*원문 일치/);
  await hasText(found.nth(0), /가상 광고법 제5조 · 법률 제1호/);
  await hasText(found.nth(1), /✕\s*원문에 없음/);
  await hasText(page.getByTestId('citations-summary'), /2026-01-02.*확인되지 않은 인용이 1건/s);
  await checkAccessibility(page, 'citations');
  await checkOverflow(page, 'citations');
  await page.getByTestId('citations-text').fill('인용이 없는 글');
  await page.getByTestId('citations-submit').click();
  await page.getByTestId('citations-none').waitFor();
  await close();
});
