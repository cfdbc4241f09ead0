// @ts-check
// The coverage comparison against the mock desk: import, ask, choose, read the page a value stands on.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount, hasText } from './checks.mjs';
import { signAsAdministrator } from './desk.mjs';
import { startMock } from './mock/server.mjs';

/** A page of a desk where something is imported. @param {import('node:test').TestContext} t */
async function imported(t) {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, expectFailure, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/coverage`);
  await page.getByTestId('coverage-folder').fill('/material');
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-question').waitFor();
  return { page, expectFailure, close };
}

/** @param {import('playwright-core').Page} page @param {string} question */
async function ask(page, question) {
  await page.getByTestId('coverage-question').fill(question);
  await page.keyboard.press('Enter');
}

/** @param {import('playwright-core').Page} page @param {string} id */
const hasFocus = (page, id) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.getAttribute('data-testid') === wanted,
    id,
  );

test('a question becomes a table, and a value leads to its page', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, expectFailure, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/coverage`);

  // Nothing is there to be asked; a folder that cannot be read is said so.
  expectFailure(/422/);
  await page.getByTestId('coverage-folder').fill('nowhere');
  await page.getByTestId('coverage-import').click();
  await page.getByText('no such folder').waitFor();
  await page.getByTestId('coverage-folder').fill('/material');
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-question').waitFor();
  await checkAccessibility(page, 'coverage');

  // What is not clear is chosen.
  await page.getByTestId('coverage-question').fill('암 얼마야');
  await page.keyboard.press('Enter');
  await page.getByTestId('coverage-choice').click();
  await hasFocus(page, 'coverage-answer');
  const table = page.getByTestId('coverage-table');
  await table.waitFor();
  await hasText(table, /3,000만원.*2,000만원/s);
  assert.equal(
    await page.locator('[data-slot="payout_amount"]').getAttribute('data-differs'),
    'true',
  );
  await checkAccessibility(page, 'coverage compared');
  await checkOverflow(page, 'coverage compared');

  // The page opens at the quote, and closes by the keyboard.
  await page.getByTestId('coverage-evidence').first().focus();
  await page.keyboard.press('Enter');
  const quote = page.getByTestId('coverage-quote');
  await quote.waitFor();
  assert.equal(await quote.textContent(), '3,000만원');
  await checkAccessibility(page, 'page of evidence');
  await page.keyboard.press('Escape');
  await quote.waitFor({ state: 'detached' });

  // The conversation remembers the coverage until a new one begins.
  await page.getByTestId('coverage-question').fill('그럼 누리생명은?');
  await page.keyboard.press('Enter');
  await page.getByText('담보 확정').waitFor();
  await page.getByTestId('coverage-fresh').click();
  await table.waitFor({ state: 'detached' });

  const downloading = page.waitForEvent('download');
  await page.getByTestId('coverage-question').fill('암진단비 비교');
  await page.keyboard.press('Enter');
  await page.getByTestId('coverage-csv').click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), 'coverage.csv');
  const written = await readFile(await download.path(), 'utf8');
  assert.match(written, /^\uFEFF"질문","담보",.*"문서","쪽","문구"\r\n/);
  assert.match(written, /"암진단비 비교",.*"나누어 파는 담보","고액암 진단특약","1,000만원"/);
  assert.match(written, /"다른 문서의 값","일반암 진단특약","2,500만원"/);
  for (const form of ['html', 'pdf']) {
    const handing = page.waitForEvent('download');
    await page.getByTestId(`coverage-${form}`).click();
    assert.equal((await handing).suggestedFilename(), `보장비교.${form}`);
  }
  await close();
});

test('a value says its parts, its remark and what other documents say', async (t) => {
  const { page, close } = await imported(t);
  await ask(page, '암진단비 비교');
  await hasCount(page.getByTestId('coverage-parts').locator('li'), 2);
  await hasText(page.getByTestId('coverage-parts'), /고액암 진단특약.*1,000만원.*가입설계서 1쪽/s);
  await hasText(page.getByTestId('coverage-conflicts'), /2,500만원/);
  const cell = page.locator('[data-slot="payout_amount"] td').nth(1);
  // Its parts say it: it is not said again in one line.
  assert.doesNotMatch((await cell.textContent()) ?? '', / \/ /);
  await hasText(page.locator('[data-slot="waiting_period"]'), /미확인.*없다는 뜻은 아닙니다/s);

  await page.getByTestId('coverage-parts').getByTestId('coverage-evidence').nth(1).click();
  await hasText(page.getByTestId('coverage-quote'), /^1,000만원$/);
  await page.keyboard.press('Escape');
  await close();
});

