import type { TaskContext } from './backgroundTask.ts';

type RetryOptions = {
  /** Whether a failure is one of the connection, which may be there again later: in a few words, else nothing. */
  describeConnectionLoss: (error: unknown) => string | undefined;
  /** Whether it is of no use to try again before somebody has done something about it. */
  needsUser?: (error: unknown) => boolean;
  /** Waits so many ms, or until it is given up. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** How long is waited before what was lost is asked for again, in ms; then somebody has to have it go on. */
const RETRY_DELAYS_MS = [1000, 3000];

/** How often each work was held: who goes on then starts anew, and so do its parts that were under way. */
const holds = new WeakMap<object, number>();

/**
 * Asks for a part of long work: not while it is paused, again after a while where the connection was lost, and in the end
 * it pauses the work with the reason, so that it goes on with this very part.
 * @throws whatever `ask` throws that is no loss of the connection
 */
export async function retryUntilOnline<Answer>(
  hands: Pick<TaskContext<never>, 'signal' | 'waitWhilePaused' | 'pauseWithReason' | 'setWarning'>,
  ask: () => Promise<Answer>,
  { describeConnectionLoss, needsUser = () => false, wait = sleep }: RetryOptions,
): Promise<Answer> {
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
        pauseWithReason(`Paused: ${reason}`);
      } else {
        setWarning(`${reason}; trying again`);
        await wait(ms, signal);
      }
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
