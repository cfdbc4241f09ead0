// @ts-check
// Earlier questions against the mock desk: found, judged, deleted, and saved as an evaluation set.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { answer, focused, openAsk, put, textOf } from './asking.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount, hasText } from './checks.mjs';
import { ask } from './desk.mjs';

test('links come after the answer, and earlier questions are found, judged and deleted', async (t) => {
  const { page, close } = await openAsk(t);
  await page.getByTestId('ask-question').fill('가상정 웹 링크');
  await page.keyboard.press('Enter');
  await answer(page, 'answered').waitFor();
  await page.getByTestId('ask-tab-links').click();
  await page.getByTestId('ask-links-waiting').waitFor();
  await checkAccessibility(page, 'links on their way');
  await page.getByTestId('ask-link').first().waitFor();
  await put(page, '없는약은 언제 먹나요?', 'insufficient');

  const past = page.getByTestId('past-question');
  await past.nth(1).waitFor();
  await page.getByTestId('past-words').fill('링크');
  await page.keyboard.press('Enter');
  await past.nth(1).waitFor({ state: 'detached' });
  await past.getByRole('button').first().click();
  await answer(page, 'answered').waitFor();
  assert.match(await textOf(page.getByTestId('ask-asked')), /가상정 웹 링크/);

  await page.getByTestId('feedback-helpful').check();
  await page.getByTestId('feedback-save').click();
  await past.filter({ hasText: '도움이 되었음' }).waitFor();
  await past.getByRole('button', { name: /지우기/ }).click();
  await past.waitFor({ state: 'detached' });
  await checkOverflow(page, 'earlier questions');
  await close();
});

test('a wrong section names the document and the section that are right', async (t) => {
  const { page, close } = await openAsk(t);
  await put(page, '가상정은 몇 정까지 먹나요?', 'answered');
  await page.getByTestId('feedback-wrong_section').check();
  const title = page.getByTestId('feedback-title');
  const section = page.getByTestId('feedback-section');
  assert.deepEqual(await suggestions(title), ['가상정', 'DUR 병용금기', '가상정 옛 문서']);

  // Nothing is kept of half a place; the first empty field says so and has the focus.
  await page.getByTestId('feedback-note').focus();
  await page.keyboard.press('Enter');
  await hasText(page.getByTestId('feedback-title-missing'), /문서 제목을 적어 주십시오/);
  await hasText(page.getByTestId('feedback-section-missing'), /항목을 적어 주십시오/);
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('data-testid') === 'feedback-title',
  );
  await checkAccessibility(page, 'feedback without a place');
  await page.keyboard.insertText(' 가상정 옛 문서 ');
  await hasCount(page.getByTestId('feedback-title-missing'), 0);
  await hasAttribute(title, 'aria-invalid', 'false');
  assert.deepEqual(await suggestions(section), ['보관']);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('data-testid') === 'feedback-section',
  );
  const request = { words: null, with_feedback: false, limit: 1, offset: 0 };
  assert.equal((await ask(page, 'asked', request)).questions[0]?.feedback, null);

  await page.keyboard.insertText('보관');
  await checkAccessibility(page, 'feedback with a place');
  await checkOverflow(page, 'feedback with a place');
  await page.keyboard.press('Enter');
  await page.getByTestId('past-question').filter({ hasText: '다른 항목이 먼저여야 함' }).waitFor();
  const said = (await ask(page, 'asked', request)).questions[0]?.feedback;
  assert.deepEqual([said?.title, said?.section], ['가상정 옛 문서', '보관']);

  // Another opinion needs no place, and takes none along.
  await page.getByTestId('feedback-missing').check();
  await hasCount(title, 0);
  await page.getByTestId('feedback-save').click();
  await page.getByTestId('past-question').filter({ hasText: '찾는 내용이 없음' }).waitFor();
  const now = (await ask(page, 'asked', request)).questions[0]?.feedback;
  assert.deepEqual([now?.title, now?.section], ['', '']);
  await close();
});

