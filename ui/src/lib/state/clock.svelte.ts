/** The present minute, for ages that grow while the window is open. */
class Clock {
  now = $state(Date.now());

  constructor() {
    setInterval(() => {
      this.now = Date.now();
    }, 30_000);
  }
}

export const clock = new Clock();
