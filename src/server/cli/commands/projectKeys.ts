import { randomBytes } from 'node:crypto';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { CommandError } from '#server/commandError.ts';
import { type Database, DatabaseError, type SqlStatement, type TextRow } from '#server/store/database.ts';
import {
  buildAddCredentialStatement,
  buildListCredentialsStatement,
  buildLockCredentialsStatement,
  buildRemoveCredentialStatement,
  buildRemoveOlderCredentialsStatement,
  buildUnlockCredentialsStatement,
  MAX_KEYS_PER_PROJECT,
  parseCredentialRow,
  type StoredCredential,
} from '#server/store/sql/credentials.ts';
import { createProject, deleteProject } from '#server/store/sql/projects.ts';
import { hashSecret } from '#server/store/store.ts';
import { escapeTerminalText, printLine } from './printing.ts';
import { toCommandError } from './toCommandError.ts';

const SHOWN_ONCE = 'Save the key and the token now: they cannot be shown again, because only their hashes are stored.';

/** SQLSTATE of an insert whose key number a concurrent rotation has used, and maximum number of attempts. */
const UNIQUE_VIOLATION = '23505';
const MAX_ATTEMPTS = 5;

/** Creates a project. Prints its key before the commit, so that no project exists whose key was never shown. */
export async function createProjectWithKey(database: Database, id: string, name: string): Promise<void> {
  const key = generateKey();
  const unclear = `To check whether the project was created, run: fleetlens project show ${id}`;
  let printed = false;
  const create = database.transaction(
    async (session) => {
      if (!(await createProject(session, { id, name, ...key.hashes }))) {
        throw new CommandError(`Project ${id} already exists.`);
      }
      await printKey(id, key);
      printed = true;
    },
    { short: true },
  );
  await create.catch((error: unknown) => {
    throw toCommandError(error, printed ? unclear : 'Nothing was changed.');
  });
  await database.persist().catch(async (error: unknown) => {
    const undo = database.transaction((session) => deleteProject(session, id), { short: true });
    const undone = await undo.then(
      () => true,
      () => false,
    );
    throw toCommandError(error, undone ? 'Nothing was changed.' : unclear);
  });
  console.log(`Created project ${id}. ${SHOWN_ONCE}`);
}

/** Adds a key. Earlier keys stay valid until the new key is used or, with `now`, until it is printed. */
export async function rotateKey(database: Database, id: string, now: boolean): Promise<void> {
  const key = generateKey();
  // with `now` the limit does not apply, because the other keys are revoked at once
  const number = await addKey(database, id, key, now ? undefined : MAX_KEYS_PER_PROJECT);
  await printKey(id, key).catch(async (error: unknown) => {
    await changeKeys(database, id, [buildRemoveCredentialStatement(key.hashes.keyHash)]);
    throw error;
  });
  const older = now ? [buildRemoveOlderCredentialsStatement(id, number)] : [];
  const results = await changeKeys(
    database,
    id,
    [...older, buildListCredentialsStatement(id)],
    'Earlier keys are still valid.',
  );
  const keys = (results.at(-1) ?? []).map(parseCredentialRow);
  if (!keys.some((each) => each.number === number)) {
    throw new CommandError(
      'This key is no longer valid: another rotation ended it. Use the key that the other rotation printed.',
    );
  }
  console.log(SHOWN_ONCE);
  if (now) console.log(`Revoked ${formatCountWithNoun(results[0]?.length ?? 0, 'earlier key')}.`);
  for (const other of keys.filter((each) => each.number !== number)) console.log(describeOtherKey(id, other, number));
}

export async function printProject(database: Database, id: string): Promise<void> {
  const count = async (sql: string) => Number((await database.query(sql, [id]))[0]?.[0]);
  const [row] = await database.query('select name from project where id = $1', [id]);
  if (!row) throw createUnknownProjectError(id);
  // one after the other: a cluster may keep the tables on different servers
  const devices = await count('select count(*) from device where project = $1');
  const documents = await count('select coalesce(sum(documents), 0) from collection where project = $1');
  const { sql, values } = buildListCredentialsStatement(id);
  const keys = (await database.query(sql, values)).map(parseCredentialRow);
  console.log(`Project ${id} (${escapeTerminalText(row[0] ?? '')})`);
  console.log([formatCountWithNoun(devices, 'device'), formatCountWithNoun(documents, 'document')].join(', '));
  console.log('Keys');
  console.log(describeKeys(keys));
}

