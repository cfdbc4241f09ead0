// @ts-check
// Patients against the mock desk: what is remembered, asked, corrected and forgotten — and never mixed up.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasAttribute, hasCount } from './checks.mjs';
import { playRole } from './desk.mjs';
import { startMock } from './mock/server.mjs';
import { choose, say, spoken, textOf } from './patients.mjs';

/** @typedef {import('playwright-core').Page} Page */

const ONE = '가상 환자 하나';
const TWO = '가상 환자 둘';

/** @param {import('node:test').TestContext} t @param {Parameters<typeof openBrowser>[1]} [options] */
async function openPatients(t, options) {
  const desk = await startMock();
  t.after(() => desk.close());
  const opened = await openBrowser(t, options);
  await opened.page.goto(`${desk.url}#/patients`);
  await opened.page.getByTestId('patient-row').first().waitFor();
  return opened;
}

/** What has the focus. @param {Page} page */
async function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '');
}

/** Moves on with Tab until it is there. @param {Page} page @param {string} testid */
async function tabTo(page, testid) {
  for (let step = 0; step < 80; step += 1) {
    if ((await focused(page)) === testid) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reached ${testid}`);
}

test('a patient is found, asked for and traced to the source by keyboard alone', async (t) => {
  const { page, close } = await openPatients(t);
  assert.match(await page.title(), /환자 상담/);
  await checkAccessibility(page, 'no patient open');
  await checkOverflow(page, 'no patient open');

  await page.getByTestId('patient-search').focus();
  await page.keyboard.insertText('없는 사람');
  await page.getByText('찾는 환자가 없습니다').waitFor();
  await page.getByTestId('patient-search').fill('하나');
  await page.waitForFunction(
    () => document.querySelectorAll('[data-testid="patient-row"]').length === 1,
  );
  await page.getByTestId('patient-search').focus();
  await tabTo(page, 'patient-row');
  await page.keyboard.press('Enter');
  await page.getByTestId('say').waitFor();
  const banner = await textOf(page.getByTestId('patient-banner'));
  assert.match(banner, /가상 환자 하나.*번호.*000000a1.*65세 · 남성.*알레르기: 페니실린/s);
  await checkAccessibility(page, 'a patient');
  await checkOverflow(page, 'a patient');

  // What was kept is there; its document is not, so its number stays words.
  const kept = spoken(page, '10년 됐어요');
  assert.match(await textOf(kept), /지난번 답변입니다. \[문서 1\].*다른 사람 이야기/s);
  await hasCount(kept.getByTestId('ask-chip'), 0);

  await tabTo(page, 'say');
  await page.keyboard.insertText('두통에 가상정을 먹어도 되나요? 페니실린도요.');
  await page.keyboard.press('Enter');
  const turn = spoken(page, '두통에');
  await turn.getByTestId('reply').waitFor();
  await page.getByTestId('announcer').getByText('답변이 나왔습니다').waitFor({ state: 'attached' });
  const text = await textOf(turn);
  assert.match(
    text,
    /먼저 확인할 것.*긴급.*알레르기\(페니실린\).*근거: 이 환자의 기록.*DUR·중복 알림.*병용금기.*하루 3정/s,
  );
  assert.equal(text.split('드시지 마십시오').length, 2, 'a warning is said once');
  assert.match(
    text,
    /새로 만듦.*보통 질문\s*· 문서 k=8.*품질\s*\.85.*멈춘 까닭: 품질이 기준에 닿아서/s,
  );
  assert.match(text, /이 답에 쓴 것 3.*65세.*이번 말에서 기억한 것 1.*새로.*증상.*두통/s);
  assert.match(await textOf(page.getByTestId('slot-symptoms')), /증상 1.*두통/s);
  assert.match(await textOf(page.getByTestId('ask-closing')), /전문가의 진료나 상담을 대신하지/);

  // A source opens with its quote marked, and gives the focus back.
  await turn.getByTestId('ask-chip').last().focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('ask-passage').locator('mark').getByText('하루 3정').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('ask-source').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'ask-chip');
  await page.keyboard.press('2');
  await page.getByTestId('ask-source').getByText('성분명 1').waitFor();
  await page.keyboard.press('Escape');

  // The run, as a graph and in words.
  await turn.getByTestId('reply-course').locator('summary').focus();
  await page.keyboard.press('Enter');
  await turn.getByTestId('run-nodes').waitFor({ state: 'attached' });
  assert.match(
    await textOf(turn.getByTestId('run-nodes')),
    /캐시 확인: 끝.*0\.2 ms.*검색.*3\.2 ms/s,
  );
  assert.match(
    await textOf(turn.getByTestId('reply-quality')),
    /근거성\s*1\.00.*완결성\s*\.50.*전체\s*\.85/s,
  );
  assert.match(
    await textOf(turn.getByTestId('reply-course')),
    /다시 찾기 1회.*가상정, 고혈압.*캐시: 1번/s,
  );
  await checkAccessibility(page, 'an answer');
  await checkOverflow(page, 'an answer');
  const scrolled = await page.evaluate(() => document.documentElement.scrollTop);
  assert.equal(scrolled, 0, 'the conversation scrolls, the window does not');
  await close();
});

test('a record of another program becomes a patient, by keyboard', async (t) => {
  const { page, close, expectFailure } = await openPatients(t);
  await page.getByTestId('record-open-import').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('record-dialog').waitFor();
  await checkAccessibility(page, 'the import of a record');
  assert.equal(await page.getByTestId('record-import').isDisabled(), true);

  expectFailure(/422/);
  // What is no record is refused, and the dialog stays for another file.
  const file = (/** @type {string} */ name, /** @type {string} */ text) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await page.getByTestId('record-file').setInputFiles(file('메모.json', '메모'));
  assert.match(await textOf(page.getByTestId('record-chosen')), /메모\.json/);
  await page.getByTestId('record-import').click();
  await page.getByTestId('error').getByText('JSON 파일이 아닙니다').waitFor();

  await page.getByTestId('record-file').setInputFiles(file('기록.json', '{}'));
  await page.getByTestId('record-name').fill('김기록');
  await page.keyboard.press('Enter');
  await page.getByTestId('record-imported').waitFor();
  assert.match(
    await textOf(page.getByTestId('record-imported')),
    /김기록 환자의 기록.*알레르기\s*1.*진료\(방문\)\s*Encounter\s*2건.*단위가 없는 수치.*Creatinine: 1\.8/s,
  );
  await checkAccessibility(page, 'an imported record');
  assert.equal(await focused(page), 'record-open');
  await page.keyboard.press('Enter');
  await page.getByTestId('patient-open-name').getByText('김기록').waitFor();
  await hasCount(page.getByTestId('record-imported'), 0);

  // Escape leaves without importing.
  await page.getByTestId('record-open-import').click();
  await page.keyboard.press('Escape');
  await hasCount(page.getByTestId('record-dialog'), 0);
  assert.equal(await focused(page), 'record-open-import');
  await close();
});

test('a patient takes home the words of a reply, and nothing of another patient', async (t) => {
  const { page, close } = await openPatients(t);
  await choose(page, ONE);
  const turn = await say(page, '두통에 가상정을 먹어도 되나요? 페니실린도요.');
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
  });
  await turn.getByTestId('reply-print').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => 'printed' in window);
  await page.emulateMedia({ media: 'print' });
  const sheet = await page.getByTestId('reply-sheet').innerText();
  assert.match(
    sheet,
    /약에 대한 안내.*두통에 가상정을.*오늘 진료.*알레르기\(페니실린\).*하루 3정.*출처: .*상담하세요/s,
  );
  const internals = /\[|k=|품질|무게|근거: 이 환자의 기록|환자 둘/u;
  assert.doesNotMatch(sheet, internals, 'no references, scores or record');
  await page.emulateMedia({ media: 'screen' });

  // A sheet that a browser has not put away is gone with the chart.
  await choose(page, TWO);
  await hasCount(page.getByTestId('reply-sheet'), 0);
  await close();
});

test('switching clears the pane at once, and no answer stands under another patient', async (t) => {
  const { page, close } = await openPatients(t);
  await choose(page, ONE);
  await page.getByTestId('say').fill('느린 가상정, 하나의 질문');
  await page.keyboard.press('Enter');
  await page.getByTestId('spoken-waiting').waitFor();
  await page.getByTestId('say').fill('하나에게만 적던 글');

  // In the very task in which the address changes nothing of the first is left.
  const left = await page.evaluate(async () => {
    const row = [...document.querySelectorAll('[data-testid="patient-row"]')].find((one) =>
      one.textContent?.includes('가상 환자 둘'),
    );
    if (!(row instanceof HTMLElement)) return 'no row';
    const changed = new Promise((resolve) =>
      addEventListener('hashchange', resolve, { once: true }),
    );
    row.click();
    await changed;
    await new Promise((resolve) => setTimeout(resolve, 0));
    const chart = document.querySelector('[data-testid="chart"]');
    return `${chart?.getAttribute('data-patient')} ${chart?.textContent}`;
  });
  assert.match(left, /0000000000b2/);
  assert.doesNotMatch(left, /하나|페니실린|느린|고혈압/);

  await page.getByTestId('say').waitFor();
  assert.equal(await page.getByTestId('say').inputValue(), '', 'a draft is its patient’s');
  await hasCount(page.getByTestId('spoken'), 0);
  await page.waitForTimeout(3400);
  await hasCount(page.getByTestId('spoken'), 0, 'the answer came, and is not shown');
  const chart = await textOf(page.getByTestId('chart'));
  assert.match(chart, /가상 환자 둘.*임신 20주/s);
  assert.doesNotMatch(chart, /하나|페니실린|고혈압/);
  assert.doesNotMatch(await textOf(page.getByTestId('announcer')), /답변이 나왔습니다/);
  await say(page, '둘의 질문, 가상정은요?');
  assert.match(await textOf(page.getByTestId('conversation')), /가상 환자 둘 님의 기록/);

  // Where it was asked it is found, with what was remembered.
  await choose(page, ONE);
  assert.match(await textOf(spoken(page, '느린')), /가상 환자 하나 님의 기록/);
  assert.doesNotMatch(await textOf(page.getByTestId('conversation')), /환자 둘/);
  await close();
});

test('an answer that comes after going there and back is found where it was asked', async (t) => {
  const { page, close } = await openPatients(t);
  await choose(page, ONE);
  await page.getByTestId('say').fill('느린 가상정');
  await page.keyboard.press('Enter');
  await page.getByTestId('spoken-waiting').waitFor();
  await choose(page, TWO);
  await choose(page, ONE);
  await spoken(page, '느린').getByTestId('reply').waitFor({ timeout: 8000 });
  await choose(page, TWO);
  await hasCount(page.getByTestId('spoken'), 0);

  // A dialog does not outlive its patient, also when the address is changed by hand.
  await page.getByTestId('memory-item').first().click();
  await page.getByTestId('item').waitFor();
  await page.goBack();
  await page.getByTestId('patient-open-name').getByText(ONE).waitFor();
  await page.getByTestId('item').waitFor({ state: 'detached' });
  await close();
});

test('what is remembered fades, is checked, corrected and taken out, with its history', async (t) => {
  const { page, close } = await openPatients(t);
  await choose(page, ONE);
  const memory = page.getByTestId('memory');
  const order = await textOf(memory);
  assert.match(
    order,
    /알레르기.*페니실린.*인구학적 정보 2.*65세.*흐려지지 않음.*병력 2.*고혈압.*약물 1.*활력징후 1.*혈압 140\/90.*검사 1/s,
  );
  const pressure = memory.getByTestId('memory-item').filter({ hasText: '혈압 140/90' });
  assert.match(await textOf(pressure), /무게 \.(29|30)/);

  // The curve says in a table what it draws.
  await pressure.focus();
  await page.keyboard.press('Enter');
  const item = page.getByTestId('item');
  await item.waitFor();
  assert.match(
    await textOf(item.getByTestId('decay')),
    /지금 무게 \.(29|30), 반으로 줄기까지 7시간/,
  );
  await item.getByText('표로 보기').click();
  assert.match(
    await textOf(item.getByTestId('decay-table')),
    /지금\s*\.(29|30).*24시간 뒤\s*\.02/s,
  );
  await checkAccessibility(page, 'an item');
  await checkOverflow(page, 'an item');

  // A value that cannot be read is refused; one that can is kept and signed.
  await item.getByTestId('item-edit').click();
  await item.getByTestId('item-field-systolic').fill('백오십');
  await item.getByTestId('item-save').click();
  await item.getByText('읽을 수 없는 값').waitFor();
  await checkAccessibility(page, 'a form');
  await item.getByTestId('item-field-systolic').fill('150');
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'detached' });
  await memory.getByText('혈압 150/90 mmHg').waitFor();
  await memory.getByTestId('memory-item').filter({ hasText: '혈압 150' }).click();
  assert.match(await textOf(item.getByTestId('events')), /고침.*앞서: 혈압 140\/90 mmHg.*기억함/s);
  await item.getByTestId('item-confirm').click();
  await item.waitFor({ state: 'detached' });
  assert.match(await textOf(memory), /혈압 150\/90 mmHg.*확인/s);

  // Two that cannot both be so wait for a person.
  const turn = await say(page, '가상정은 끊었어요. 두통은 있어요.');
  assert.match(
    await textOf(turn.getByTestId('remembered')),
    /확인 필요.*가상정 중단 ↔ 가상정 5mg/s,
  );
  const conflicts = page.getByTestId('conflicts');
  assert.match(
    await textOf(conflicts),
    /확인 필요 1.*나중에 한 말.*가상정 중단.*먼저 한 말.*가상정 5mg/s,
  );
  assert.match(await textOf(page.getByTestId('patient-banner')), /확인 필요 1/);
  await checkAccessibility(page, 'a contradiction');
  await checkOverflow(page, 'a contradiction');
  await conflicts.getByTestId('conflict-right').first().click();
  await conflicts.waitFor({ state: 'detached' });
  assert.match(await textOf(page.getByTestId('slot-medications')), /약물 1.*가상정 중단/s);

  // Taken out: gone from the memory, kept in the history.
  await memory.getByTestId('memory-item').filter({ hasText: '당화혈색소' }).click();
  await item.getByTestId('item-delete').click();
  await item.getByTestId('item-delete-sure').click();
  await item.waitFor({ state: 'detached' });
  assert.match(await textOf(page.getByTestId('slot-labs')), /검사 0.*없음/s);
  await page.getByTestId('item-write').click();
  await page.getByTestId('item-slot').selectOption('medications');
  await page.getByTestId('item-name').fill('모의정');
  await page.getByTestId('item-field-dose').fill('10mg');
  await checkAccessibility(page, 'writing an item');
  await page.keyboard.press('Enter');
  await memory.getByText('모의정 10mg').waitFor();
  await page.getByTestId('memory-tab-history').click();
  assert.match(
    await textOf(page.getByTestId('history')),
    /기억함\s*모의정.*지움\s*당화혈색소.*치움\s*가상정 5mg.*확인함.*고침/s,
  );
  await checkAccessibility(page, 'the history');
  await close();
});

test('a greeting, a kept answer, a plain one and an emergency say what they are', async (t) => {
  const { page, close } = await openPatients(t, { scheme: 'dark' });
  await choose(page, ONE);
  await checkAccessibility(page, 'a patient, dark');
  const greeting = await say(page, '안녕하세요');
  assert.match(await textOf(greeting), /인사\s*· 문서 k=0.*찾을 것이 없어서.*쓴 것이 없습니다/s);
  const badges = await textOf(greeting.getByTestId('reply-badges'));
  assert.doesNotMatch(badges, /품질/, 'what was not scored has no score');
  const cached = await say(page, '다시, 가상정은?');
  assert.match(await textOf(cached), /캐시에서\s*· 닮은 정도 \.97.*간직한 답이 있어서/s);
  await page.getByTestId('say-plain').check();
  assert.match(await textOf(await say(page, '기록 없이 가상정')), /기록 없이.*기록 없이 답해서/s);
  await page.getByTestId('say-plain').uncheck();
  const emergency = await say(page, '가상정을 한꺼번에 먹었어요. 페니실린도요.');
  const first = emergency.getByTestId('reply-warning').first();
  await hasAttribute(first, 'data-severity', 'emergency');
  assert.match(await textOf(first), /응급.*119/s);
  const whole = await textOf(emergency);
  assert.ok(whole.indexOf('119') < whole.indexOf('병용금기'), 'life comes first');
  assert.equal(whole.split('119').length, 2, 'said once');
  await checkAccessibility(page, 'an emergency, dark');

  // Opened again, each is what it was.
  const read = async () => {
    const turns = await page.getByTestId('spoken').all();
    return Promise.all(
      turns.map(async (turn) => [
        await textOf(turn.getByTestId('spoken-text')),
        await textOf(turn.getByTestId('reply')),
      ]),
    );
  };
  const held = await read();
  assert.equal(held.length, 5);
  await choose(page, TWO);
  await choose(page, ONE);
  await page.getByTestId('reply').nth(4).waitFor();
  const again = await read();
  // What the cache has done altogether is said under an answer of this sitting, and under one of before.
  assert.deepEqual(again, held);
  await close();
});

test('every new answer is in sight from its beginning, warnings first', async (t) => {
  const { page, close } = await openPatients(t);
  await choose(page, ONE);
  for (const text of [
    '가상정을 먹어도 되나요?',
    '하루 몇 정인가요?',
    '페니실린도 한꺼번에 먹었어요',
  ]) {
    const turn = await say(page, text);
    const box = await turn.boundingBox();
    const view = await page.getByRole('region', { name: '대화' }).boundingBox();
    assert.ok(box && view, 'both are drawn');
    assert.ok(box.y >= view.y - 1 && box.y < view.y + view.height / 2, `${text}: ${box.y}`);
  }
  await close();
});

test('chat models are asked where they play the roles, and what they did is said', async (t) => {
  const { page, close } = await openPatients(t);
  await playRole(page, 'patient_answering');
  await page.getByTestId('patient-row').first().waitFor();
  await page.keyboard.press('c');
  assert.equal(await focused(page), 'patient-search');
  await page.keyboard.press('Escape');
  await choose(page, ONE);
  await page.getByTestId('patient-open-name').click();
  await page.keyboard.press('c');
  assert.equal(await focused(page), 'say', 'with a patient open there is something to write');
  await page.getByTestId('say-with-models').check();
  const turn = await say(page, '모델과 함께 가상정은?');
  assert.match(await textOf(turn), /채팅 모델이 환자 답변 채점에.*모델이 쓴 문장 있음: small/s);
  await turn.getByTestId('reply-course').locator('summary').click();
  assert.match(
    await textOf(turn.getByTestId('reply-quality')),
    /낮은 쪽.*완결성\s*\.50\s*\.70.*정확성\s*\.90\s*\.90.*전체\s*\.82\s*\.88/s,
  );
  const calls = turn.getByTestId('spoken-calls');
  await calls.locator('summary').first().click();
  assert.match(await textOf(calls), /모델 호출 1.*작은모델.*가린 개인정보 3건/s);
  await checkAccessibility(page, 'an answer with models');
  await checkOverflow(page, 'an answer with models');
  await close();
});

test('a question may be left, and a refusal is said and sent again', async (t) => {
  const { page, close, expectFailure } = await openPatients(t);
  expectFailure(/422/);
  await choose(page, TWO);
  await page.getByTestId('say').fill('느린 가상정');
  await page.keyboard.press('Enter');
  await page.getByTestId('spoken-waiting').getByText('검색 하는 중').waitFor();
  await checkAccessibility(page, 'waiting');
  await page.getByTestId('say-leave').click();
  await page.getByTestId('spoken-left').waitFor();
  assert.equal(await focused(page), 'say');
  await page.getByTestId('say').fill('고장 난 것');
  await page.keyboard.press('Enter');
  const error = page.getByTestId('spoken').getByTestId('error');
  await error.waitFor();
  await checkAccessibility(page, 'a refusal');
  await error.getByRole('button').click();
  await page.waitForTimeout(300);
  await error.waitFor();
  await hasCount(spoken(page, '고장'), 1, 'it takes its own place');
  const markup = '<img src=x onerror="window.hit=1">';
  const turn = await say(page, `가상정 ${markup}`);
  assert.ok((await textOf(turn.getByTestId('reply-text'))).includes(markup));
  await hasCount(page.locator('[data-testid="spoken"] img'), 0);
  assert.equal(await page.evaluate(() => 'hit' in window), false);
  await close();
});

test('a patient is added, renamed, and forgotten for good', async (t) => {
  const { page, close, expectFailure } = await openPatients(t);
  expectFailure(/422/);
  await page.getByTestId('patient-add').click();
  await page.getByTestId('patient-name').fill(ONE);
  await page.keyboard.press('Enter');
  await page.getByTestId('patient-name-dialog').getByText('다른 환자가 쓰는 이름').waitFor();
  await checkAccessibility(page, 'a new patient');
  await page.getByTestId('patient-name').fill('가상 환자 셋');
  await page.keyboard.press('Enter');
  await page.getByTestId('patient-open-name').getByText('가상 환자 셋').waitFor();
  await page.getByText('아직 나눈 말이 없습니다').waitFor();
  assert.match(await textOf(page.getByTestId('slot-allergies')), /없다는 뜻이 아닙니다/);
  await checkAccessibility(page, 'nothing remembered');
  await page.getByTestId('patient-rename').click();
  await page.getByTestId('patient-name').fill('가상 환자 넷');
  await page.keyboard.press('Enter');
  await page.getByTestId('patient-open-name').getByText('가상 환자 넷').waitFor();

  await choose(page, ONE);
  await page.getByTestId('patient-forget').click();
  const dialog = page.getByTestId('patient-forget-dialog');
  const says = await textOf(dialog);
  assert.match(
    says,
    /되돌릴 수 없습니다.*항목 8건.*답변 1건.*캐시.*열쇠.*감사 기록.*건강 정보는 남지 않습니다/s,
  );
  await checkAccessibility(page, 'forgetting');
  assert.ok(await page.getByTestId('patient-forget-sure').isDisabled());
  await page.getByTestId('patient-forget-name').fill('가상 환자');
  await page.keyboard.press('Enter');
  assert.ok(await dialog.isVisible(), 'half a name is none');
  await page.getByTestId('patient-forget-name').fill(ONE);
  await page.keyboard.press('Enter');
  await page.getByTestId('patients-none').waitFor();
  assert.match(page.url(), /#\/patients$/);
  await hasCount(page.getByTestId('patient-row').filter({ hasText: ONE }), 0);
  await hasCount(page.getByTestId('patient-row'), 2);
  // The old address opens nobody.
  await page.goBack();
  await page.getByTestId('error').waitFor();
  assert.doesNotMatch(await textOf(page.getByTestId('chart')), /페니실린|하나/);
  await close();
});

test('the page fits a narrow window, large text and English', async (t) => {
  const { page, close } = await openPatients(t, { width: 390, height: 800 });
  await choose(page, ONE);
  await say(page, '가상정은 끊었어요. 두통에 페니실린을 먹어도 되나요? '.repeat(12).trim());
  await page.getByTestId('reply-course').locator('summary').last().click();
  await checkOverflow(page, 'an answer in a narrow window');
  await checkAccessibility(page, 'an answer in a narrow window');
  await page.getByTestId('memory-item').first().click();
  await page.getByTestId('item').waitFor();
  await checkOverflow(page, 'an item in a narrow window');
  await page.keyboard.press('Escape');
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
  await page.getByTestId('nav-patients').click();
  await choose(page, ONE);
  assert.match(await textOf(page.getByTestId('memory')), /Allergies.*Medications/s);
  await checkOverflow(page, 'a patient in English');
  await checkAccessibility(page, 'a patient in English');
  await close();
});
