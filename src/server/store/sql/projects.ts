import type { Session } from '#server/store/database.ts';
import { type KeyHashes, replaceCredentials } from './credentials.ts';

type NewProject = { id: string; name: string } & KeyHashes;

/** Creates a project with its first key. Returns false where the ID is taken, also by a transaction under way. */
export async function createProject(session: Session, { id, name, ...hashes }: NewProject): Promise<boolean> {
  const insert = 'insert into project (id, name) values ($1, $2) on conflict (id) do nothing returning id';
  const [created] = await session.query(insert, [id, name]);
  if (!created) return false;
  // nothing that a removed project of this name left may open the new one
  await replaceCredentials(session, id, hashes, Date.now());
  return true;
}

/** Creates a project, or renames it, and makes one key the only one that opens it. */
export async function saveProject(session: Session, { id, name, ...hashes }: NewProject): Promise<void> {
  await session.query(
    'insert into project (id, name) values ($1, $2) on conflict (id) do update set name = excluded.name',
    [id, name],
  );
  await replaceCredentials(session, id, hashes, Date.now());
}

/** Removes a project with everything in it. */
export async function deleteProject(session: Session, id: string): Promise<void> {
  await deleteContent(session, id);
  for (const sql of ['delete from credential where project = $1', 'delete from project where id = $1']) {
    await session.query(sql, [id]);
  }
}

/** Removes everything in a project. */
export async function deleteContent(session: Session, id: string): Promise<void> {
  for (const table of ['document', 'page_mark', 'collection', 'device']) {
    await session.query(`delete from ${table} where project = $1`, [id]);
  }
}
