import { randomBytes } from 'node:crypto';
import { counted } from '#lib/counts.ts';
import { readArguments } from '#server/cli/commandLine.ts';
import { mustExist, TARGET_OPTIONS, TARGET_USAGE, targetOf, withDatabase } from '#server/cli/target.ts';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { deleteProject, saveProject } from '#server/store/sql/projects.ts';
import { hash } from '#server/store/store.ts';

export const PROJECT_USAGE = `fleetlens project create|list|rotate|delete [ID]: manage projects
${TARGET_USAGE}
  --name NAME       what to call a new project (default: its ID)
  --yes             delete without asking to be told so`;

export const PROJECT_OPTIONS = {
  ...TARGET_OPTIONS,
  name: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

/** Letters that need no quoting in a shell, an address or a file. */
const ID = /^[\w.-]{1,64}$/;

/** Makes, lists, re-keys and removes projects. A key and token are shown once, when they are made. */
export async function projectCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, PROJECT_OPTIONS);
  const [action = '', id] = positionals;
  const name = values.name ?? id ?? '';
  const actions: Record<string, (database: Database, id: string) => Promise<void>> = {
    create: (database, given) => create(database, given, name),
    rotate,
    delete: (database, given) => remove(database, given, values.yes ?? false),
  };
  if (action === 'list') return withDatabase(targetOf(values), list);
  const act = actions[action];
  if (!act) throw new CommandError(`Do what with a project?\n\n${PROJECT_USAGE}`);
  if (!id || !ID.test(id)) throw new CommandError('Give the project an ID of letters, digits, dots, - and _.');
  await withDatabase(targetOf(values), (database) => act(database, id));
}

async function create(database: Database, id: string, name: string): Promise<void> {
  const [taken] = await database.query('select 1 from project where id = $1', [id]);
  if (taken) throw new CommandError(`A project is named ${id} already.`);
  await newCredentials(database, id, name);
}

async function rotate(database: Database, id: string): Promise<void> {
  const [row] = await database.query('select name from project where id = $1', [id]);
  if (!row) throw new CommandError(`No project is named ${id}.`);
  await newCredentials(database, id, row[0] ?? id);
}

async function newCredentials(database: Database, id: string, name: string): Promise<void> {
  const apiKey = randomBytes(18).toString('base64url');
  const token = randomBytes(24).toString('base64url');
  await database.transaction(
    (session) => saveProject(session, { id, name, keyHash: hash(apiKey), tokenHash: hash(token) }),
    { short: true },
  );
  await database.persist();
  console.log(`Project ${id}\nAPI key ${apiKey}\nToken   ${token}\nThey are not kept and cannot be shown again.`);
}

async function list(database: Database): Promise<void> {
  const rows = await database.query(
    `select id, name, coalesce(devices, 0), coalesce(documents, 0) from project
       left join (select project, count(*) as devices from device group by project) d on d.project = id
       left join (select project, sum(documents) as documents from collection group by project) c on c.project = id
     order by id`,
  );
  for (const [id, name, devices, documents] of rows) {
    console.log(`${id}\t${name}\t${counted(Number(devices), 'device')}\t${counted(Number(documents), 'document')}`);
  }
}

async function remove(database: Database, id: string, sure: boolean): Promise<void> {
  await mustExist(database, id);
  if (!sure) throw new CommandError(`This removes ${id} with all its devices and documents. Say so with --yes.`);
  await database.transaction((session) => deleteProject(session, id));
  await database.persist();
  console.log(`Deleted ${id}.`);
}
