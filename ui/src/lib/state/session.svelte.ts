import { backend } from '../backend';
import type { AccountView, Reviewer } from '../backend/types';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';
import { preferences } from './preferences.svelte';

/** Who is signed in at this window, and everybody's accounts. */
class Session {
  readonly accounts = new Load<AccountView[]>();
  person = $state.raw<Reviewer | null>(null);
  /** The account whose password is asked for. */
  asking = $state.raw<AccountView | null>(null);

  /** The account that signs at this window and has not yet given its password. */
  locked = $derived.by(() => {
    const chosen = this.of(preferences.reviewerId);
    return chosen !== null && chosen.has_password && this.person?.id !== chosen.id ? chosen : null;
  });

  constructor() {
    backend.onSignIn = () => {
      this.forget();
      void this.refresh().then(() => (this.asking = this.locked));
    };
  }

  of(id: string | null): AccountView | null {
    return this.accounts.value?.find((account) => account.id === id) ?? null;
  }

  async refresh(): Promise<void> {
    await this.accounts.run(() => backend.call('accounts', {}));
  }

  /** Chooses who signs at this window, and signs out whoever was signed in. */
  async choose(id: string | null): Promise<void> {
    if (this.person !== null && this.person.id !== id) await this.signOut();
    preferences.setReviewer(id);
    await this.refresh();
    this.asking = this.locked;
  }

  /** Throws what the desk refused. */
  async signIn(account: AccountView, password: string): Promise<void> {
    const begun = await backend.call('sign_in', { reviewer: account.id, password });
    backend.session = begun.session;
    this.person = begun.reviewer;
    this.asking = null;
    preferences.setReviewer(begun.reviewer.id);
    await Promise.all([this.refresh(), desk.refresh()]);
  }

  async signOut(): Promise<void> {
    try {
      await backend.call('sign_out', {});
    } finally {
      this.forget();
    }
  }

  /** Ends the session in this window, because the desk no longer knows it. */
  forget(): void {
    backend.session = null;
    this.person = null;
  }
}

export const session = new Session();
