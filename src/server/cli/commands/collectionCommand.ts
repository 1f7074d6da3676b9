import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { parseCommandArguments } from '#server/cli/commandArguments.ts';
import {
  assertProjectExists,
  countDocuments,
  DATABASE_TARGET_OPTIONS,
  DATABASE_TARGET_USAGE,
  parseDatabaseTarget,
  withDatabase,
} from '#server/cli/databaseTarget.ts';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { deleteCollection } from '#server/store/transfer/bulkWriters.ts';
import { escapeTerminalText } from './printing.ts';

export const COLLECTION_USAGE = `fleetlens collection list|delete [NAME]: manage the collections of a project
${DATABASE_TARGET_USAGE}
  --project ID      project of the collections
  --yes             with delete: confirm the deletion`;

export const COLLECTION_OPTIONS = {
  ...DATABASE_TARGET_OPTIONS,
  project: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

export async function runCollectionCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseCommandArguments(args, COLLECTION_OPTIONS, 2);
  const [action, name = ''] = positionals;
  const { project, yes } = values;
  if (action !== 'list' && action !== 'delete') throw new CommandError(`An action is required.\n\n${COLLECTION_USAGE}`);
  if (!project) throw new CommandError('--project is required.');
  if (action === 'delete' && !name) throw new CommandError('The name of the collection to delete is required.');
  const run = (database: Database) =>
    action === 'list' ? listCollections(database, project) : removeCollection(database, project, name, yes);
  await withDatabase(parseDatabaseTarget(values), run, { existing: true });
}

async function listCollections(database: Database, project: string): Promise<void> {
  await assertProjectExists(database, project);
  const rows = await database.query('select name, documents from collection where project = $1 order by name', [
    project,
  ]);
  for (const [name, documents] of rows) {
    console.log(`${escapeTerminalText(name ?? '')}\t${formatCountWithNoun(Number(documents), 'document')}`);
  }
}

async function removeCollection(database: Database, project: string, name: string, sure: boolean): Promise<void> {
  await assertProjectExists(database, project);
  const documents = formatCountWithNoun(await countDocuments(database, project, name), 'document');
  if (!sure)
    throw new CommandError(
      `This deletes collection ${escapeTerminalText(name)} with ${documents}. Confirm with --yes.`,
    );
  await database.transaction((session) => deleteCollection(session, project, name), { vacuum: 'in any case' });
  await database.persist();
  console.log(`Deleted collection ${escapeTerminalText(name)} with ${documents}.`);
}
