import { randomUUID } from 'node:crypto';
import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function openAnonymousFile(): number {
  const path = join(tmpdir(), `fleetlens-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}
