// @ts-check
// From the queue to a stored decision, in Chromium, against `simui serve` on a fresh demo data directory.
// Usage: SIMUI_URL='http://127.0.0.1:PORT/?token=…' node queue_to_decision.mjs
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.mjs';
import { hasAttribute, hasCount, hasText } from './checks.mjs';
import {
  ask,
  chooseReviewer,
  goTo,
  openCase,
  openedCase,
  rows,
  signableCase,
  stored,
} from './desk.mjs';
import { checkPages } from './fixtures.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The whole path; also run against the mock, so that a failure here is the desk's and not the page's. @param {string} url */
export function fromQueueToDecision(url) {
  test('from the queue to a stored decision', { timeout: 240_000 }, async (t) => {
    const { page, close, expectFailure } = await openBrowser(t);
    let signer = '';
    let decided = '';

    await t.test('the token does not stay in the address', async () => {
      await page.goto(url);
      await rows(page).first().waitFor();
      assert.equal(new URL(page.url()).search, '');
    });

    await t.test('without a reviewer nothing can be decided', async () => {
      await rows(page).first().click();
      await page.getByTestId('action-approve').click();
      await hasText(page.locator('#act-error'), /심의관/);
      await hasCount(page.getByTestId('confirm'), 0);
      signer = await chooseReviewer(page);
    });

    await t.test('the screen shows what the desk says', async () => {
      const view = await signableCase(page);
      await openCase(page, view.summary.case_id);
      const result = view.result;
      assert.ok(result);
      const shown = await page.getByTestId('ad-text').evaluate((element) => {
        const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
        // Claim numbers and the names of hidden characters are ours, not the advertisement's.
        for (const ours of copy.querySelectorAll('button, .hidden')) ours.remove();
        return copy.textContent;
      });
      const hidden = /[\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/gu;
      assert.equal(
        (shown ?? '').replace(/\n/g, ''),
        view.ad.text.replace(/\n/g, '').replace(hidden, ''),
      );
      const marks = await page.locator('[data-testid="ad-text"] mark').count();
      assert.ok(result.claims.length === 0 || marks > 0, 'claims are marked');
      await hasCount(page.getByTestId('violation'), result.violations.length);
      const statuses = await page
        .getByTestId('citation')
        .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-status')));
      const cited = new Set(result.violations.flatMap(({ citations }) => citations));
      assert.ok(statuses.length >= cited.size, 'every citation is shown');
      assert.equal(
        await page.getByTestId('confidence').textContent(),
        (Math.floor(result.confidence * 100 + 1e-9) / 100).toFixed(2).replace(/^0/, ''),
      );
    });

    await t.test('the article opens beside the claim, its quote marked', async () => {
      const { cases } = await ask(page, 'queue', {
        state: 'open',
        reviewer: null,
        text: null,
        limit: 50,
      });
      for (const { case_id } of cases) {
        const view = await ask(page, 'case', { case_id });
        const provision = view.provisions.find(({ start, end }) => end > start);
        if (!provision || !view.result?.violations.length) continue;
        await openCase(page, case_id);
        await page.getByTestId('open-article').first().click();
        const marked = (await page.getByTestId('article').locator('em').allTextContents()).join('');
        const quotes = view.provisions.map(({ text, start, end }) =>
          [...text].slice(start, end).join('').replace(/\n/g, ''),
        );
        assert.ok(quotes.includes(marked), `the marked words are a quote: ${marked}`);
        await page.keyboard.press('Escape');
        await page.getByTestId('article').waitFor({ state: 'detached' });
        return;
      }
      assert.fail('no waiting case cites an article');
    });

    await t.test('a rejection needs words', async () => {
      await page.getByTestId('action-reject').click();
      await hasAttribute(page.getByTestId('note'), 'aria-invalid', 'true');
      assert.notEqual(((await page.locator('#act-error').textContent()) ?? '').trim(), '');
      await hasCount(page.getByTestId('confirm'), 0);
    });

    await t.test('an approval is confirmed, signed, stored, and said', async () => {
      const view = await signableCase(page);
      decided = view.summary.case_id;
      const before = (
        await ask(page, 'queue', {
          state: 'open',
          reviewer: null,
          text: null,
          limit: 1,
        })
      ).counts;
      await openCase(page, decided);
      await page.getByTestId('action-approve').click();
      await hasText(page.getByTestId('signer'), new RegExp(signer));
      await page.getByTestId('confirm-approve').click();
      await stored(page, decided, 'approve');
      await hasText(page.getByTestId('stored'), new RegExp(signer));
      await hasText(page.getByTestId('announcer'), new RegExp(signer));
      const after = (
        await ask(page, 'queue', {
          state: 'open',
          reviewer: null,
          text: null,
          limit: 1,
        })
      ).counts;
      assert.equal(after.open, before.open - 1);
      assert.equal(after.done, before.done + 1);
      await page.waitForFunction(
        (id) => !document.querySelector(`[data-testid="case"][data-case-id="${id}"]`),
        decided,
      );
      await hasAttribute(page.getByTestId('case'), 'data-status', 'awaiting_review');
    });

    await t.test('after a reload it is still decided', async () => {
      await page.reload();
      await openCase(page, decided);
      await hasAttribute(page.getByTestId('case'), 'data-status', 'completed');
      await hasText(page.getByTestId('outcome'), new RegExp(signer));
      await hasCount(page.getByTestId('actions'), 0);
      await page.getByTestId('queue-tab-done').click();
      await page.locator(`[data-testid="queue-row"][data-case-id="${decided}"]`).waitFor();
      await page.getByTestId('queue-tab-open').click();
    });

    await t.test('a second answer is refused by the desk', async () => {
      expectFailure(/Failed to load resource.*4\d\d/);
      await assert.rejects(
        ask(page, 'decide', {
          case_id: decided,
          action: 'approve',
          reviewer: signer,
          verdict: null,
          note: null,
          edit: null,
          question_id: null,
        }),
      );
    });

    await t.test('by keyboard alone, also with a Korean input method', async () => {
      await goTo(page, '#/review');
      await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
      await page.keyboard.press('j');
      await page.getByTestId('case').waitFor();
      const first = await openedCase(page);
      await page.keyboard.press('j');
      await page.waitForFunction(
        (id) => document.querySelector('[data-testid="case"]')?.getAttribute('data-case-id') !== id,
        first,
      );
      await page.keyboard.press('k');
      await page.locator(`[data-testid="case"][data-case-id="${first}"]`).waitFor();
      // The key of R as a Korean input method sends it: ㄱ.
      await page.evaluate(() =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: 'ㄱ',
            code: 'KeyR',
            bubbles: true,
            cancelable: true,
          }),
        ),
      );
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'note');
      await page.keyboard.type('근거를 다시 보아 주세요.');
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      await page.getByTestId('confirm').waitFor();
      await page.keyboard.press('Enter');
      await stored(page, first, 'reject');
      const view = await ask(page, 'case', { case_id: first });
      assert.equal(view.decisions.at(-1)?.action, 'reject');
      assert.equal(view.decisions.at(-1)?.note, '근거를 다시 보아 주세요.');
    });

    await t.test('every control is reached with Tab, and nobody is caught', async () => {
      const seen = new Set();
      for (let step = 0; step < 120; step += 1) {
        await page.keyboard.press('Tab');
        seen.add(
          await page.evaluate(
            () =>
              document.activeElement?.getAttribute('data-testid') ??
              document.activeElement?.tagName,
          ),
        );
        if (seen.has('action-request_revision') && seen.has('side-evidence') && seen.has('nav-new'))
          return;
      }
      assert.fail(`Tab reached only ${[...seen].join(', ')}`);
    });

    await t.test('an edit is previewed, signed and kept with its difference', async () => {
      const { case_id, result } = await signableCase(page).then(({ summary, result: draft }) => ({
        case_id: summary.case_id,
        result: draft,
      }));
      assert.ok(result);
      await openCase(page, case_id);
      await page.getByTestId('action-modify').click();
      const verdict = result.verdict === '보류' ? '허용' : '보류';
      await page.getByTestId(`verdict-${verdict}`).check();
      await page.getByTestId('edit-note').fill('전문가의 의견이 필요합니다.');
      await hasText(
        page.getByTestId('edit-preview'),
        new RegExp(`${result.verdict}.*${verdict}`, 's'),
      );
      await page.getByTestId('edit-sign').click();
      await page.getByTestId('confirm-modify').click();
      await stored(page, case_id, 'modify');
      const view = await ask(page, 'case', { case_id });
      assert.equal(view.summary.final_verdict, verdict);
      assert.equal(view.decisions.at(-1)?.action, 'modify');
      assert.notEqual(view.decisions.at(-1)?.diff, '');
      assert.equal(view.human_reviewed, true);
    });

    await t.test(
      'a revision is asked for, its notice shown, the new version compared',
      async () => {
        const { summary, ad } = await signableCase(page);
        await openCase(page, summary.case_id);
        await page.getByTestId('note').fill('근거 없는 표현을 빼 주세요.');
        await page.getByTestId('action-request_revision').click();
        await page.getByTestId('confirm-request_revision').click();
        await stored(page, summary.case_id, 'request_revision');
        await openCase(page, summary.case_id);
        await page.getByTestId('notice').waitFor();
        const waiting = await ask(page, 'case', { case_id: summary.case_id });
        assert.equal(
          (await page.getByTestId('notice').textContent())?.trim(),
          waiting.notice?.text.trim(),
        );
        await page
          .getByTestId('revision-text')
          .fill(`${ad.text}\n자세한 내용은 상담 때 안내합니다.`);
        await page.getByTestId('revision-submit').click();
        await page.getByTestId('versions').waitFor();
        const view = await ask(page, 'case', { case_id: summary.case_id });
        assert.equal(view.versions.length, 2);
        assert.notEqual(view.summary.status, 'awaiting_revision');
      },
    );

    await t.test('a new advertisement is reviewed and opened', async () => {
      await goTo(page, '#/new');
      const text = '대한민국 최고의 의료진이 100% 완치를 보장합니다. 😀 상담 환영';
      await page.getByTestId('intake-text').fill(text);
      await page.getByTestId('intake-advertiser').fill('브라우저시험의원');
      await page.getByTestId('intake-medium').selectOption('internet');
      await page.getByTestId('intake-submit').click();
      await page.getByTestId('case').waitFor();
      const view = await ask(page, 'case', {
        case_id: await openedCase(page),
      });
      assert.equal(view.ad.text, text);
      assert.equal(view.ad.advertiser, '브라우저시험의원');
    });

    await t.test('of a file with a bad line the others are reviewed', async () => {
      await goTo(page, '#/new');
      await page.getByTestId('intake-file').click();
      const lines = [
        '{"text":"평일 야간진료 안내"}',
        '{"text":"주차장 안내"}',
        '{"text": 이것은 JSON이 아니다',
        '{"text":"진료 과목 안내"}',
        '{"text":"오시는 길"}',
      ];
      await page.getByTestId('intake-files').setInputFiles({
        name: 'ads.jsonl',
        mimeType: 'application/jsonl',
        buffer: Buffer.from(lines.join('\n')),
      });
      await page.getByTestId('batch-submit').click();
      await page.locator('main a[href^="#/review/"]').nth(3).waitFor();
      await hasText(page.locator('main'), /ads\.jsonl 3번째 줄/);
    });

    await t.test('an article is found and opened', async () => {
      await goTo(page, '#/corpora');
      await page.getByTestId('document-row').first().waitFor();
      await page.getByTestId('corpora-search').click();
      await page.getByTestId('search-text').fill('광고');
      await page.getByTestId('search-submit').click();
      await page.getByTestId('search-hit').first().click();
      await page.locator('article.asked').waitFor();
    });

    await t.test('the palette leads to a case', async () => {
      await goTo(page, '#/settings');
      await page.keyboard.press('Control+k');
      await page.getByTestId('palette-input').fill('브라우저시험의원');
      await page.keyboard.press('Enter');
      await page.getByTestId('case').waitFor();
      const view = await ask(page, 'case', { case_id: await openedCase(page) });
      assert.equal(view.ad.advertiser, '브라우저시험의원');
    });

    await t.test('nothing was logged', close);
  });

  checkPages(
    'the path',
    async () => url,
    async (page, check) => {
      await chooseReviewer(page);
      await everyPage(page, check);
    },
  );
}

