// @ts-check
// What several tests against the mock desk begin with, and what they check on every page.
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow } from './checks.mjs';
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

/**
 * Checks that the pages are accessible in both colour schemes and fit into small windows.
 * @param {string} topic
 * @param {(page: Page, check: (where: string) => Promise<void>) => Promise<void>} everyPage
 */
export function checkPages(topic, everyPage) {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${topic}: accessibility, ${scheme}`, { timeout: 180_000 }, async (t) => {
      const desk = await mockFor(t);
      const { page, close } = await openBrowser(t, { scheme });
      await page.goto(desk.url);
      await rows(page).first().waitFor();
      await everyPage(page, async (where) => checkAccessibility(page, `${scheme} ${where}`));
      await close();
    });
  }

  for (const [width, height] of /** @type {const} */ ([
    [1280, 800],
    [1024, 700],
    [512, 350],
  ])) {
    test(`${topic}: nothing overflows at ${width}×${height}`, { timeout: 120_000 }, async (t) => {
      const desk = await mockFor(t);
      const { page, close } = await openBrowser(t, { width, height });
      await page.goto(desk.url);
      await rows(page).first().waitFor();
      await everyPage(page, async (where) => checkOverflow(page, `${width}×${height} ${where}`));
      await close();
    });
  }
}
