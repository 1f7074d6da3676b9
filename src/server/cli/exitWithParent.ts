import { readFileSync } from 'node:fs';
import { tryCatch } from '#lib/tryCatch.ts';

const CHECK_INTERVAL_MS = 1000;

/**
 * Ends the service when npm or npx, which runs it in the foreground, ends. npm forwards no signal, so the service would
 * continue to hold port and directory. With other parents, such as a shell before nohup, the service keeps running.
 */
export function exitWithParent(end: () => void): void {
  if (!isNpmForegroundScript(process.env['npm_lifecycle_script'])) return;
  const starters = getParentProcesses();
  const watch = setInterval(() => {
    if (getParentProcesses() === starters) return;
    clearInterval(watch);
    end();
  }, CHECK_INTERVAL_MS).unref();
}

export function isNpmForegroundScript(script = ''): boolean {
  return /^["']?(fleetlens|node src\/server\/cli\/start\.mjs)\b[^&]*$/.test(script);
}

function getParentProcesses(): string {
  const status = tryCatch(() => readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? '';
  const [, behind = ''] = /^Name:\t\w*sh\n[\s\S]*^PPid:\t(\d+)/m.exec(status) ?? [];
  return `${process.ppid} ${behind}`;
}
