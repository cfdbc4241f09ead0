import {
  BackendError,
  type Backend,
  type Listener,
  type Operation,
  type Request,
  type Response,
} from './backend';
import type { ErrorCode } from './types';

/** Codes after which a password is needed. */
const SIGN_IN: ReadonlySet<string> = new Set<ErrorCode>([
  'sign_in',
  'session_over',
  'wrong_password',
  'signed_in_as_other',
]);

/** Signs every request with the session of whoever is signed in at this window. */
export class SignedBackend implements Backend {
  /** The session is kept in memory only, so a new window asks for the password again. */
  session: string | null = null;
  /** Called when the desk asks the signing person for the password. */
  onSignIn: () => void = () => undefined;

  constructor(private readonly plain: Backend) {}

  async call<O extends Operation>(operation: O, request: Request<O>): Promise<Response<O>> {
    const signed = this.session === null ? request : { ...request, session: this.session };
    try {
      return await this.plain.call(operation, signed);
    } catch (error: unknown) {
      const asks = error instanceof BackendError && SIGN_IN.has(error.code ?? '');
      if (asks && operation !== 'sign_in' && operation !== 'set_password') this.onSignIn();
      throw error;
    }
  }

  listen(listener: Listener): () => void {
    return this.plain.listen(listener);
  }
}
