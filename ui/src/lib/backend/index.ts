import { HttpBackend } from './http';
import { SignedBackend } from './session';
import { TauriBackend } from './tauri';

export {
  BackendError,
  type Backend,
  type Operation,
  type PatientSummary,
  type Request,
  type Response,
} from './backend';

/** The window talks to its own process, a browser to the server it came from. */
export const backend = new SignedBackend(
  '__TAURI_INTERNALS__' in globalThis ? new TauriBackend() : new HttpBackend(),
);
