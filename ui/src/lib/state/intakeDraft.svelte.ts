import { emptyForm, type IntakeForm } from '../review/intake';

/** The unsent form of 새 심의. It lasts as long as the window. */
class IntakeDraft {
  form = $state<IntakeForm>(emptyForm());
  /** Whether chat models are to look at it as well. */
  withChat = $state(false);

  clear(): void {
    this.form = emptyForm();
    this.withChat = false;
  }
}

export const intakeDraft = new IntakeDraft();
