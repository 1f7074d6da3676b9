import type { DatabaseSession } from '#server/store/database.ts';
import { type KeyHashes, replaceCredentials } from './credentials.ts';

type NewProject = { id: string; name: string } & KeyHashes;

/**
 * Creates a project with its first key.
 * @returns false if the ID is taken, even by a running transaction
 */
export async function createProject(session: DatabaseSession, { id, name, ...hashes }: NewProject): Promise<boolean> {
  const insert = 'insert into project (id, name) values ($1, $2) on conflict (id) do nothing returning id';
  const [created] = await session.query(insert, [id, name]);
  if (!created) return false;
  // keys left over from a removed project must not give access to the new one
  await replaceCredentials(session, id, hashes);
  return true;
}

export async function saveProject(session: DatabaseSession, { id, name, ...hashes }: NewProject): Promise<void> {
  await session.query(
    'insert into project (id, name) values ($1, $2) on conflict (id) do update set name = excluded.name',
    [id, name],
  );
  await replaceCredentials(session, id, hashes);
}

export async function deleteProject(session: DatabaseSession, id: string): Promise<void> {
  await deleteProjectContent(session, id);
  for (const sql of ['delete from credential where project = $1', 'delete from project where id = $1']) {
    await session.query(sql, [id]);
  }
}

export async function deleteProjectContent(session: DatabaseSession, id: string): Promise<void> {
  for (const table of ['document', 'page_mark', 'collection', 'device']) {
    await session.query(`delete from ${table} where project = $1`, [id]);
  }
}
