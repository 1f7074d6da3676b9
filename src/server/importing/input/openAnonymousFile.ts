import { randomUUID } from 'node:crypto';
import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens a temporary file that the system removes however the process ends. Returns its descriptor. */
export function openAnonymousFile(): number {
  const path = join(tmpdir(), `fleetlens-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}
