import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import {
  refusal,
  type Backend,
  type Listener,
  type Operation,
  type Request,
  type Response,
} from './backend';
import type { DeskEvent } from './types';

/** The desk inside the window's own process. */
export class TauriBackend implements Backend {
  async call<O extends Operation>(operation: O, request: Request<O>): Promise<Response<O>> {
    try {
      return await invoke<Response<O>>('call', { operation, request });
    } catch (error: unknown) {
      throw refusal(error, String(error));
    }
  }

  listen(listener: Listener): () => void {
    const stop = listen<DeskEvent>('desk', (event) => listener.onEvent(event.payload));
    stop.then(
      () => listener.onConnection(true),
      () => listener.onConnection(false),
    );
    return () => void stop.then((unlisten) => unlisten());
  }
}
