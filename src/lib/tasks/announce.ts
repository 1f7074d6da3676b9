/** Messages of one moment are announced together, and those overtaken within it are dropped; ms. */
const GATHER_MS = 500;

/** Minimum time between two progress messages of a task; ms. */
const PROGRESS_MS = 10_000;

/** By subject, the messages about to be announced. */
const pending = new Map<string, string>();

/** By subject, when the last progress message of a running task was announced. */
const progressTimes = new Map<string, number>();

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a message to screen readers, once. A later message about the same subject replaces one that was not announced
 * yet. It also ends the progress of its subject.
 */
export function announce(message: string, subject = message): void {
  progressTimes.delete(subject);
  enqueue(message, subject);
}

/**
 * Announces the progress of a task: its first message, then at most one every 10 s; `announce` tells its end. A function
 * is called only for a message that is due.
 */
export function announceProgress(message: string | (() => string), subject: string): void {
  const now = Date.now();
  const last = progressTimes.get(subject);
  if (last !== undefined && now - last < PROGRESS_MS) return;
  progressTimes.set(subject, now);
  enqueue(typeof message === 'string' ? message : message(), subject);
}

/** Drops a message that was not announced yet, and the progress of its subject. */
export function withdrawAnnouncement(subject: string): void {
  progressTimes.delete(subject);
  pending.delete(subject);
}

function enqueue(message: string, subject: string): void {
  pending.delete(subject);
  pending.set(subject, message);
  clearTimeout(timer);
  timer = setTimeout(flush, GATHER_MS);
}

/** Writes into the live region of index.html, which exists before any message does. */
function flush(): void {
  const region = document.getElementById('announcements');
  if (!region || pending.size === 0) return;
  const text = [...pending.values()].map((message) => message.replace(/[\s.]+$/, '')).join('. ');
  pending.clear();
  // the same text once more would be no change
  region.textContent = text === region.textContent ? `${text}\u00a0` : text;
}
