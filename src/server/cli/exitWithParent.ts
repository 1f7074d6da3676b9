import { readFileSync } from 'node:fs';
import { tryCatch } from '#lib/tryCatch.ts';

/** Interval at which the parent process is checked, in ms. */
const CHECK_INTERVAL_MS = 1000;

/**
 * Ends a service with the npm or npx that it is in front of: that and its shell pass no signal on, and the service would go
 * on unseen and hold port and directory. Anybody else who is gone, as the shell before nohup, may have meant it to stay.
 */
export function exitWithParent(end: () => void): void {
  if (!isForeground(process.env['npm_lifecycle_script'])) return;
  const starters = getParentProcesses();
  const watch = setInterval(() => {
    if (getParentProcesses() === starters) return;
    clearInterval(watch);
    end();
  }, CHECK_INTERVAL_MS).unref();
}

/** True if npm runs the service in the foreground and waits for it. */
export function isForeground(script = ''): boolean {
  return /^["']?(fleetlens|node src\/server\/cli\/start\.mjs)\b[^&]*$/.test(script);
}

/** The parent processes: npm's shell, and npm itself where the system reports it. */
function getParentProcesses(): string {
  const status = tryCatch(() => readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? '';
  const [, behind = ''] = /^Name:\t\w*sh\n[\s\S]*^PPid:\t(\d+)/m.exec(status) ?? [];
  return `${process.ppid} ${behind}`;
}