test('pages that were found open at their words', async (t) => {
  const { page, expectFailure, close } = await imported(t);
  await ask(page, '암진단비 비교');
  const terms = page.getByTestId('coverage-policy');
  await hasText(terms.locator('summary'), /약관에서 찾은 쪽 2건/);
  await hasText(page.getByTestId('coverage-pages').locator('summary'), /담보가 적힌 쪽 1건/);
  assert.equal(await terms.getByTestId('coverage-hit').first().isVisible(), false);
  await terms.locator('summary').focus();
  await page.keyboard.press('Enter');
  await hasText(terms, /찾은 말: 유사암, 일반암.*누리생명.*약관 31쪽.*일반암은 악성신생물/s);
  await checkAccessibility(page, 'pages found');
  await checkOverflow(page, 'pages found');
  // The page of this one cannot be drawn.
  expectFailure(/422/);
  await terms.getByTestId('coverage-hit').nth(1).click();
  await hasText(page.getByTestId('coverage-quote'), /^일반암은 악성신생물을 말합니다\.$/);
  await page.keyboard.press('Escape');
  await close();
});

test('the page of a PDF is seen as it looks, with its text below, or as text alone', async (t) => {
  const { page, expectFailure, close } = await imported(t);
  await ask(page, '암진단비 비교');
  await page.getByTestId('coverage-parts').getByTestId('coverage-evidence').nth(1).click();
  const picture = page.getByTestId('coverage-picture');
  await hasAttribute(
    picture,
    'alt',
    '가입설계서.pdf 1쪽의 그림입니다. 같은 쪽의 글이 아래에 있습니다.',
  );
  await hasCount(page.getByTestId('coverage-picture-mark'), 1);
  await hasText(page.getByTestId('coverage-quote'), /^1,000만원$/);
  await checkAccessibility(page, 'picture of a page');
  await checkOverflow(page, 'picture of a page');

  // The picture fits the dialog, and grows in steps within its own box.
  const wide = async () => (await picture.boundingBox())?.width ?? 0;
  const fits = await wide();
  assert.ok(fits > 400, `${fits}`);
  await page.getByTestId('coverage-picture-larger').focus();
  for (const step of ['150%', '200%', '300%', '300%']) {
    await page.keyboard.press('Enter');
    await hasText(page.getByTestId('coverage-picture-zoom'), new RegExp(`^${step}$`));
  }
  assert.ok(Math.abs((await wide()) - 3 * fits) < 3 * 20);
  await checkOverflow(page, 'large picture of a page');
  await page.getByTestId('coverage-picture-smaller').click();
  await hasText(page.getByTestId('coverage-picture-zoom'), /^200%$/);

  // The switch is a group of radio buttons; the desk remembers what was chosen.
  await page.getByTestId('coverage-view-picture').focus();
  await page.keyboard.press('ArrowRight');
  await hasCount(picture, 0);
  assert.ok(await page.getByTestId('coverage-quote').isVisible());
  await checkAccessibility(page, 'text of a page');
  await page.keyboard.press('Escape');
  await page.getByTestId('coverage-parts').getByTestId('coverage-evidence').first().click();
  await page.getByTestId('coverage-quote').waitFor();
  await hasCount(picture, 0);

  // A file that was changed says so, and the text stays.
  await page.keyboard.press('Escape');
  await page.getByTestId('coverage-policy').locator('summary').click();
  await page.getByTestId('coverage-policy').getByTestId('coverage-hit').nth(1).click();
  expectFailure(/422/);
  await page.getByTestId('coverage-view-picture').check();
  await page.getByTestId('coverage-page').getByText('가져온 뒤에 바뀌었습니다').waitFor();
  await hasText(page.getByTestId('coverage-quote'), /^일반암은 악성신생물을 말합니다\.$/);
  await checkAccessibility(page, 'page whose file was changed');
  await close();
});

test('a question about several coverages has a table for each', async (t) => {
  const { page, close } = await imported(t);
  await ask(page, '암진단비와 뇌졸중진단비 비교');
  const answers = page.getByTestId('coverage-several').getByTestId('coverage-answer');
  await hasCount(answers, 2);
  await hasText(answers.nth(0), /A4200_1/);
  await hasText(answers.nth(1), /A4101/);
  await checkAccessibility(page, 'several coverages of one question');
  // A question of its own has its own.
  await ask(page, '암진단비 비교');
  await hasCount(page.getByTestId('coverage-several'), 0);
  await hasCount(page.getByTestId('coverage-answer'), 1);
  await close();
});

