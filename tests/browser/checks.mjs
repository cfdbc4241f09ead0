// @ts-check
// What holds on every page: accessibility, and nothing cut off.
import assert from 'node:assert/strict';
import axe from 'axe-core';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** Rules of axe for WCAG 2.2 AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Those of its rules that depend on the size of the window. */
export const SIZE_RULES = ['scrollable-region-focusable', 'target-size', 'aria-hidden-focus'];

/** No serious or critical violation of these rules of axe. @param {Page} page @param {string} where @param {string[]} [rules] */
export async function checkAccessibility(page, where, rules = RULES) {
  // A spinner or a disabled button on its way out is not what a person reads.
  await page.waitForFunction(() => !document.querySelector('main[aria-busy="true"]'));
  // Evaluated through the debugger: the page's own policy allows no inline script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (runOnly) => {
    const { axe: run } = /** @type {{ axe: typeof import('axe-core') }} */ (
      /** @type {unknown} */ (window)
    );
    const { violations } = await run.run(document, { runOnly });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} — ${failureSummary ?? ''}`),
    }));
  }, rules);
  const grave = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(grave, [], `accessibility: ${where}`);
}

/** Nothing wider than the window, no control outside it, no button whose words do not fit. @param {Page} page @param {string} where */
export async function checkOverflow(page, where) {
  const troubles = await page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`page: ${root.scrollWidth} > ${root.clientWidth}`);
    const name = (/** @type {Element} */ element) =>
      `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
    for (const element of document.querySelectorAll(
      'button, a, input, select, textarea, h1, h2, h3, p, td',
    )) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || element.closest('.sr-only, .skip')) continue;
      if (box.right > root.clientWidth + 1 || box.left < -1)
        found.push(`outside: ${name(element)}`);
      if (element.matches('button, h1, h2, h3') && element.scrollWidth > element.clientWidth + 1) {
        if (getComputedStyle(element).display !== 'inline') found.push(`cut off: ${name(element)}`);
      }
    }
    for (const element of document.querySelectorAll(
      'main, aside, section, [role="tabpanel"], .scroll',
    )) {
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
        found.push(`scrolls sideways: ${name(element)}`);
      }
    }
    return found;
  });
  assert.deepEqual(troubles, [], `overflow: ${where}`);
}

/**
 * Accessible in both colour schemes. The page ends light.
 * @param {Page} page @param {string} where
 */
export async function checkSchemes(page, where) {
  await checkAccessibility(page, where);
  await page.emulateMedia({ colorScheme: 'dark' });
  // The schemes differ in colours alone.
  await checkAccessibility(page, `${where}, dark`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Nothing cut off at any of these sizes. The page ends at the first.
 * @param {Page} page @param {string} where @param {readonly (readonly [width: number, height: number])[]} sizes
 */
export async function checkSizes(page, where, sizes) {
  const [[firstWidth, firstHeight] = [1440, 900]] = sizes;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await checkOverflow(page, `${where} at ${width}×${height}`);
  }
  await page.setViewportSize({ width: firstWidth, height: firstHeight });
}

/** How long a page has to come to what is expected of it, in milliseconds. */
const PATIENCE = 5_000;

/** An assertion that may hold a moment later: a click is answered after the page was told of it. @template T @param {() => Promise<T>} look @param {(found: T) => void} check */
export async function eventually(look, check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await look();
    try {
      check(found);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** So many elements come to stand there. @param {Locator} locator @param {number} count @param {string} [why] */
export function hasCount(locator, count, why) {
  return eventually(
    () => locator.count(),
    (found) => assert.equal(found, count, why),
  );
}

/** The element comes to say so. @param {Locator} locator @param {RegExp} text @param {string} [why] */
export function hasText(locator, text, why) {
  return eventually(
    () => locator.textContent(),
    (found) => assert.match(found ?? '', text, why),
  );
}

/** The element comes to have the attribute with this value. @param {Locator} locator @param {string} name @param {string} value */
export function hasAttribute(locator, name, value) {
  return eventually(
    () => locator.getAttribute(name),
    (found) => assert.equal(found, value),
  );
}
