import { formatCounts } from '#lib/formatNumber.ts';
import { parseCommandArguments, parseWholeNumberOption } from '#server/cli/commandArguments.ts';
import {
  DATABASE_TARGET_OPTIONS,
  DATABASE_TARGET_USAGE,
  parseDatabaseTarget,
  withDatabase,
} from '#server/cli/databaseTarget.ts';
import { createProgressBar } from '#server/cli/progressBar.ts';
import { CommandError } from '#server/commandError.ts';
import {
  buildDemoProject,
  DEFAULT_DEMO_SIZE,
  loadOrCreateDemoCredentials,
  parseDemoEndTime,
  replaceProjectWithDemoData,
} from '#server/demo/demo.ts';
import type { Database } from '#server/store/database.ts';

export const DEMO_USAGE = `fleetlens demo: create or replace the demo project, with a given amount of data
${DATABASE_TARGET_USAGE}
  --devices N       number of devices (default: ${DEFAULT_DEMO_SIZE.devices})
  --documents N     number of documents in the collection logs (default: ${DEFAULT_DEMO_SIZE.documents})
  --seed N          seed of the generated data; the same seed and time give identical data (default: ${DEFAULT_DEMO_SIZE.seed})
  --now TIME        time of the newest data, such as 2026-01-01T12:00:00Z (default: FLEETLENS_DEMO_NOW, else now)`;

export const DEMO_OPTIONS = {
  ...DATABASE_TARGET_OPTIONS,
  devices: { type: 'string', default: `${DEFAULT_DEMO_SIZE.devices}` },
  documents: { type: 'string', default: `${DEFAULT_DEMO_SIZE.documents}` },
  seed: { type: 'string', default: `${DEFAULT_DEMO_SIZE.seed}` },
  now: { type: 'string' },
} as const;

export async function runDemoCommand(args: string[]): Promise<void> {
  const { values } = parseCommandArguments(args, DEMO_OPTIONS);
  const size = {
    devices: parseWholeNumberOption('--devices', values.devices, 1, 10_000_000),
    documents: parseWholeNumberOption('--documents', values.documents, 0, 100_000_000),
    seed: parseWholeNumberOption('--seed', values.seed, 0, 1_000_000),
  };
  const now = parseDemoEndTime(values.now ?? process.env['FLEETLENS_DEMO_NOW']);
  if (now === undefined) throw new CommandError(`--now: expected a time such as 2026-01-01T12:00:00Z.`);
  const target = parseDatabaseTarget(values);
  const make = async (database: Database) => {
    const project = buildDemoProject(await loadOrCreateDemoCredentials(target.data));
    const bar = createProgressBar('records', { records: size.devices + size.documents });
    await replaceProjectWithDemoData(database, project, { ...size, now }, bar.show);
    bar.end();
    await database.persist();
    if (database.kind === 'pglite') await database.query('vacuum');
    const counts = formatCounts([size.devices, 'device'], [size.documents, 'document']);
    console.log(`Created the demo project: ${counts}, seed ${size.seed}, data up to ${new Date(now).toISOString()}.`);
  };
  // a running service would continue to offer its earlier credentials
  await withDatabase(target, make, { alone: true });
}