/** Locks the current keys of a project. Keys added later are not locked. */
export async function lockProjectKeys(database: Database, id: string): Promise<void> {
  const locked = await changeKeyState(database, id, buildLockCredentialsStatement(id, Date.now()));
  console.log(
    `Locked ${formatCountWithNoun(locked, 'key')} of ${id}. To unlock, run: fleetlens project unlock ${id}\n` +
      `To create a new key, run: fleetlens project rotate ${id}`,
  );
}

export async function unlockProjectKeys(database: Database, id: string): Promise<void> {
  console.log(
    `Unlocked ${formatCountWithNoun(await changeKeyState(database, id, buildUnlockCredentialsStatement(id)), 'key')} of ${id}.`,
  );
}

type NewKey = { apiKey: string; token: string; hashes: { keyHash: Buffer; tokenHash: Buffer } };

function generateKey(): NewKey {
  const [apiKey, token] = [randomBytes(18).toString('base64url'), randomBytes(24).toString('base64url')];
  return { apiKey, token, hashes: { keyHash: hashSecret(apiKey), tokenHash: hashSecret(token) } };
}

async function printKey(id: string, { apiKey, token }: NewKey): Promise<void> {
  await printLine(`Project ${id}\nAPI key ${apiKey}\nToken   ${token}`).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The key could not be printed (${error.code ?? error.message}). Nothing was changed.`);
  });
}

async function addKey(database: Database, id: string, { hashes }: NewKey, most?: number): Promise<number> {
  for (let tried = 1; ; tried++) {
    try {
      const statements = [buildAddCredentialStatement(id, hashes, Date.now(), most), buildListCredentialsStatement(id)];
      const [[[number] = []] = [], keys = []] = await database.changeCredentials(id, statements, { urgent: true });
      if (number !== undefined) return Number(number);
      throw keys.length === 0
        ? createUnknownProjectError(id)
        : createTooManyKeysError(id, keys.map(parseCredentialRow));
    } catch (error) {
      const taken = error instanceof DatabaseError && error.sqlState === UNIQUE_VIOLATION;
      if (!taken || tried === MAX_ATTEMPTS) throw toCommandError(error, 'Nothing was changed.');
    }
  }
}

function changeKeys(
  database: Database,
  id: string,
  statements: SqlStatement[],
  rest: string = 'Nothing was changed.',
): Promise<TextRow[][]> {
  return database.changeCredentials(id, statements, { urgent: true }).catch((error: unknown) => {
    throw toCommandError(error, rest);
  });
}

/**
 * Locks or unlocks keys.
 * @returns the number of changed keys
 */
async function changeKeyState(database: Database, id: string, change: SqlStatement): Promise<number> {
  const find = { sql: 'select 1 from project where id = $1', values: [id] };
  const [found, changed] = await changeKeys(database, id, [find, change]);
  if (found?.length !== 1) throw createUnknownProjectError(id);
  return changed?.length ?? 0;
}

function createUnknownProjectError(id: string): CommandError {
  return new CommandError(`Project ${id} does not exist.`);
}

function createTooManyKeysError(id: string, keys: readonly StoredCredential[]): CommandError {
  return new CommandError(
    `Project ${id} already has the maximum of ${formatCountWithNoun(keys.length, 'key')}. Nothing was changed.\n${describeKeys(keys)}\n` +
      `To revoke the earlier keys, sign in once with key ${keys.at(-1)?.number}. To replace all keys, run: fleetlens project rotate ${id} --now`,
  );
}

function describeKeys(keys: readonly StoredCredential[]): string {
  return keys.map((key, at) => `  ${describeKey(key)}  ${describeKeyState(key, at, keys.length)}`).join('\n');
}

function describeKey({ number, fingerprint, createdAt }: StoredCredential): string {
  return `key ${number} (${fingerprint}, created ${(createdAt === undefined ? undefined : formatUtcTime(createdAt)) ?? 'before keys were numbered'})`;
}

function describeOtherKey(id: string, key: StoredCredential, newest: number): string {
  const what = describeKey(key);
  if (key.lockedAt !== undefined) return `Still locked: ${what}. It ends at the first use of key ${newest}.`;
  if (key.number > newest) return `Also valid: ${what}, created by another rotation at the same time.`;
  return `Still valid: ${what}, until the first use of key ${newest}. To revoke it now, run: fleetlens project rotate ${id} --now`;
}

function describeKeyState({ lockedAt }: StoredCredential, at: number, count: number): string {
  if (lockedAt !== undefined) return `locked since ${formatUtcTime(lockedAt)}`;
  if (at < count - 1) return 'valid until a newer key is used';
  return count > 1 ? 'valid, not used yet' : 'valid';
}

function formatUtcTime(time: number): string {
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}
