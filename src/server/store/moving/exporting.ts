import type { Session } from '#server/store/database.ts';
import { DOCUMENT } from '#server/store/sql/documents.ts';
import { pieces } from '#server/store/sql/pieces.ts';

/** A record as it would be imported, on one line. */
export type DeviceLine = { record: string; online: boolean };

/** The devices of a project, ordered by registration, a piece at a time. */
export async function* deviceLines(session: Session, project: string): AsyncGenerator<DeviceLine[]> {
  const walk = {
    columns: {
      registered_at: 'registered_at',
      device_id: 'device_id',
      online: 'online',
      // line ends stand only between values
      record: `translate(record, E'\\r\\n', '  ')`,
    },
    large: 'record',
    from: 'device where project = $1',
    values: [project],
    key: [
      { name: 'registered_at', type: 'bigint' },
      { name: 'device_id', type: 'text' },
    ],
  } as const;
  for await (const rows of pieces(session, walk)) {
    yield rows.map(([, , online, record]) => ({ record: record ?? '', online: online === 't' }));
  }
}

/** The documents of a collection in its order, a piece at a time. */
export async function* documentLines(session: Session, project: string, collection: string): AsyncGenerator<string[]> {
  const walk = {
    columns: { seq: 'seq', line: DOCUMENT },
    large: 'line',
    from: 'document where project = $1 and collection = $2',
    values: [project, collection],
    key: [{ name: 'seq', type: 'bigint' }],
  } as const;
  for await (const rows of pieces(session, walk)) yield rows.map(([, line]) => line ?? '');
}
