import type { Session } from '#server/store/database.ts';

/** Makes a project, or gives it a new key and token. Only hashes are stored. */
export async function saveProject(
  session: Session,
  { id, name, keyHash, tokenHash }: { id: string; name: string; keyHash: Buffer; tokenHash: Buffer },
): Promise<void> {
  await session.query(
    `insert into project (id, name, key_hash, token_hash)
     values ($1, $2, decode($3, 'hex'), decode($4, 'hex'))
     on conflict (id) do update
     set name = excluded.name, key_hash = excluded.key_hash, token_hash = excluded.token_hash`,
    [id, name, keyHash.toString('hex'), tokenHash.toString('hex')],
  );
}

/** Removes a project with everything in it. */
export async function deleteProject(session: Session, id: string): Promise<void> {
  await deleteContent(session, id);
  await session.query('delete from project where id = $1', [id]);
}

/** Removes everything in a project. */
export async function deleteContent(session: Session, id: string): Promise<void> {
  for (const table of ['document', 'page_mark', 'collection', 'device']) {
    await session.query(`delete from ${table} where project = $1`, [id]);
  }
}
