import { emptyForm, type IntakeForm } from '../review/intake';

/** What somebody has typed under 새 심의 and not sent. It outlives the page, not the window. */
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