test('what the conversation is about is shown until it is forgotten, and the field says what it did not understand', async (t) => {
  const { page, close } = await imported(t);
  const field = page.getByTestId('coverage-question');
  await ask(page, '암진단비 비교');
  const about = page.getByTestId('coverage-anchor');
  await hasText(about, /가온손해보험, 누리생명.*암진단비\(유사암제외\)/s);
  await ask(page, '감액기간은?');
  await page.getByText('담보 확정').waitFor();
  await page.getByTestId('coverage-forget').click();
  await hasCount(about, 0);
  await hasFocus(page, 'coverage-question');

  await field.fill('감액기간은?');
  await page.getByTestId('coverage-ask').click();
  await hasAttribute(field, 'aria-invalid', 'true');
  await hasFocus(page, 'coverage-question');
  const told = await field.getAttribute('aria-describedby');
  await hasText(page.locator(`[id="${told}"]`), /담보를 찾을 수 없습니다/);
  await checkAccessibility(page, 'not understood');
  await checkOverflow(page, 'not understood');
  await ask(page, '암진단비 비교');
  await hasAttribute(field, 'aria-invalid', 'false');
  await hasCount(page.getByTestId('coverage-problem'), 0);
  await close();
});

test('an import asks before it replaces another', async (t) => {
  const { page, close } = await imported(t);
  const dialog = page.getByTestId('coverage-replace');
  await ask(page, '암진단비 비교');
  const table = page.getByTestId('coverage-table');
  await table.waitFor();
  await page.getByTestId('coverage-folder').fill('/other');
  await page.keyboard.press('Enter');
  await hasText(dialog, /보험사 2곳의 문서 2건\(2쪽\).*\/other/s);
  await checkAccessibility(page, 'replace');
  // Enter again leaves everything as it is.
  await hasFocus(page, 'coverage-replace-cancel');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.ok(await table.isVisible());
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-replace-sure').click();
  await table.waitFor({ state: 'detached' });
  await page.getByText('△ 격리 1건').waitFor();
  await page.getByText('/other/사진.jpg').waitFor();
  await hasFocus(page, 'coverage-import');
  await close();
});

test('what was read of the documents is looked through before anything is asked', async (t) => {
  const { page, close } = await imported(t);
  await hasText(
    page.getByTestId('coverage-browse-insurer').first(),
    /가온손해보험.*문서 1건, 1쪽/s,
  );
  await page.getByTestId('coverage-browse-insurer').first().focus();
  await page.keyboard.press('Enter');
  await hasText(page.getByTestId('coverage-facts-size'), /담보 3개, 읽은 것 34건/);
  await hasCount(page.getByTestId('coverage-fact'), 0);
  await hasCount(page.getByTestId('coverage-tick'), 2);
  await hasText(page.getByTestId('coverage-group').nth(2), /골절수술비.*표준 담보가 아닌 줄/s);
  await checkAccessibility(page, 'coverages of an insurer');

  // A coverage opens with its first facts, and with more of them when asked.
  const first = page.getByTestId('coverage-group-open').first();
  await hasAttribute(first, 'aria-expanded', 'false');
  await first.focus();
  await page.keyboard.press('Enter');
  await hasAttribute(first, 'aria-expanded', 'true');
  await hasCount(page.getByTestId('coverage-fact'), 20);
  await page.getByTestId('coverage-more-facts').click();
  await hasCount(page.getByTestId('coverage-fact'), 32);
  await hasText(
    page.locator('[data-attribute="inclusion"]'),
    /암 종류 보장.*유사암.*✕.*보장하지 않음.*약관 31쪽.*담보의 이름이/s,
  );
  await checkAccessibility(page, 'facts of a coverage');
  await checkOverflow(page, 'facts of a coverage');

  // A fact opens its page at the words.
  await page.locator('[data-attribute="inclusion"]').getByTestId('coverage-fact-evidence').click();
  await hasText(page.getByTestId('coverage-quote'), /^유사암은 제외합니다\.$/);
  await page.keyboard.press('Escape');

  // Filters leave what fits, and say how much that is.
  await page.getByTestId('coverage-filter-attribute').selectOption('amount');
  await hasText(page.getByTestId('coverage-facts-size'), /담보 2개, 읽은 것 2건/);
  await page.getByTestId('coverage-filter-name').fill('유사 암진');
  await hasText(page.getByTestId('coverage-fact'), /지급금액.*600만원.*1년 미만 50%/s);
  await page.getByTestId('coverage-filter-name').fill('치아');
  await hasText(page.getByTestId('coverage-facts-size'), /찾는 것이 없습니다/);
  await page.getByTestId('coverage-filter-name').fill('');

  // A coverage becomes a question, which the person asks; the list gives way to the answer.
  await page.getByTestId('coverage-ask-this').first().click();
  await hasFocus(page, 'coverage-question');
  assert.equal(
    await page.getByTestId('coverage-question').inputValue(),
    '가온손해보험 암진단비(유사암제외)',
  );
  assert.ok(await page.getByTestId('coverage-insurer').first().isChecked());
  await page.keyboard.press('Enter');
  await page.getByTestId('coverage-table').waitFor();
  assert.equal(await page.getByTestId('coverage-facts').isVisible(), false);
  await close();
});

