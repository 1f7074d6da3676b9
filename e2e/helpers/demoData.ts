import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess, stopServiceProcess } from '#e2e/testing/service.ts';

const DEMO_PATH_VARIABLE = 'FLEETLENS_E2E_DEMO';

export default async function setUpDemoData(): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetlens-e2e-demo-'));
  const first = await startServiceProcess(data, {});
  await stopServiceProcess(first.process);
  process.env[DEMO_PATH_VARIABLE] = data;
  return () => rmSync(data, { recursive: true, force: true });
}

export const getDemoDataPath = () => process.env[DEMO_PATH_VARIABLE];

export const copyDemoData = (data: string) => cpSync(getDemoDataPath() ?? '', data, { recursive: true });
