import type { DatabaseSession, SqlStatement, TextRow } from '#server/store/database.ts';

export type KeyHashes = { keyHash: Buffer; tokenHash: Buffer };

/** Key of a project. Times are in ms since 1970; `createdAt` is missing for keys of earlier versions. */
export type StoredCredential = {
  number: number;
  fingerprint: string;
  createdAt: number | undefined;
  lockedAt: number | undefined;
};

export const MAX_KEYS_PER_PROJECT = 10;

/**
 * Builds the statement that adds a key to a project. It returns the number of the key, or no row if the project does
 * not exist or has `maxKeys` keys.
 */
export function buildAddCredentialStatement(
  project: string,
  { keyHash, tokenHash }: KeyHashes,
  now: number,
  maxKeys = Number.MAX_SAFE_INTEGER,
): SqlStatement {
  return {
    sql: `insert into credential (project, number, key_hash, token_hash, created_at)
      select id, 1 + coalesce((select max(number) from credential where project = $1), 0), decode($2, 'hex'),
        decode($3, 'hex'), $4::bigint
      from project where id = $1 and (select count(*) from credential where project = $1) < $5::bigint returning number`,
    values: [project, keyHash.toString('hex'), tokenHash.toString('hex'), now, maxKeys],
  };
}

export function buildRemoveCredentialStatement(keyHash: Buffer): SqlStatement {
  return { sql: `delete from credential where key_hash = decode($1, 'hex')`, values: [keyHash.toString('hex')] };
}

/**
 * Builds the statement that removes the keys older than key `number`, if that key exists. It returns a row for each.
 */
export function buildRemoveOlderCredentialsStatement(project: string, number: number): SqlStatement {
  return {
    sql: `delete from credential where project = $1 and number < $2::bigint
        and exists (select from credential where project = $1 and number = $2::bigint)
      returning number`,
    values: [project, number],
  };
}

export function buildLockCredentialsStatement(project: string, now: number): SqlStatement {
  return {
    sql: 'update credential set locked_at = $2::bigint where project = $1 and locked_at is null returning number',
    values: [project, now],
  };
}

export function buildUnlockCredentialsStatement(project: string): SqlStatement {
  return {
    sql: 'update credential set locked_at = null where project = $1 and locked_at is not null returning number',
    values: [project],
  };
}

export function buildListCredentialsStatement(project: string): SqlStatement {
  return {
    sql: `select number, substr(encode(key_hash, 'hex'), 1, 8), created_at, locked_at from credential
      where project = $1 order by number`,
    values: [project],
  };
}

export function parseCredentialRow([number, fingerprint, createdAt, lockedAt]: TextRow): StoredCredential {
  return {
    number: Number(number),
    fingerprint: fingerprint ?? '',
    createdAt: createdAt == null ? undefined : Number(createdAt),
    lockedAt: lockedAt == null ? undefined : Number(lockedAt),
  };
}

export async function replaceCredentials(session: DatabaseSession, project: string, hashes: KeyHashes): Promise<void> {
  await session.query('delete from credential where project = $1', [project]);
  const { sql, values } = buildAddCredentialStatement(project, hashes, Date.now());
  await session.query(sql, values);
}

/** Replaces the keys of a project in `to` with those in `from`. Does nothing if `to` lacks the project. */
export async function copyCredentials(from: DatabaseSession, to: DatabaseSession, project: string): Promise<void> {
  const rows = await from.query(
    `select number, encode(key_hash, 'hex'), encode(token_hash, 'hex'), created_at, locked_at from credential
     where project = $1`,
    [project],
  );
  await to.query('delete from credential where project = $1', [project]);
  for (const row of rows) {
    await to.query(
      `insert into credential (project, number, key_hash, token_hash, created_at, locked_at)
       select id, $2::bigint, decode($3, 'hex'), decode($4, 'hex'), $5::bigint, $6::bigint from project where id = $1`,
      [project, ...row],
    );
  }
}

/** SQL that finds an unlocked key: project, number, token hash, and true if the project has older keys. */
export const FIND_CREDENTIAL_SQL = `select c.project, c.number, encode(c.token_hash, 'hex'),
    exists (select from credential o where o.project = c.project and o.number < c.number)
  from credential c join project p on p.id = c.project
  where c.key_hash = decode($1, 'hex') and c.locked_at is null`;
