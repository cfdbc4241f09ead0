import { afterEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from './backend';
import { HttpBackend } from './http';

afterEach(() => vi.unstubAllGlobals());

function answering(body: string, status = 200) {
  const fetched = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(body, { status })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

describe('the desk over HTTP', () => {
  it('posts the request and reads the answer', async () => {
    const fetched = answering('{"cases":[],"counts":{"open":0,"mine":0,"sampled":0,"done":0}}');
    const page = await new HttpBackend().call('queue', {
      state: 'open',
      reviewer: null,
      text: null,
      limit: 5,
    });
    expect(page.counts.open).toBe(0);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/queue');
    expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin' });
    expect(JSON.parse(String(init?.body))).toEqual({
      state: 'open',
      reviewer: null,
      text: null,
      limit: 5,
    });
  });

  it('takes an empty answer for null', async () => {
    answering('');
    expect(await new HttpBackend().call('cancel_import', {})).toBeNull();
  });

  it.each([
    [
      'the desk says why',
      '{"message":"이미 답한 사건입니다."}',
      409,
      '이미 답한 사건입니다.',
      true,
    ],
    ['an error page', '<html>', 502, 'HTTP 502 · doctor', true],
    ['an empty message', '{"message":""}', 500, 'HTTP 500 · doctor', true],
  ])('refuses: %s', async (_name, body, status, message, reached) => {
    answering(body, status);
    const failure = await new HttpBackend().call('doctor', {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BackendError);
    expect(failure).toMatchObject({ message, reached });
  });

  it('says when nobody answered', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
    await expect(new HttpBackend().call('doctor', {})).rejects.toMatchObject({ reached: false });
  });

  it('hears events, and when the stream breaks', () => {
    const sources: FakeSource[] = [];
    class FakeSource {
      onopen?: () => void;
      onerror?: () => void;
      onmessage?: (message: { data: string }) => void;
      closed = false;
      constructor(readonly url: string) {
        sources.push(this);
      }
      close(): void {
        this.closed = true;
      }
    }
    vi.stubGlobal('EventSource', FakeSource);
    const heard: unknown[] = [];
    const stop = new HttpBackend().listen({
      onEvent: (event) => heard.push(event),
      onConnection: (connected) => heard.push(connected),
    });
    const [source] = sources;
    source?.onopen?.();
    source?.onmessage?.({ data: '{"type":"indexing","chunks":7}' });
    source?.onerror?.();
    expect(source?.url).toBe('/api/events');
    expect(heard).toEqual([true, { type: 'indexing', chunks: 7 }, false]);
    stop();
    expect(source?.closed).toBe(true);
  });
});
