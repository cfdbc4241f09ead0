import {
  BackendError,
  refusal,
  type Backend,
  type Listener,
  type Operation,
  type Request,
  type Response as Answer,
} from './backend';
import type { DeskEvent } from './types';

/** The desk behind `simui serve`: same-origin HTTP, with the cookie its first page set. */
export class HttpBackend implements Backend {
  constructor(private readonly base = '/api') {}

  async call<O extends Operation>(operation: O, request: Request<O>): Promise<Answer<O>> {
    let response: Response;
    try {
      response = await fetch(`${this.base}/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'same-origin',
        body: JSON.stringify(request),
      });
    } catch {
      throw new BackendError('', false);
    }
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      throw refusal(body, `HTTP ${response.status} · ${operation}`);
    }
    // An answer without a body can only mean `null`; the types are generated from the server's.
    return (body === undefined ? null : body) as Answer<O>;
  }

  listen(listener: Listener): () => void {
    const source = new EventSource(`${this.base}/events`);
    source.onopen = () => listener.onConnection(true);
    source.onerror = () => listener.onConnection(false);
    source.onmessage = (message: MessageEvent<string>) =>
      listener.onEvent(JSON.parse(message.data) as DeskEvent);
    return () => source.close();
  }
}
