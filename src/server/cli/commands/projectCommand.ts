import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { parseCommandArguments } from '#server/cli/commandArguments.ts';
import {
  assertProjectExists,
  DATABASE_TARGET_OPTIONS,
  DATABASE_TARGET_USAGE,
  parseDatabaseTarget,
  withDatabase,
} from '#server/cli/databaseTarget.ts';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { deleteProject } from '#server/store/sql/projects.ts';
import { escapeTerminalText } from './printing.ts';
import { createProjectWithKey, lockProjectKeys, printProject, rotateKey, unlockProjectKeys } from './projectKeys.ts';

export const PROJECT_USAGE = `fleetlens project create|list|show|rotate|lock|unlock|delete [ID]: manage projects and their keys
${DATABASE_TARGET_USAGE}
  --name NAME       with create: name of the project (default: its ID)
  --now             with rotate: revoke all earlier keys now, not at the first use of the new key
  --yes             with delete: confirm the deletion`;

export const PROJECT_OPTIONS = {
  ...DATABASE_TARGET_OPTIONS,
  name: { type: 'string' },
  now: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

/** Allows only characters that need no quoting in a shell, URL or file name. */
const PROJECT_ID_PATTERN = /^[\w.-]{1,64}$/;

/**
 * Creates, lists and deletes projects, and manages their keys. A key and its token are shown only once, when they are
 * created.
 */
export async function runProjectCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseCommandArguments(args, PROJECT_OPTIONS, 2);
  const [name = '', id] = positionals;
  const { now, yes } = values;
  const actions: Record<string, { run: (database: Database, id: string) => Promise<void>; urgent?: boolean }> = {
    create: { run: (database, given) => createProjectWithKey(database, given, values.name ?? given) },
    show: { run: printProject },
    rotate: { run: (database, given) => rotateKey(database, given, now), urgent: true },
    lock: { run: lockProjectKeys, urgent: true },
    unlock: { run: unlockProjectKeys, urgent: true },
    delete: { run: (database, given) => removeProject(database, given, yes) },
  };
  if (now && name !== 'rotate') throw new CommandError(`--now can only be used with rotate.`);
  if (name === 'list') return withDatabase(parseDatabaseTarget(values), listProjects, { existing: true });
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new CommandError(`An action is required.\n\n${PROJECT_USAGE}`);
  if (!id || !PROJECT_ID_PATTERN.test(id))
    throw new CommandError('A project ID is required: 1 to 64 letters, digits, dots, - or _.');
  const options = { urgent: action.urgent ?? false, existing: name !== 'create' };
  await withDatabase(parseDatabaseTarget(values), (database) => action.run(database, id), options);
}

async function listProjects(database: Database): Promise<void> {
  const rows = await database.query(
    `select id, name, coalesce(devices, 0), coalesce(documents, 0) from project
       left join (select project, count(*) as devices from device group by project) d on d.project = id
       left join (select project, sum(documents) as documents from collection group by project) c on c.project = id
     order by id`,
  );
  for (const [id, name, devices, documents] of rows) {
    const counts = [formatCountWithNoun(Number(devices), 'device'), formatCountWithNoun(Number(documents), 'document')];
    console.log([escapeTerminalText(id ?? ''), escapeTerminalText(name ?? ''), ...counts].join('\t'));
  }
}

async function removeProject(database: Database, id: string, sure: boolean): Promise<void> {
  await assertProjectExists(database, id);
  if (!sure)
    throw new CommandError(`This deletes project ${id} with all its devices and documents. Confirm with --yes.`);
  await database.transaction((session) => deleteProject(session, id), { vacuum: 'in any case' });
  await database.persist();
  console.log(`Deleted project ${id}.`);
}
