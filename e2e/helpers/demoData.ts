import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_NOW, SERVICE_PROGRAM } from '#e2e/testing/service.ts';

const DEMO_PATH_VARIABLE = 'FLEETLENS_E2E_DEMO';

/** Number of documents in the collection `logs`: enough for many pages and for a few documents per device. */
const DOCUMENTS = 20_000;

export default function setUpDemoData(): () => void {
  const data = mkdtempSync(join(tmpdir(), 'fleetlens-e2e-demo-'));
  const parameters = ['demo', '--documents', `${DOCUMENTS}`, '--now', DEMO_NOW, '--data', data];
  execFileSync(process.execPath, [SERVICE_PROGRAM, ...parameters], { stdio: ['ignore', 'ignore', 'pipe'] });
  process.env[DEMO_PATH_VARIABLE] = data;
  return () => rmSync(data, { recursive: true, force: true });
}

export const getDemoDataPath = () => process.env[DEMO_PATH_VARIABLE];

export const copyDemoData = (data: string) => cpSync(getDemoDataPath() ?? '', data, { recursive: true });
