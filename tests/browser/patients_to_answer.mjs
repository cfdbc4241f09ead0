// @ts-check
// Patients on a real desk: said, remembered, heeded, reopened, kept apart, forgotten.
// SIMUI_URL=<what `simui serve` prints> node patients_to_answer.mjs
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasCount } from './checks.mjs';
import { ask, goTo, rows } from './desk.mjs';
import { add, choose, opened, say, spoken, textOf } from './patients.mjs';

/** @typedef {import('playwright-core').Page} Page */

const ONE = '브라우저 환자 하나';
const TWO = '브라우저 환자 둘';
const FACTS = '65세 남성이고 페니실린 알레르기가 있어요. 와파린 먹고 있어요. 혈압은 190/125예요.';
const QUESTION = '목이 아픈데 아목시실린 먹어도 되나요?';

/** @param {string} url */
export function fromPatientToAnswer(url) {
  test('from a new patient to a forgotten one', { timeout: 240_000 }, async (t) => {
    const { page, close, expectFailure } = await openBrowser(t, { width: 1280, height: 800 });
    /** What stood on the page, turn by turn. @type {string[]} */
    let held = [];

    await t.test('a key leads to the patients', async () => {
      await page.goto(url);
      await rows(page).first().waitFor();
      await page.keyboard.press('c');
      await page.getByTestId('patients-none').waitFor();
      await page.waitForFunction(
        () => document.activeElement?.getAttribute('data-testid') === 'patient-search',
      );
    });

    await t.test('what is said is remembered, and what is dangerous is said first', async () => {
      await add(page, ONE);
      const turn = await say(page, FACTS);
      assert.match(await textOf(turn.getByTestId('reply-warning').first()), /응급.*고혈압 위기/s);
      // The record is read again when the answer is there.
      const memory = page.getByTestId('memory').filter({ hasText: '190/125' });
      await memory.waitFor();
      assert.match(await textOf(memory), /알레르기.*페니실린.*65세.*와파린.*혈압 190\/125/s);
    });

    await t.test('the allergy of the first turn is heeded in the second', async () => {
      const turn = await say(page, QUESTION);
      const warnings = await turn.getByTestId('reply-warning').allTextContents();
      assert.match(warnings[0] ?? '', /응급.*전에 말씀하신 혈압 190\/125/s);
      assert.match(warnings[1] ?? '', /긴급.*알레르기\(페니실린\).*아목시실린/s);
      const order = await turn
        .locator('[data-testid^="reply-"]')
        .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-testid')));
      assert.equal(order[0], 'reply-warnings', 'before anything of a document');
      assert.match(await textOf(turn.getByTestId('reply-used')), /페니실린/);
      await checkAccessibility(page, 'an answer of a real desk');
      await checkOverflow(page, 'an answer of a real desk');
    });

    await t.test('a conversation reopened is the conversation held', async () => {
      await say(page, '고마워요');
      await page.getByTestId('say-plain').check();
      await say(page, '아세트아미노펜 하루 최대 용량이 얼마예요?');
      held = await shown(page);
      assert.equal(held.length, 4);
      await page.reload();
      await opened(page, ONE);
      await page.getByTestId('reply').nth(3).waitFor();
      assert.deepEqual(await shown(page), held);
      const { turns } =
        (await ask(page, 'patients', { search: null, reviewer: null })).find(
          ({ name }) => name === ONE,
        ) ?? {};
      assert.equal(turns, 4);
    });

    await t.test('nothing of one patient stands under another', async () => {
      await add(page, TWO);
      const turn = await say(page, QUESTION);
      await hasCount(turn.getByTestId('reply-warning'), 0);
      assert.doesNotMatch(await textOf(page.getByTestId('chart')), /페니실린 알레르기|와파린|190/);
      await choose(page, ONE);
      await spoken(page, QUESTION).getByTestId('reply').waitFor();
      assert.deepEqual(await shown(page), held);
    });

    await t.test('it fits a window of 512 pixels', async () => {
      await page.setViewportSize({ width: 512, height: 700 });
      await checkOverflow(page, 'a real conversation, 512');
      await checkAccessibility(page, 'a real conversation, 512');
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await t.test('a forgotten patient is nowhere', async () => {
      const address = new URL(page.url()).hash;
      await page.getByTestId('patient-forget').click();
      await page.getByTestId('patient-forget-name').fill(ONE);
      await page.keyboard.press('Enter');
      await page.getByTestId('patients-none').waitFor();
      const left = await ask(page, 'patients', { search: null, reviewer: null });
      assert.deepEqual(
        left.filter(({ name }) => name === ONE || name === TWO).map(({ name }) => name),
        [TWO],
      );
      expectFailure(/40[04]|422/);
      await goTo(page, address);
      await page.getByTestId('error').waitFor();
      assert.doesNotMatch(await textOf(page.getByTestId('chart')), /페니실린|와파린/);
    });

    await t.test('nothing was logged', close);
  });
}

/** Each turn as it is read: words, answer, badges. Times that are measured in the page are left out. @param {Page} page */
async function shown(page) {
  const turns = page.getByTestId('spoken');
  const parts = ['spoken-text', 'reply-warnings', 'reply-notices', 'reply-text', 'reply-badges'];
  const read = (await turns.all()).map(async (turn) => {
    const texts = [...parts, 'reply-used', 'run-nodes', 'reply-quality'].map(async (part) =>
      (await turn.getByTestId(part).allTextContents()).join('|'),
    );
    return (await Promise.all(texts)).join('\n');
  });
  return Promise.all(read);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env['SIMUI_URL'];
  if (!url) {
    process.stderr.write(
      'error: SIMUI_URL is not set: start `simui serve` on a fresh demo data directory and pass the address it prints\n',
    );
    process.exit(2);
  }
  fromPatientToAnswer(url);
}
