// @ts-check
// What several tests against the mock desk begin with, and what they check on every page.
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkSchemes, checkSizes, SIZE_RULES } from './checks.mjs';
import { rows } from './desk.mjs';
import { startMock } from './mock/server.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('node:test').TestContext} TestContext */

/** Starts a mock desk for one test. @param {TestContext} t @param {Parameters<typeof startMock>[0]} [options] */
export async function mockFor(t, options) {
  const desk = await startMock(options);
  t.after(() => desk.close());
  return desk;
}

/** Window sizes; the last two are 1280×800 and 1024×700 at a page zoom of 200 %. */
const WIDE = /** @type {const} */ ([
  [1280, 800],
  [1024, 700],
]);
const NARROW = /** @type {const} */ ([
  [512, 350],
  [640, 400],
]);

/**
 * Goes through the pages in a wide window, in both schemes, and in a narrow one.
 * @param {string} topic
 * @param {(t: TestContext) => Promise<string>} address The desk that the pages ask.
 * @param {(page: Page, check: (where: string) => Promise<void>) => Promise<void>} everyPage
 */
export function checkPages(topic, address, everyPage) {
  for (const sizes of [WIDE, NARROW]) {
    const [width, height] = sizes[0];
    /** @param {Page} page @param {string} where */
    const check = async (page, where) => {
      if (sizes === WIDE) await checkSchemes(page, where);
      else await checkAccessibility(page, where, SIZE_RULES);
      await checkSizes(page, where, sizes);
    };
    test(`${topic}: from ${width}×${height}`, { timeout: 240_000 }, async (t) => {
      const { page, close } = await openBrowser(t, { width, height });
      await page.goto(await address(t));
      await rows(page).first().waitFor();
      await everyPage(page, (where) => check(page, where));
      await close();
    });
  }
}
