/** Announcements for screen readers, which do not move the focus. */
class Announcer {
  message = $state('');

  say(message: string): void {
    // An invisible character makes repeated words a change, so that screen readers read them again.
    this.message = message === this.message ? `${message}\u00a0` : message;
  }
}

export const announcer = new Announcer();