test('several coverages of the list are compared one below the other', async (t) => {
  const { page, close } = await imported(t);
  await page.getByTestId('coverage-browse-insurer').first().click();
  await page.getByTestId('coverage-tick').nth(0).check();
  await page.getByTestId('coverage-tick').nth(1).focus();
  await page.keyboard.press('Space');
  await hasText(
    page.getByTestId('coverage-ticked'),
    /고른 담보 2개.*암진단비\(유사암제외\), 유사암진단비/s,
  );
  await page.getByTestId('coverage-compare-ticked').click();
  const answers = page.getByTestId('coverage-several').getByTestId('coverage-answer');
  await hasCount(answers, 2);
  await hasText(answers.nth(0), /암진단비\(유사암제외\).*A4200_1/s);
  await hasText(answers.nth(1), /유사암진단비.*A4210/s);
  await checkAccessibility(page, 'several coverages');
  await checkOverflow(page, 'several coverages');
  // A question of its own takes their place.
  await ask(page, '암진단비 비교');
  await hasCount(page.getByTestId('coverage-several'), 0);
  await hasCount(page.getByTestId('coverage-answer'), 1);
  await close();
});

test('an answer says what other coverages pay, for whom offers were made, and how it was found', async (t) => {
  const { page, close } = await imported(t);
  await ask(page, '30세 경계성종양 암진단비');
  const elsewhere = page.getByTestId('coverage-elsewhere');
  await hasText(elsewhere, /가온손해보험 · 경계성종양.*유사암진단비.*600만원.*△ 조건부/s);
  await hasText(page.getByTestId('coverage-reader'), /△ 설계 대상.*40세의 것입니다/s);
  await elsewhere.getByTestId('coverage-elsewhere-evidence').click();
  await hasText(page.getByTestId('coverage-quote'), /^2 유사암진단비 600만원$/);
  await page.keyboard.press('Escape');

  const details = page.getByTestId('coverage-details');
  await details.locator('summary').focus();
  await page.keyboard.press('Enter');
  await hasText(details, /질문.*담보를 정한 결과.*담보 확정.*걸린 시간/s);
  await hasText(
    page.getByTestId('coverage-readings'),
    /가온손해보험.*3,000만원.*보장표의 이 담보 줄에 적힌 가입금액입니다\..*amount\.row/s,
  );
  await checkAccessibility(page, 'details of an answer');
  await checkOverflow(page, 'details of an answer');

  const downloading = page.waitForEvent('download');
  await page.getByTestId('coverage-csv').click();
  const written = await readFile(await (await downloading).path(), 'utf8');
  assert.match(written, /"다른 담보의 지급","유사암진단비","600만원","확실","조건부"/);
  assert.match(written, /"설계 대상","","","","[^"]*40세의 것입니다/);

  await elsewhere.getByTestId('coverage-elsewhere-ask').click();
  await hasText(page.getByTestId('coverage-answer'), /유사암진단비.*A4210/s);
  await hasFocus(page, 'coverage-answer');
  await close();
});

