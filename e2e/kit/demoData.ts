import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, stopService } from '#e2e/testing/service.ts';

const PREPARED = 'FLEETLENS_E2E_DEMO';

/** Creates the demo data once before all workers. @returns a function that deletes it */
export default async function prepare(): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetlens-e2e-demo-'));
  const first = await startService(data, {});
  await stopService(first.process);
  process.env[PREPARED] = data;
  return () => rmSync(data, { recursive: true, force: true });
}

export const demoData = () => process.env[PREPARED];

export const copyDemo = (data: string) => cpSync(demoData() ?? '', data, { recursive: true });
