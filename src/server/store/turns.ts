import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from './database.ts';

const callers = new AsyncLocalStorage<string>();

/** Runs `work` on behalf of a caller: what it asks for waits in that caller's queue. */
export function onBehalfOf<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Runs `work` for the same caller, yet in a queue of its own: what that asks for meanwhile does not wait behind it. */
export function asideFor<Result>(name: string, work: () => Result): Result {
  return callers.run(`${callers.getStore() ?? ''} ${name}`, work);
}

type Caller = { waiting: (() => void)[]; running: number; spent: number };

/** Patience without an end. */
export const FOREVER = 0;

type TurnsOptions = {
  /** Turns at once. */
  width: number;
  /** How long one is waited for, in ms, before it is refused as busy. */
  patience: number;
  /** What turns are billed by, in ms; the process's own clock unless a test holds one. */
  now?: () => number;
};

/**
 * Turns at something scarce. The next one goes to the caller that has had the least of it, so that one who asks for much
 * keeps others waiting for what is running now, and for nothing else; each caller's own come in order.
 */
export class Turns {
  private readonly callers = new Map<string, Caller>();
  private readonly width: number;
  private readonly patience: number;
  private readonly now: () => number;
  private running = 0;
  /** What the caller that came last had had when it came, in ms. Whoever was away does not save up its time. */
  private level = 0;

  constructor({ width, patience, now = () => performance.now() }: TurnsOptions) {
    this.width = width;
    this.patience = patience;
    this.now = now;
  }

  /** Does `work` in its turn. DatabaseError `busy` when that does not come in time. */
  async take<Result>(work: () => Promise<Result>, patience = this.patience): Promise<Result> {
    const end = await this.begin(patience);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a turn, and gives what ends it. */
  async begin(patience = this.patience): Promise<() => void> {
    const caller = this.caller();
    await this.wait(caller, patience);
    const start = this.now();
    return () => {
      caller.spent += this.now() - start;
      caller.running--;
      this.running--;
      this.next();
    };
  }

  private caller(): Caller {
    const name = callers.getStore() ?? '';
    const caller = this.callers.get(name) ?? { waiting: [], running: 0, spent: 0 };
    if (caller.waiting.length === 0) caller.spent = Math.max(caller.spent, this.level);
    this.callers.set(name, caller);
    return caller;
  }

  private wait(caller: Caller, patience: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      caller.waiting.push(begin);
      this.next();
      if (patience === FOREVER || !caller.waiting.includes(begin)) return;
      timer = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(begin), 1);
        reject(new DatabaseError('busy', 'Its turn did not come in time.'));
      }, patience);
    });
  }

  private next(): void {
    while (this.running < this.width) {
      let least: Caller | undefined;
      for (const [name, caller] of this.callers) {
        if (caller.waiting.length > 0) {
          if (!least || caller.spent < least.spent) least = caller;
        } else if (caller.running === 0 && caller.spent <= this.level) this.callers.delete(name);
      }
      const turn = least?.waiting.shift();
      if (!least || !turn) return;
      this.level = Math.max(this.level, least.spent);
      least.running++;
      this.running++;
      turn();
    }
  }
}
