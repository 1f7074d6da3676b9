import type { TaskContext } from './backgroundTask.ts';
import { sleep } from './sleep.ts';

type RetryOptions = {
  describeConnectionLoss: (error: unknown) => string | undefined;
  /** True for an error that retries cannot resolve until the user acts. */
  needsUser?: (error: unknown) => boolean;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves when a paused task should try to connect again. */
  probe?: (signal: AbortSignal) => Promise<void>;
};

/** Delays before the first retries after a connection loss, in ms. After these, the task is paused. */
const RETRY_DELAYS_MS = [1000, 3000];

const PROBE_MS = 4000;

type RetryContext = Pick<
  TaskContext<never>,
  'signal' | 'retries' | 'waitWhilePaused' | 'pauseWithReason' | 'resume' | 'setWarning'
>;

/**
 * Sends a request of a task. Waits while the task is paused, and retries when the connection is lost. After the last
 * retry it pauses the task with the reason, and resumes it once the connection is restored.
 * @throws any error other than a lost connection
 */
export async function retryUntilOnline<Answer>(
  context: RetryContext,
  request: () => Promise<Answer>,
  options: RetryOptions,
): Promise<Answer> {
  const { describeConnectionLoss, needsUser = () => false, wait = sleep } = options;
  const { signal, retries, waitWhilePaused, pauseWithReason, setWarning } = context;
  let waits = [...RETRY_DELAYS_MS];
  let held = retries.pauses;
  for (;;) {
    await waitWhilePaused();
    signal.throwIfAborted();
    try {
      const answer = await request();
      setWarning(undefined);
      return answer;
    } catch (error) {
      const reason = describeConnectionLoss(error);
      if (signal.aborted || reason === undefined) throw error;
      if (held !== retries.pauses) waits = [...RETRY_DELAYS_MS];
      held = retries.pauses;
      const ms = needsUser(error) ? undefined : waits.shift();
      if (ms === undefined) {
        retries.pauses = held + 1;
        const isByItself = !needsUser(error);
        const isHeld = pauseWithReason(`Paused: ${reason}${isByItself ? '; resumes automatically' : ''}`);
        if (!isHeld || !isByItself || retries.isProbing) continue;
        const back = await probeUntilOnline(context, request, options);
        if (back) return back.answer;
      } else {
        setWarning(`${reason}; trying again`);
        await wait(ms, signal);
      }
    }
  }
}

/**
 * Retries at intervals while the task is paused, and resumes the task with the first response.
 * @returns undefined if the user resumed or canceled the task, or has to act first
 */
async function probeUntilOnline<Answer>(
  context: RetryContext,
  request: () => Promise<Answer>,
  { describeConnectionLoss, needsUser = () => false, probe = sleepUntilOnline }: RetryOptions,
): Promise<{ answer: Answer } | undefined> {
  const { signal, retries, waitWhilePaused, pauseWithReason, resume } = context;
  retries.isProbing = true;
  try {
    for (;;) {
      const isResumed = await Promise.race([waitWhilePaused().then(() => true), probe(signal).then(() => false)]);
      if (isResumed || signal.aborted) return undefined;
      try {
        const answer = await request();
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
    retries.isProbing = false;
  }
}

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