/** Each page in each of its states. @param {Page} page @param {(where: string) => Promise<void>} check */
async function everyPage(page, check) {
  await check('queue');
  const { summary } = await signableCase(page);
  await openCase(page, summary.case_id);
  await check('case');
  const toggle = page.getByTestId('toggle-evidence');
  if (await toggle.isVisible()) await toggle.click();
  for (const tab of ['checks', 'run', 'history', 'evidence']) {
    await page.getByTestId(`side-${tab}`).click();
    await check(`case, ${tab}`);
  }
  if (await toggle.isVisible()) await toggle.click();
  await page.getByTestId('action-approve').click();
  await page.getByTestId('confirm').waitFor();
  await check('confirm');
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm').waitFor({ state: 'detached' });
  await page.getByTestId('action-modify').click();
  await page.getByTestId('add-violation').click();
  await check('edit');
  await page.keyboard.press('Escape');
  await page.getByTestId('edit').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').getByRole('option').first().waitFor();
  await check('palette');
  await page.keyboard.press('Escape');
  await goTo(page, '#/new');
  await page.getByTestId('intake-text').waitFor();
  await check('new');
  await page.getByTestId('intake-file').click();
  await check('new, files');
  await goTo(page, '#/corpora');
  await page.getByTestId('document-row').first().waitFor();
  await check('corpora');
  await page.getByTestId('document-row').first().click();
  await page.locator('#document-title').waitFor();
  await check('document');
  await goTo(page, '#/corpora/import');
  await page.getByTestId('import-path').waitFor();
  await check('import');
  await goTo(page, '#/settings');
  await page.locator('[data-testid="doctor"] table').waitFor();
  await check('settings');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env['SIMUI_URL'];
  if (!url) {
    process.stderr.write(
      'error: SIMUI_URL is not set: start `simui serve` on a fresh demo data directory and pass the address it prints\n',
    );
    process.exit(2);
  }
  fromQueueToDecision(url);
}
