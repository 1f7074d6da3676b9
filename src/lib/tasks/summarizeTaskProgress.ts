type Progress = { text: string; share?: number | undefined };

export function summarizeTaskProgress(
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

const MIN_RUN_MS = 1000;

const SPANS = [
  ['s', 1000, 60_000],
  ['min', 60_000, 3_600_000],
] as const;

/** Formats the estimated remaining time of a task that completed `share` (0 to 1) in `ms`. '' if unknown. */
function formatTimeLeft(ms: number, share = 0): string {
  if (share <= 0 || ms < MIN_RUN_MS) return '';
  return `${formatRoughDuration((ms / share) * (1 - share))} left`;
}

/** Formats a duration in its largest unit, such as `40 s`, `2 min` or `3 h`. */
function formatRoughDuration(ms: number): string {
  const [unit, length] = SPANS.find(([, , below]) => ms < below) ?? ['h', 3_600_000];
  return `${Math.max(1, Math.round(ms / length))} ${unit}`;
}
