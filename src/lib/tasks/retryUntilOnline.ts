import type { TaskContext } from './backgroundTask.ts';

type RetryOptions = {
  /** Whether a failure is one of the connection, which may be there again later: in a few words, else nothing. */
  describeConnectionLoss: (error: unknown) => string | undefined;
  /** Whether it is of no use to try again before somebody has done something about it. */
  needsUser?: (error: unknown) => boolean;
  /** Waits so many ms, or until it is given up. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Waits until a paused task tries the connection again. */
  probe?: (signal: AbortSignal) => Promise<void>;
};

/** Delays before the first attempts after a loss, in ms; then the task is paused. */
const RETRY_DELAYS_MS = [1000, 3000];

/** Time between two attempts of a paused task, in ms. */
const PROBE_MS = 4000;

/** How often each work was held: who goes on then starts anew, and so do its parts that were under way. */
const holds = new WeakMap<object, number>();

/** Tasks of which one part tries the connection on behalf of all. */
const probing = new WeakSet<object>();

type Hands = Pick<TaskContext<never>, 'signal' | 'waitWhilePaused' | 'pauseWithReason' | 'resume' | 'setWarning'>;

/**
 * Asks for a part of long work: not while it is paused, again after a while where the connection was lost. In the end it
 * pauses the work with the reason and resumes it once the connection is back, so that it goes on with this very part.
 * @throws whatever `ask` throws that is no loss of the connection
 */
export async function retryUntilOnline<Answer>(
  hands: Hands,
  ask: () => Promise<Answer>,
  patience: RetryOptions,
): Promise<Answer> {
  const { describeConnectionLoss, needsUser = () => false, wait = sleep } = patience;
  const { signal, waitWhilePaused, pauseWithReason, setWarning } = hands;
  let waits = [...RETRY_DELAYS_MS];
  let held = holds.get(hands);
  for (;;) {
    await waitWhilePaused();
    signal.throwIfAborted();
    try {
      const answer = await ask();
      setWarning(undefined);
      return answer;
    } catch (error) {
      const reason = describeConnectionLoss(error);
      if (signal.aborted || reason === undefined) throw error;
      if (held !== holds.get(hands)) waits = [...RETRY_DELAYS_MS];
      held = holds.get(hands);
      const ms = needsUser(error) ? undefined : waits.shift();
      if (ms === undefined) {
        holds.set(hands, (held ?? 0) + 1);
        const isByItself = !needsUser(error);
        const isHeld = pauseWithReason(`Paused: ${reason}${isByItself ? '; resumes by itself' : ''}`);
        if (!isHeld || !isByItself || probing.has(hands)) continue;
        const back = await askUntilBack(hands, ask, patience);
        if (back) return back.answer;
      } else {
        setWarning(`${reason}; trying again`);
        await wait(ms, signal);
      }
    }
  }
}

/**
 * Asks again from time to time while the task is paused, and resumes it with the first answer. Undefined where somebody
 * else resumed or cancelled it, or has to do something first.
 */
async function askUntilBack<Answer>(
  hands: Hands,
  ask: () => Promise<Answer>,
  { describeConnectionLoss, needsUser = () => false, probe = sleepUntilOnline }: RetryOptions,
): Promise<{ answer: Answer } | undefined> {
  const { signal, waitWhilePaused, pauseWithReason, resume } = hands;
  probing.add(hands);
  try {
    for (;;) {
      const isResumed = await Promise.race([waitWhilePaused().then(() => true), probe(signal).then(() => false)]);
      if (isResumed || signal.aborted) return undefined;
      try {
        const answer = await ask();
        resume();
        return { answer };
      } catch (error) {
        const reason = describeConnectionLoss(error);
        if (signal.aborted || reason === undefined) throw error;
        if (!needsUser(error)) continue;
        pauseWithReason(`Paused: ${reason}`);
        return undefined;
      }
    }
  } finally {
    probing.delete(hands);
  }
}

/** Waits for the next attempt, which is due at once when the browser finds its network again. */
async function sleepUntilOnline(signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const wake = () => woken.abort();
  addEventListener('online', wake);
  try {
    await sleep(PROBE_MS, AbortSignal.any([signal, woken.signal]));
  } finally {
    removeEventListener('online', wake);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
