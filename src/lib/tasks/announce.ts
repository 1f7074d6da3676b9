/** Time in ms during which messages are collected. They are announced together, and outdated ones are dropped. */
const GATHER_MS = 500;

const PROGRESS_MS = 10_000;

/** Announces messages to screen readers through the live region of index.html, which exists before any message does. */
class Announcer {
  readonly #pending = new Map<string, string>();
  readonly #progressTimes = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Announces a message to screen readers once. A later message about the same subject replaces a waiting one, and ends
   * the progress messages of that subject.
   */
  readonly announce = (message: string, subject = message): void => {
    this.#progressTimes.delete(subject);
    this.#enqueue(message, subject);
  };

  /**
   * Announces the progress of a task: the first message, then at most one every 10 s. Messages given as functions are
   * created only when due.
   */
  readonly announceProgress = (message: string | (() => string), subject: string): void => {
    const now = Date.now();
    const last = this.#progressTimes.get(subject);
    if (last !== undefined && now - last < PROGRESS_MS) return;
    this.#progressTimes.set(subject, now);
    this.#enqueue(typeof message === 'string' ? message : message(), subject);
  };

  /** Drops the waiting message of a subject, and ends its progress messages. */
  readonly withdrawAnnouncement = (subject: string): void => {
    this.#progressTimes.delete(subject);
    this.#pending.delete(subject);
  };

  #enqueue(message: string, subject: string): void {
    this.#pending.delete(subject);
    this.#pending.set(subject, message);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    const region = document.getElementById('announcements');
    if (!region || this.#pending.size === 0) return;
    const text = [...this.#pending.values()].map((message) => message.replace(/[\s.]+$/, '')).join('. ');
    this.#pending.clear();
    // repeating the same text would not be announced
    region.textContent = text === region.textContent ? `${text}\u00a0` : text;
  }
}

export const { announce, announceProgress, withdrawAnnouncement } = new Announcer();
