// @ts-check
// A pharmacist's question against the mock desk: by keyboard alone, in its four states, on paper, and when things go wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { answer, focused, openAsk, put, tabTo, textOf } from './asking.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount, hasText } from './checks.mjs';
import { playRole } from './desk.mjs';

const LONG = '가상정은 하루에 몇 정까지 먹을 수 있나요? '.repeat(30).trim();

test('a question is asked, read and traced to its source by keyboard alone', async (t) => {
  const { page, close } = await openAsk(t);
  await page.goto(`${page.url().split('#')[0]}#/review`);
  await page.getByTestId('queue-row').first().waitFor();
  await page.keyboard.press('p');
  await page.getByTestId('ask-question').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  assert.match(await page.title(), /약사 질의/);

  // Enter asks; with Shift it begins a line; while a syllable is put together it does neither.
  await page.keyboard.insertText('가상정은');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.insertText('몇 정까지?');
  const field = page.getByTestId('ask-question');
  assert.equal(await field.inputValue(), '가상정은\n몇 정까지?');
  await field.evaluate((node) =>
    node.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
    ),
  );
  await hasCount(page.getByTestId('ask-turn'), 0);
  await page.keyboard.press('Enter');
  await answer(page, 'answered').waitFor();
  assert.equal(await field.inputValue(), '');
  await page.getByTestId('announcer').getByText('답변이 나왔습니다').waitFor({ state: 'attached' });

  // A source opens with its quote marked in its passage, and gives the focus back.
  await tabTo(page, 'ask-chip');
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('ask-source');
  await dialog.getByText('성분명 1').waitFor();
  assert.match(await textOf(dialog), /문서 2: DUR 병용금기/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'ask-chip');
  await page.keyboard.press('1');
  await page.getByTestId('ask-passage').waitFor();
  assert.match(await textOf(dialog), /문서 1: 가상정 · 용법·용량.*요지.*어른은 가상정을.*빈속/s);
  assert.equal(
    await textOf(page.getByTestId('ask-passage').locator('mark')),
    '(인용한 곳) 가상정은 하루 3정을 넘지 않습니다.',
  );
  await checkAccessibility(page, 'a source');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // Tabs by arrow keys.
  await tabTo(page, 'ask-tab-sources');
  for (const tab of ['links', 'scores', 'course']) {
    await page.keyboard.press('ArrowRight');
    await page.getByTestId(`ask-panel-${tab}`).waitFor();
    assert.equal(await focused(page), `ask-tab-${tab}`);
  }
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(page), 'ask-tab-sources');

  // From the passage to the document.
  await page.keyboard.press('1');
  await page.getByTestId('ask-document').focus();
  await page.keyboard.press('Enter');
  await page.getByText('빈속에는 먹지 않습니다').waitFor();
  assert.match(decodeURIComponent(page.url()), /#\/corpora\/document\/doc-drug\/용법·용량\//);
  assert.match(await textOf(page.locator('main mark').first()), /하루 3정/);
  // The sitting is kept while other pages are open.
  await page.goBack();
  await answer(page, 'answered').waitFor();
  await close();
});

test('an answer says its notices first and no word twice', async (t) => {
  const { page, close } = await openAsk(t);
  await checkAccessibility(page, 'no question yet');
  await checkOverflow(page, 'no question yet');
  await page.getByTestId('ask-example').first().click();
  await answer(page, 'out_of_scope').waitFor();
  await hasCount(page.getByTestId('ask-example'), 0);
  await put(page, '가상졍 교정 웹', 'answered');
  const text = await textOf(answer(page, 'answered'));
  assert.match(
    text,
    /DUR 알림.*병용금기\s*가상정 \+ 모의정.*알아본 약.*찾은 내용입니다.*하루 3정/s,
  );
  assert.equal(text.split('함께 쓰지 않습니다').length, 2, 'the notice is said once');
  assert.match(text, /가상정 \(가상성분\).*‘가상졍’을\(를\) ‘가상정’으로 읽었습니다/s);
  assert.match(text, /\[문서 9\]/, 'a number without a document stays words');
  assert.deepEqual(await page.getByTestId('ask-chip').allTextContents(), [
    '문서 2',
    '문서 1',
    '문서 3',
  ]);
  assert.match(await textOf(page.getByTestId('ask-closing')), /꼭 상담하세요/);
  assert.equal(text.includes('꼭 상담하세요'), false, 'it stands in its own place');
  await checkAccessibility(page, 'an answer');
  await checkOverflow(page, 'an answer');

  await page.getByTestId('ask-tab-links').click();
  const links = page.getByTestId('ask-panel-links');
  assert.match(await textOf(links), /답변에 쓰이지 않았습니다/);
  await hasCount(links.getByRole('link'), 1, 'an address that runs code is no link');
  assert.match((await links.getByRole('link').getAttribute('rel')) ?? '', /noreferrer/);
  await checkAccessibility(page, 'links');
  await page.getByTestId('ask-tab-scores').click();
  const scores = await page.getByTestId('ask-score').allTextContents();
  assert.match(scores[0] ?? '', /신뢰성\s*1\.00.*목표에 닿음/s);
  assert.match(scores[1] ?? '', /관련성\s*\.62.*목표에 못 미침/s);
  const rounds = await page.getByTestId('ask-round').allTextContents();
  assert.match(rounds[0] ?? '', /1회차.*통과 못 함.*하루 9정까지.*출처에 없는 숫자/s);
  assert.match(rounds[1] ?? '', /2회차.*통과/s);
  await checkAccessibility(page, 'scores');
  await page.getByTestId('ask-tab-course').click();
  assert.deepEqual(
    await page
      .getByTestId('ask-step')
      .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-step'))),
    ['understand', 'search', 'dur', 'answer', 'verify', 'correct', 'score'],
  );
  assert.match(await textOf(page.getByTestId('ask-query')), /핵심어.*가상정.*제외어.*동물용/s);
  await checkAccessibility(page, 'course');
  await checkOverflow(page, 'course');
  await close();
});

