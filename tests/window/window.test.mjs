// The real window: it opens, shows the queue of a demo data directory, and opens its first case.
// Started by run.sh, which prepares SIMUI_DATA_DIR and a screen.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startDriver } from './driver.mjs';
import { Session, until } from './webdriver.mjs';

const { SIMUI_DESK_BIN, SIMUI_PICTURES } = process.env;
const ROWS = '[data-testid="queue-row"]';

let driver;
let window;

before(async () => {
  driver = await startDriver();
  const capabilities = { browserName: 'wry', 'tauri:options': { application: SIMUI_DESK_BIN } };
  try {
    window = await until('session', () => Session.start(driver.address, capabilities), 60);
  } catch (error) {
    console.error(driver.said());
    throw error;
  }
});

after(async () => {
  await window?.end();
  await driver?.stop();
});

async function picture(name) {
  await mkdir(SIMUI_PICTURES, { recursive: true });
  await writeFile(join(SIMUI_PICTURES, `${name}.png`), await window.screenshot());
}

test('the window is named and has its landmarks', async () => {
  await until('main landmark', () => window.all('main'));
  await until('navigation', () => window.all('nav'));
  assert.match(await window.title(), /심의 데스크/);
});

test('the queue shows the waiting cases, and the first one opens for decision', async () => {
  const rows = await until('row in the queue', () => window.all(ROWS));
  assert.notEqual((await window.text(rows[0])).trim(), '');
  await window.click(rows[0]);
  const [approve] = await until('button to approve', () => window.all('[data-testid="action-approve"]'));
  assert.match(await window.text(approve), /승인/);
  await until('marked claim', () => window.all('main mark'));
  await picture('review');
});
