import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { CommandError } from '#server/commandError.ts';

afterEach(() => {
  vi.doUnmock('fs-native-extensions');
  vi.resetModules();
});

test('suggests alternatives when the native lock module is not available', async () => {
  vi.doMock('fs-native-extensions', () => {
    throw new Error('Error relocating prebuilds/linux-x64/fs-native-extensions.node: symbol not found');
  });
  const { acquireFileLock } = await import('./fileLock.ts');
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  const refused = await acquireFileLock(join(folder, 'lock'), folder).catch((error: Error) => error);
  expect((refused as Error).constructor.name).toBe(CommandError.name);
  expect((refused as Error).message).toMatch(
    /^Data directories cannot be locked on this system \(.*\)\. Use a system with glibc \(not musl.*\), or a PostgreSQL server with --database\.$/,
  );
  rmSync(folder, { recursive: true });
});
