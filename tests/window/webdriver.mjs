// The part of W3C WebDriver (https://www.w3.org/TR/webdriver2/) that the window test needs, over fetch.

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** The driver answers no request later than this; a session starts within it too. */
const ANSWER_MS = 60_000;

export class Session {
  #url;

  /** Starts a session at a driver's address; `capabilities` as in the specification. */
  static async start(driver, capabilities) {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await send('POST', `${driver}/session`, body);
    return new Session(`${driver}/session/${sessionId}`);
  }

  constructor(url) {
    this.#url = url;
  }

  title() {
    return send('GET', `${this.#url}/title`);
  }

  /** The elements that match a CSS selector now. */
  async all(selector) {
    const found = await send('POST', `${this.#url}/elements`, { using: 'css selector', value: selector });
    return found.map((reference) => reference[ELEMENT]);
  }

  text(element) {
    return send('GET', `${this.#url}/element/${element}/text`);
  }

  click(element) {
    return send('POST', `${this.#url}/element/${element}/click`, {});
  }

  /** The window as PNG. */
  async screenshot() {
    return Buffer.from(await send('GET', `${this.#url}/screenshot`), 'base64');
  }

  end() {
    return send('DELETE', this.#url);
  }
}

async function send(method, url, body) {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { method, body: body && JSON.stringify(body), signal });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

/** Waits until `look` gives something other than undefined, false or an empty list. */
export async function until(what, look, seconds = 20) {
  const end = Date.now() + seconds * 1000;
  let last;
  while (Date.now() < end) {
    try {
      const found = await look();
      if (Array.isArray(found) ? found.length > 0 : found) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`after ${seconds} s still no ${what}`, { cause: last });
}