test('an import says what it reads and how far it is, and can be stopped', async (t) => {
  const desk = await startMock({});
  t.after(() => desk.close());
  const { page, expectFailure, close } = await openBrowser(t);
  await page.goto(`${desk.url}#/coverage`);
  await page.getByTestId('coverage-folder').fill('/endless');
  await page.keyboard.press('Enter');
  await hasText(page.getByTestId('coverage-stage'), /문서의 쪽을 읽는 중/);
  await hasAttribute(page.getByTestId('coverage-stage'), 'aria-live', 'polite');
  await hasText(page.getByTestId('coverage-progress'), /문서 60건 가운데 \d+건/);
  await checkAccessibility(page, 'import of coverage');
  await checkOverflow(page, 'import of coverage');
  expectFailure(/422/);
  await page.getByTestId('coverage-stop').click();
  await page.getByText('가져오기를 멈췄습니다.').waitFor();
  await hasCount(page.getByTestId('coverage-progress'), 0);
  await page.getByText('비교할 자료를 아직 가져오지 않았습니다.').waitFor();

  // Another page may be opened meanwhile.
  await page.getByTestId('coverage-folder').fill('/large');
  await page.getByTestId('coverage-import').click();
  await hasText(page.getByTestId('coverage-progress'), /담보 20개 가운데 \d+개/);
  await page.goto(`${desk.url}#/search`);
  await page.goto(`${desk.url}#/coverage`);
  await page.getByTestId('coverage-question').waitFor();
  await page.getByText('문서 2건(2쪽)을 가져왔습니다.').waitFor();
  await close();
});

test('a comparison is saved by name, opened again and deleted', async (t) => {
  const { page, expectFailure, close } = await imported(t);
  await ask(page, '암진단비 비교');
  await page.getByTestId('coverage-save').click();
  const name = page.getByTestId('coverage-save-name');
  assert.equal(await name.inputValue(), '암진단비 비교');
  await name.fill('두 회사의 암');
  await checkAccessibility(page, 'saving a comparison');
  await page.keyboard.press('Enter');
  const saved = page.getByTestId('coverage-saved');
  await hasText(saved.locator('summary'), /저장한 비교 1건/);
  await page.getByTestId('coverage-save-dialog').waitFor({ state: 'detached' });

  // A name is used once.
  expectFailure(/422/);
  await page.getByTestId('coverage-save').click();
  await name.fill('두 회사의 암');
  await page.getByTestId('coverage-save-sure').click();
  await page.getByText('이미 있는 이름입니다.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByTestId('coverage-fresh').click();
  await hasCount(page.getByTestId('coverage-save'), 0);
  await saved.locator('summary').focus();
  await page.keyboard.press('Enter');
  await hasText(saved, /두 회사의 암.*2026-11-25.*담보 1개의 비교/s);
  await checkAccessibility(page, 'saved comparisons');
  await checkOverflow(page, 'saved comparisons');
  await page.getByTestId('coverage-open-saved').click();
  await hasText(page.getByTestId('coverage-several'), /두 회사의 암.*A4200_1.*3,000만원/s);

  // What is imported later is said.
  await page.getByTestId('coverage-folder').fill('/other');
  await page.getByTestId('coverage-import').click();
  await page.getByTestId('coverage-replace-sure').click();
  await hasText(saved, /△ 그 뒤 자료를 다시 가져왔습니다/);
  await page.getByTestId('coverage-forget-saved').click();
  await checkAccessibility(page, 'deleting a comparison');
  await page.getByTestId('coverage-forget-sure').click();
  await hasCount(saved, 0);
  await close();
});

test('a rule file is checked before an administrator replaces it, and put back', async (t) => {
  const { page, close } = await imported(t);
  await page.getByTestId('coverage-rules').locator('summary').click();
  await page.getByTestId('coverage-rule-file').first().click();
  const field = page.getByTestId('coverage-rule-text');
  await field.waitFor();
  const replace = page.getByTestId('coverage-rule-replace');
  assert.ok(await replace.isDisabled());

  // A mistake is named by its line, and leads to it.
  await field.fill('floor = 0.4\n잘못 = 1\n');
  await page.keyboard.press('Control+Enter');
  await page.getByTestId('coverage-rule-text-problem').getByRole('button').click();
  assert.equal(
    await field.evaluate((box) => /** @type {HTMLTextAreaElement} */ (box).selectionStart),
    'floor = 0.4\n'.length,
  );
  assert.ok(await replace.isDisabled());

  // A text is taken only after its effect was seen.
  await field.fill('floor = 0.5\n');
  assert.ok(await replace.isDisabled());
  await page.getByTestId('coverage-rule-check').click();
  await hasText(page.getByTestId('coverage-rule-effect'), /12개 가운데 1개/);
  await hasCount(page.getByTestId('coverage-rule-change'), 1);
  await checkAccessibility(page, 'coverage rules');
  await checkOverflow(page, 'coverage rules');
  // Only an administrator replaces it.
  assert.ok(await replace.isDisabled());
  await signAsAdministrator(page);
  await replace.click();
  await page.getByTestId('coverage-rules').getByText('김심의 ·').waitFor();
  await page.getByTestId('coverage-rule-reset').click();
  await page.getByTestId('coverage-rule-reset').waitFor({ state: 'detached' });
  await close();
});
