/** What a screen reader is told without the focus moving. */
class Announcer {
  message = $state('');

  say(message: string): void {
    // The same words twice must be heard twice: an invisible difference makes the region change.
    this.message = message === this.message ? `${message}\u00a0` : message;
  }
}

export const announcer = new Announcer();