test('the four states look and read different, and are kept', async (t) => {
  const { page, close } = await openAsk(t, { scheme: 'dark' });
  await put(page, '오늘 점심은 뭐가 좋을까요?', 'out_of_scope');
  assert.match(await textOf(page.getByTestId('ask-none')), /⊘ 의약품과 복약에 관한 질문이 아니/);
  await checkAccessibility(page, 'out of scope, dark');
  await page.getByTestId('ask-tab-scores').click();
  assert.match(await textOf(page.getByTestId('ask-panel-scores')), /채점 안 됨.*검증할 것이 없/s);
  await page.getByTestId('ask-tab-links').click();
  assert.match(await textOf(page.getByTestId('ask-panel-links')), /참고 링크가 꺼져 있습니다/);

  await put(page, '없는약은 언제 먹나요?', 'insufficient');
  assert.match(await textOf(page.getByTestId('ask-none')), /△ 등록된 문서에 답이 없습니다/);
  await checkAccessibility(page, 'insufficient, dark');

  await put(page, '가상정을 한꺼번에 먹었어요', 'emergency');
  const alert = page.getByRole('alert');
  assert.match(await textOf(alert), /응급 — 먼저 할 일\s*바로 119에 연락하십시오/);
  await hasCount(alert.locator('svg'), 1, 'a sign beside the colour');
  const whole = await textOf(answer(page, 'emergency'));
  assert.ok(whole.indexOf('119') < whole.indexOf('DUR 알림'), 'life comes first');
  assert.equal(whole.split('119').length, 2, 'said once');
  assert.equal(whole.split('고정 문구').length, 2, 'and once that the words are the desk’s own');
  await checkAccessibility(page, 'an emergency, dark');

  await put(page, '가상정은 몇 정까지 먹나요?', 'answered');
  await checkAccessibility(page, 'an answer, dark');
  const badges = await page.getByTestId('ask-turn').allTextContents();
  assert.deepEqual(
    badges.map((text) => /답변|응급|정보 부족|범위 밖/.exec(text)?.[0]),
    ['답변', '응급', '정보 부족', '범위 밖'],
    'newest first, each with its word',
  );
  await page.getByTestId('ask-turn').last().click();
  await answer(page, 'out_of_scope').waitFor();
  await hasAttribute(page.getByTestId('ask-turn').last(), 'aria-current', 'true');
  await close();
});

test('a question is stopped, here and at the desk', async (t) => {
  const { page, close, expectFailure } = await openAsk(t);
  expectFailure(/422/);
  const asking = page.waitForRequest('**/api/ask');
  const stopping = page.waitForRequest('**/api/cancel_ask');
  const refusing = page.waitForResponse('**/api/ask');
  await page.getByTestId('ask-question').fill('느린 가상정');
  await page.keyboard.press('Enter');
  await page.getByTestId('ask-waiting').waitFor();
  await checkAccessibility(page, 'waiting');
  await tabTo(page, 'ask-leave');
  await page.keyboard.press('Enter');
  const left = page.getByTestId('ask-left');
  await hasText(left, /질문을 중지했습니다/);
  assert.equal(await focused(page), 'ask-question');
  const { ask_id: askId } = (await asking).postDataJSON();
  assert.ok(askId);
  assert.deepEqual((await stopping).postDataJSON(), { ask_id: askId });

  // That the desk then refuses the question is no failure to be told.
  assert.equal((await refusing).status(), 422);
  await page.waitForTimeout(300);
  await hasText(left, /질문을 중지했습니다/);
  await hasCount(page.getByTestId('error'), 0);
  await hasText(page.getByTestId('announcer'), /질문을 중지했습니다/);
  assert.match(await textOf(page.getByTestId('ask-turn')), /중지함/);
  await hasCount(page.getByTestId('past-question'), 0);
  await checkAccessibility(page, 'stopped');
  // It may be asked again, and takes its own place.
  await left.getByRole('button', { name: '다시 묻기' }).click();
  await answer(page, 'answered').waitFor();
  await hasCount(page.getByTestId('ask-turn'), 1);
  await close();
});

