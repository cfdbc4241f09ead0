import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from './backend';
import { TauriBackend } from './tauri';

const invoke = vi.hoisted(() => vi.fn());
const listen = vi.hoisted(() => vi.fn());
vi.mock('@tauri-apps/api/core', () => ({ invoke }));
vi.mock('@tauri-apps/api/event', () => ({ listen }));

beforeEach(() => {
  invoke.mockReset();
  listen.mockReset();
});

describe('the desk inside the window', () => {
  it('calls the one command', async () => {
    invoke.mockResolvedValue({ intact: true });
    expect(await new TauriBackend().call('audit', {})).toEqual({ intact: true });
    expect(invoke).toHaveBeenCalledWith('call', { operation: 'audit', request: {} });
  });

  it.each([
    ['an object', { message: '이미 답한 사건입니다.' }, '이미 답한 사건입니다.'],
    ['a text', 'command not found', 'command not found'],
  ])('refuses with %s', async (_name, rejection, message) => {
    invoke.mockRejectedValue(rejection);
    const failure = await new TauriBackend().call('audit', {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BackendError);
    expect(failure).toMatchObject({ message, reached: true });
  });

  it('hears events until it stops listening', async () => {
    const unlisten = vi.fn();
    listen.mockImplementation((name: string, handler: (event: { payload: unknown }) => void) => {
      expect(name).toBe('desk');
      handler({ payload: { type: 'indexing', chunks: 3 } });
      return Promise.resolve(unlisten);
    });
    const heard: unknown[] = [];
    const stop = new TauriBackend().listen({
      onEvent: (event) => heard.push(event),
      onConnection: (connected) => heard.push(connected),
    });
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'indexing', chunks: 3 }, true]));
    stop();
    await vi.waitFor(() => expect(unlisten).toHaveBeenCalledOnce());
  });
});
