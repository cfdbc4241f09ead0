// @ts-check
// What a person does on the patients' page, in terms of the page.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** @param {Page} page @param {string} name */
export async function choose(page, name) {
  await page.getByTestId('patient-row').filter({ hasText: name }).click();
  await opened(page, name);
}

/** Somebody new, who is open then. @param {Page} page @param {string} name */
export async function add(page, name) {
  await page.getByTestId('patient-add').click();
  await page.getByTestId('patient-name').fill(name);
  await page.keyboard.press('Enter');
  await opened(page, name);
}

/** @param {Page} page @param {string} name */
export async function opened(page, name) {
  await page.getByTestId('patient-open-name').getByText(name).waitFor();
  await page.getByTestId('say').waitFor();
}

/** Says something and waits for the answer to it. @param {Page} page @param {string} text */
export async function say(page, text) {
  await page.getByTestId('say').fill(text);
  await page.keyboard.press('Enter');
  const turn = spoken(page, text);
  await turn.getByTestId('reply').waitFor();
  return turn;
}

/** @param {Page} page @param {string} text */
export function spoken(page, text) {
  return page.locator('[data-testid="spoken"][data-state]').filter({ hasText: text }).last();
}

/** @param {Locator} part */
export async function textOf(part) {
  return (await part.textContent()) ?? '';
}