test('a desk that does not hear of the stop disturbs nobody', async (t) => {
  const { page, close, expectFailure } = await openAsk(t);
  expectFailure(/ERR_FAILED/);
  await page.route('**/api/cancel_ask', (route) => route.abort());
  await page.getByTestId('ask-question').fill('느린 가상정');
  await page.keyboard.press('Enter');
  await page.getByTestId('ask-waiting').waitFor();
  await page.getByTestId('ask-leave').click();
  await page.getByTestId('ask-left').waitFor();
  // What was stopped does not come back; something else can be asked at once.
  await put(page, '가상정은 몇 정까지 먹나요?', 'answered');
  await page.waitForTimeout(3200);
  assert.match(await textOf(page.getByTestId('ask-turn').last()), /중지함/);
  assert.match(await textOf(page.getByTestId('ask-asked')), /몇 정까지/);
  await hasCount(page.getByTestId('error'), 0);
  await close();
});

test('a refusal is said and asked again', async (t) => {
  const { page, close, expectFailure } = await openAsk(t);
  expectFailure(/422/);
  await put(page, '가상정은 몇 정까지 먹나요?', 'answered');
  await page.getByTestId('ask-question').fill('고장 난 가상정');
  await page.keyboard.press('Enter');
  const error = page.getByTestId('error');
  await error.waitFor();
  assert.match(await textOf(error), /의약품 문서를 읽지 못했습니다/);
  await checkAccessibility(page, 'a refusal');
  const before = await page.getByTestId('ask-turn').count();
  await error.getByRole('button').click();
  await page.waitForTimeout(300);
  await error.waitFor();
  await hasCount(page.getByTestId('ask-turn'), before, 'it takes its own place');
  await close();
});

test('a source whose document is gone shows its quote', async (t) => {
  const { page, close, expectFailure } = await openAsk(t);
  expectFailure(/422/);
  await put(page, '가상정 보관은?', 'answered');
  await page.locator('[data-testid="ask-chip"][data-n="3"]').click();
  await page.getByTestId('ask-quote-alone').waitFor();
  assert.match(await textOf(page.getByTestId('ask-passage')), /가상정은 빛을 피해 보관합니다/);
  await close();
});

test('markup in a question and an answer stays text', async (t) => {
  const { page, close } = await openAsk(t);
  const markup = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  await put(page, `가상정 ${markup}`, 'answered');
  assert.ok((await textOf(page.getByTestId('ask-text'))).includes(markup));
  await hasCount(page.locator('[data-testid="ask-answer"] img'), 0);
  assert.equal(await page.evaluate(() => 'hit' in window), false);
  await close();
});

test('an answer is copied and printed with its sources', async (t) => {
  const { page, close } = await openAsk(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await put(page, '가상정을 한꺼번에 먹었어요', 'emergency');
  await page.getByTestId('ask-answer').getByRole('button', { name: '복사' }).click();
  await page.getByText('복사했습니다.').first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.split('119').length, 2, 'said once');
  assert.match(copied, /질문: 가상정을.*119.*DUR 알림.*하루 3정.*출처.*\(요지\).*꼭 상담하세요/s);

  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
  });
  await page.getByTestId('ask-print').click();
  assert.ok(await page.evaluate(() => 'printed' in window));
  assert.equal(await page.getByTestId('ask-sheet').isVisible(), false, 'not on the screen');
  await page.emulateMedia({ media: 'print' });
  await hasCount(page.getByRole('navigation'), 0, 'no chrome on paper');
  assert.equal(await page.getByTestId('ask-question').isVisible(), false);
  const sheet = await page.getByTestId('ask-sheet').innerText();
  assert.equal(sheet.split('119').length, 2, 'said once');
  assert.match(
    sheet,
    /복약 상담 자료.*\d{4}-\d\d-\d\d.*가상정을 한꺼번에.*119.*병용금기.*하루 3정.*\[문서 1\].*출처.*용법·용량.*꼭 상담하세요/s,
  );
  await close();
});

