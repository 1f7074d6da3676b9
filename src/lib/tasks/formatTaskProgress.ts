import { formatTimeLeft } from './timeLeft.ts';

type Progress = { text: string; share?: number | undefined };

/** The progress of a running task in words: why it waits, the share that is done, and the time left. */
export function formatTaskProgress(
  { text, share }: Progress,
  { paused, trouble }: { paused: boolean; trouble: string | undefined },
  ms: number,
): Progress {
  const parts = [
    paused && !trouble ? 'Paused' : '',
    share === undefined ? '' : `${Math.floor(share * 100)} %`,
    text,
    trouble || paused ? '' : formatTimeLeft(ms, share),
  ];
  const summary = parts.filter((part) => part !== '').join(', ');
  return { text: trouble ? `${trouble}. ${summary}` : summary, share };
}
