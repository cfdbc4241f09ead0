// @ts-check
// What people read when the desk refuses: Korean that says what happened and what to do, or what to send to whom.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow } from './checks.mjs';
import { rows, signAs } from './desk.mjs';
import { startMock } from './mock/server.mjs';

const CASE = '0192f0c1-7d3a-7b1e-9c55-2f1d0c9b8a77';

/**
 * Claims a case at a desk that answers with this body, and returns what the page says.
 * @param {import('node:test').TestContext} t @param {object} body
 */
async function refusedClaim(t, body) {
  const desk = await startMock({ reviewers: ['김심의', '박심의'] });
  t.after(() => desk.close());
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.route('**/api/claim', (route) => route.fulfill({ status: 422, json: body }));
  await page.goto(desk.url);
  await signAs(page, '박심의');
  await rows(page).filter({ hasText: 'AD-0412' }).click();
  await page.getByTestId('claim').click();
  const alert = page.getByTestId('case').getByRole('alert').filter({ hasText: /\S/ });
  await alert.waitFor();
  const text = await alert.innerText();
  await checkAccessibility(page, 'a refused operation');
  await checkOverflow(page, 'a refused operation');
  await close();
  return text;
}

test('a refused operation is said in Korean, with who and what to do', async (t) => {
  const text = await refusedClaim(t, {
    code: 'case_claimed',
    params: { name: '김심의', until: '2026-03-02 14:05' },
    message: `case ${CASE} is claimed by 김심의 until 2026-03-02T05:05:00Z; wait, ask them`,
  });
  assert.match(text, /이 사건은 김심의가 맡고 있습니다\(2026-03-02 14:05까지, 한국 시각\)/);
  assert.match(text, /그 사람에게 부탁하세요/);
  assert.ok(!text.includes(CASE) && !text.includes('claimed'), text);
});

test('an error that the window has no words for is said to be one, with the text for engineers', async (t) => {
  const text = await refusedClaim(t, { code: 'of_a_newer_desk', message: 'the queue is on fire' });
  assert.match(text, /알 수 없는 오류가 났습니다/);
  assert.match(text, /자세히: the queue is on fire/);
});