test('a patient takes home the words of an answer in large type', async (t) => {
  const { page, close } = await openAsk(t);
  await put(page, '가상정을 한꺼번에 먹었어요', 'emergency');
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
  });
  await page.getByTestId('ask-print-patient').click();
  assert.ok(await page.evaluate(() => 'printed' in window));
  await page.emulateMedia({ media: 'print' });
  const sheet = await page.getByTestId('ask-patient-sheet').innerText();
  assert.match(sheet, /약에 대한 안내.*가상정을 한꺼번에.*119.*하루 3정.*꼭 상담하세요/s);
  assert.doesNotMatch(sheet, /\[문서 1\]|\(요지\)/u, 'no references');
  const size = await page
    .getByTestId('ask-patient-sheet')
    .evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  assert.ok(size > 20, `${size} px`);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await hasCount(page.getByTestId('ask-patient-sheet'), 0);
  await close();
});

test('the steps of an answer are seen and heard while they are taken', async (t) => {
  const { page, close } = await openAsk(t);
  await page.getByTestId('ask-question').fill('느린 가상정');
  await page.keyboard.press('Enter');
  const step = page.getByTestId('ask-progress-step');
  await hasAttribute(step.nth(1), 'aria-current', 'step');
  assert.deepEqual(
    (await step.allTextContents()).map((text) => text.replace(/\s+/gu, ' ').trim()),
    [
      '✓ 질문 이해 끝남 · 0.4 ms',
      '▸ 검색·재정렬 하는 중',
      '○ DUR 확인 대기',
      '○ 답변 작성 대기',
      '○ 검증 대기',
      '○ 채점 대기',
    ],
    'each in words',
  );
  const region = page.getByTestId('announcer');
  await hasAttribute(region, 'aria-live', 'polite');
  await hasText(region, /검색·재정렬 단계를 하는 중입니다/);
  await hasCount(page.locator('[aria-busy="true"]'), 0, 'nothing hides them from a screen reader');
  await checkAccessibility(page, 'steps');
  await checkOverflow(page, 'steps');
  await answer(page, 'answered').waitFor();
  await hasCount(step, 0);
  await hasText(region, /답변이 나왔습니다/);
  await page.getByTestId('ask-tab-course').click();
  await page.getByTestId('ask-timeline').waitFor();
  await close();
});

test('what a chat model writes is seen while it writes, as a draft', async (t) => {
  const { page, close } = await openAsk(t);
  await playRole(page, 'answering');
  await page.getByTestId('ask-with-models').check();
  await page.getByTestId('ask-question').fill('가상정은 몇 정까지 먹나요? 교정');
  await page.keyboard.press('Enter');
  await page.getByTestId('ask-written').getByText('가상정은 하루 3정').waitFor();
  assert.match(await textOf(page.getByTestId('ask-waiting')), /아직 출처와 견주지 않은 글/);
  await checkAccessibility(page, 'a draft');
  await answer(page, 'answered').waitFor();
  await hasCount(page.getByTestId('ask-written'), 0);
  await page.getByTestId('ask-tab-scores').click();
  assert.match(await textOf(page.getByTestId('ask-panel-scores')), /채점 모델의 점수.*\.90/s);
  await close();
});

test('the page fits a narrow window, large text and English', async (t) => {
  const { page, close } = await openAsk(t, { width: 390, height: 800 });
  await put(page, '오늘 점심은?', 'out_of_scope');
  await put(page, LONG, 'answered');
  await page.getByTestId('ask-turn').first().click();
  await page.waitForFunction(() => {
    const asked = document.querySelector('[data-testid="ask-asked"]');
    const top = asked?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < window.innerHeight;
  });
  await checkOverflow(page, 'an answer in a narrow window');
  await checkAccessibility(page, 'an answer in a narrow window');
  for (const tab of ['links', 'scores', 'course']) {
    await page.getByTestId(`ask-tab-${tab}`).click();
    await checkOverflow(page, `${tab} in a narrow window`);
  }
  assert.ok(await page.getByTestId('ask-closing').isVisible());
  await page.setViewportSize({ width: 1024, height: 768 });
  await checkOverflow(page, 'an answer in a window of half the width');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.waitForTimeout(200);
  await checkOverflow(page, 'an answer in large text');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    location.hash = '#/settings';
  });
  await page.getByTestId('language-en').check();
  await page.getByTestId('nav-ask').click();
  await page.getByTestId('ask-tab-scores').click();
  assert.match(await textOf(page.getByTestId('ask-panel-scores')), /Faithfulness/);
  await checkOverflow(page, 'an answer in English');
  await checkAccessibility(page, 'an answer in English');
  await close();
});

test('the palette and the help know the page', async (t) => {
  const { page, close } = await openAsk(t);
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').fill('약사');
  await page.getByRole('option', { name: '약사 질의' }).click();
  await page.getByTestId('ask-question').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('?');
  assert.match(await textOf(page.getByRole('dialog')), /약사 질의 쓰기\s*P/);
  await close();
});