test('feedback to a place that does not exist is refused, and what was typed stays', async (t) => {
  const { page, close, expectFailure } = await openAsk(t);
  expectFailure(/422/);
  await put(page, '가상정은 몇 정까지 먹나요?', 'answered');
  await page.getByTestId('feedback-wrong_section').check();
  const form = page.getByTestId('ask-feedback');
  const title = page.getByTestId('feedback-title');
  const section = page.getByTestId('feedback-section');
  const note = page.getByTestId('feedback-note');
  await title.fill('없는 문서');
  await section.fill('보관');
  await note.fill('보관이 먼저입니다');
  await page.keyboard.press('Enter');
  const error = form.getByRole('alert');
  await hasText(error, /‘없는 문서’\(이\)라는 의약품 문서가 없습니다/);
  assert.equal(await focused(page), 'feedback-note');
  const typed = () => Promise.all([title, section, note].map((field) => field.inputValue()));
  assert.deepEqual(await typed(), ['없는 문서', '보관', '보관이 먼저입니다']);
  await checkAccessibility(page, 'feedback refused');
  await checkOverflow(page, 'feedback refused');

  await title.fill('가상정');
  await page.keyboard.press('Enter');
  await hasText(error, /가상정에 ‘보관’ 항목이 없습니다/);
  assert.deepEqual(await typed(), ['가상정', '보관', '보관이 먼저입니다']);
  // Another opinion is not what was refused.
  await page.getByTestId('feedback-missing').check();
  await hasCount(error, 0);
  await page.getByTestId('feedback-wrong_section').check();
  assert.deepEqual(await typed(), ['가상정', '보관', '보관이 먼저입니다']);
  await title.fill('가상정 옛 문서');
  await page.keyboard.press('Enter');
  await hasText(form, /의견을 남겼습니다/);
  await hasCount(error, 0);
  await close();
});

test('what was thought of answers is saved as an evaluation set', async (t) => {
  const { page, close } = await openAsk(t);
  /** @type {string[]} */
  const downloads = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const save = page.getByTestId('judged-save');
  const outcome = page.getByTestId('judged-outcome');
  await put(page, '가상정은 몇 정까지 먹나요?', 'answered');
  await save.focus();
  await page.keyboard.press('Enter');
  await hasText(outcome, /의견이 남은 질문이 없어 저장하지 않았습니다/);
  await hasText(page.getByTestId('announcer'), /저장하지 않았습니다/);
  assert.equal(await focused(page), 'judged-save');

  await page.getByTestId('feedback-wrong_section').check();
  await page.getByTestId('feedback-title').fill('가상정 옛 문서');
  await page.getByTestId('feedback-section').fill('보관');
  await page.getByTestId('feedback-note').fill('"보관"이 먼저');
  await page.keyboard.press('Enter');
  await page.getByTestId('past-question').filter({ hasText: '다른 항목이 먼저여야 함' }).waitFor();
  await put(page, '없는약은 언제 먹나요?', 'insufficient');
  await page.getByTestId('feedback-missing').check();
  await page.getByTestId('feedback-save').click();
  await page.getByTestId('past-question').filter({ hasText: '찾는 내용이 없음' }).waitFor();
  await put(page, '오늘 점심은?', 'out_of_scope');
  assert.deepEqual(downloads, []);

  const downloading = page.waitForEvent('download');
  await save.focus();
  await page.keyboard.press('Enter');
  const download = await downloading;
  assert.equal(download.suggestedFilename(), 'judged-questions.jsonl');
  const lines = (await readFile(await download.path(), 'utf8')).split('\n');
  assert.equal(lines.pop(), '', 'the last line ends, too');
  const [place, none] = lines.map((line) => JSON.parse(line));
  assert.equal(lines.length, 2, 'what nobody judged is not in it');
  assert.deepEqual(place, {
    id: place.id,
    text: '가상정은 몇 정까지 먹나요?',
    verdict: 'wrong_section',
    status: 'answered',
    first: ['가상정', '용법·용량'],
    title: '가상정 옛 문서',
    section: '보관',
    note: '"보관"이 먼저',
  });
  assert.deepEqual([none.verdict, none.status, none.first], ['missing', 'insufficient', ['', '']]);
  await hasText(outcome, /의견이 남은 질문 2건을 저장했습니다/);
  await hasText(page.getByTestId('announcer'), /2건을 저장했습니다/);
  await checkAccessibility(page, 'an evaluation set');
  await checkOverflow(page, 'an evaluation set');
  await close();
});

/** What a field offers to be chosen. @param {import('playwright-core').Locator} field */
async function suggestions(field) {
  return field.evaluate((node) => {
    const { list } = /** @type {HTMLInputElement} */ (node);
    return Array.from(list?.options ?? [], ({ value }) => value);
  });
}
