// @ts-check
// Serves ui/dist with the mock desk behind it, under a stricter Content-Security-Policy than the product's.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mockDesk, Refusal } from './desk.mjs';

const DIST = fileURLToPath(new URL('../../../ui/dist/', import.meta.url));
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
});
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * @param {{ port?: number, cases?: number, documents?: number, reviewers?: string[] }} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startMock({ port = 0, cases = 0, documents = 0, reviewers } = {}) {
  /** @type {Set<import('node:http').ServerResponse>} */
  const listeners = new Set();
  const desk = mockDesk({
    cases,
    documents,
    ...(reviewers ? { reviewers } : {}),
    tell: (event) => {
      for (const response of listeners) response.write(`data: ${JSON.stringify(event)}\n\n`);
    },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://mock').pathname;
    response.setHeader('content-security-policy', POLICY);
    if (path === '/api/events') {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
      });
      response.write(': hello\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else if (path.startsWith('/api/')) void answer(desk, path.slice(5), request, response);
    else file(path, response);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        // Closing twice is fine: the test may have ended the desk on purpose.
        server.close(() => resolve());
      }),
  };
}

/**
 * @param {import('./desk.mjs').Desk} desk @param {string} operation
 * @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response
 */
async function answer(desk, operation, request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const act = /** @type {Record<string, (request: unknown) => unknown>} */ (
    /** @type {unknown} */ (desk)
  )[operation];
  let status = 200;
  /** @type {unknown} */
  let body;
  try {
    if (!act) throw new Refusal(`no such operation: ${operation}`);
    body = await act(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (error) {
    status = error instanceof Refusal ? 422 : 500;
    const { code, params } = error instanceof Refusal ? error : { code: null, params: {} };
    body = { message: error instanceof Error ? error.message : String(error), code, params };
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? null));
}

/** @param {string} path @param {import('node:http').ServerResponse} response */
function file(path, response) {
  const wanted = join(DIST, normalize(path === '/' ? 'index.html' : path));
  if (!wanted.startsWith(DIST) || !existsSync(wanted) || !statSync(wanted).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(wanted)] ?? 'application/octet-stream',
  });
  createReadStream(wanted).pipe(response);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startMock({
    port: Number(process.env['PORT'] ?? 7750),
    cases: Number(process.env['MOCK_CASES'] ?? 0),
    documents: Number(process.env['MOCK_DOCUMENTS'] ?? 0),
  });
  process.stdout.write(`${url}\n`);
}
