// @ts-check
// Starts Chromium and watches each page for anything that must not happen.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's shell of Chromium: it makes no window around a page, which took a third of all processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = process.env['SIMUI_CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

/** One Chromium for all tests of a process: starting one took longer than most tests. @type {Promise<Browser> | undefined} */
let running;
after(async () => (await running)?.close());

/**
 * A window with an empty profile of its own. `close` fails when a page logged an error, broke the
 * Content-Security-Policy, or asked another host for anything.
 * @param {import('node:test').TestContext} t The test that ends it, also when it fails.
 * @param {{ width?: number, height?: number, scheme?: 'light' | 'dark' }} [options]
 * @returns {Promise<{ page: Page, expectFailure: (pattern: RegExp) => void, close: () => Promise<void> }>}
 */
export async function openBrowser(t, { width = 1440, height = 900, scheme = 'light' } = {}) {
  running ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const context = await (
    await running
  ).newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: 'ko-KR',
    acceptDownloads: true,
  });
  t.after(() => context.close());
  const page = await context.newPage();
  /** @type {string[]} */
  const troubles = [];
  /** @type {RegExp[]} */
  const expected = [];
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1' && hostname !== 'localhost') {
      troubles.push(`asked another host: ${request.url()}`);
    }
  });
  return {
    page,
    /** Chromium itself logs a refused request; a test that provokes one says so. */
    expectFailure: (pattern) => expected.push(pattern),
    close: async () => {
      await context.close();
      const unexpected = troubles.filter((line) => !expected.some((pattern) => pattern.test(line)));
      assert.deepEqual(unexpected, [], 'the pages logged errors');
    },
  };
}
