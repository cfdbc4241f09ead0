// @ts-check
// Documents of a case, the office and the audit log against the mock desk.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.mjs';
import { checkAccessibility, checkOverflow, hasCount } from './checks.mjs';
import { rows, signAsAdministrator } from './desk.mjs';
import { mockFor } from './fixtures.mjs';

test('the office and the audit key are an administrator’s', async (t) => {
  const desk = await mockFor(t);
  const { page, close, expectFailure } = await openBrowser(t);
  expectFailure(/422/);
  await page.goto(`${desk.url}#/settings`);
  await page.getByTestId('office-draft').waitFor();
  assert.ok(await page.getByTestId('office-save').isDisabled());
  await page.getByTestId('audit-anchor').getByText('128번 기록').waitFor();
  await page.getByTestId('audit-key').getByText('keys/audit.key').waitFor();
  assert.ok(await page.getByTestId('move-key').isDisabled());

  await signAsAdministrator(page);
  await page.getByTestId('office-name').fill('가나심의위원회');
  await page.getByTestId('office-numbering').fill('{year}');
  await page.getByTestId('office-numbering').press('Enter');
  await page.getByTestId('office').getByTestId('error').getByText('{number}').waitFor();
  await page.getByTestId('office-numbering').fill('심의-{year}-{number:4}');
  await page.getByTestId('office-save').press('Enter');
  await page.getByTestId('office-draft').waitFor({ state: 'detached' });

  await page.getByTestId('move-key').press('Enter');
  await page.getByTestId('audit-key').getByText('키링').waitFor();
  await page.getByTestId('audit-key-warning').waitFor({ state: 'detached' });
  await checkAccessibility(page, 'settings with office and audit');
  await checkOverflow(page, 'settings with office and audit');
  await close();
});

test('a case offers the documents it can have', async (t) => {
  const desk = await mockFor(t);
  const { page, close } = await openBrowser(t);
  await page.goto(desk.url);
  await rows(page).first().click();
  await page.getByTestId('case').waitFor();
  await page.getByTestId('report').press('Enter');
  await page.getByTestId('take-case_file-pdf').waitFor();
  await hasCount(page.getByTestId('take-letter-pdf'), 0, 'no letter before a decision');
  const download = page.waitForEvent('download');
  await page.getByTestId('take-pack-zip').click();
  assert.match((await download).suggestedFilename(), /zip$/);
  await close();
});
