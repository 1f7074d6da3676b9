import type { BindValue, DatabaseSession, TextRow } from '#server/store/database.ts';

type TableWalk = {
  columns: Readonly<Record<string, string>>;
  large: string;
  from: string;
  values: readonly BindValue[];
  /** Key columns and their types. Each one is also in `columns`. */
  key: readonly { name: string; type: 'text' | 'bigint' }[];
};

/** Maximum text of a chunk, in bytes. The row that exceeds it is still included. */
const CHUNK_BYTES = 4 * 1024 * 1024;

const ROWS = { least: 16, most: 4000 };

/** Reads a table in chunks of limited size. Values are in the order of `columns`. */
export async function* readTableChunks(session: DatabaseSession, walk: TableWalk): AsyncGenerator<TextRow[]> {
  const { columns, large, from, values, key } = walk;
  const order = key.map(({ name }) => name).join(', ');
  const after = key.map(({ type }, at) => `$${values.length + at + 1}::${type}`).join(', ');
  const names = Object.keys(columns);
  const selected = names.map((name) => `${columns[name]} as ${name}`).join(', ');
  const keyAt = key.map(({ name }) => names.indexOf(name));
  const sql = `select ${names.join(', ')} from (
      select *, sum(octet_length(${large})) over (order by ${order} rows unbounded preceding) - octet_length(${large}) as earlier
      from (select ${selected} from ${from} and (${order}) > (${after})
        order by ${order} limit $${values.length + key.length + 1}::bigint) r) s
    where earlier < ${CHUNK_BYTES} order by ${order}`;
  let last: TextRow = key.map(({ type }) => (type === 'text' ? '' : '-9223372036854775808'));
  let size = ROWS.least;
  for (;;) {
    const rows = await session.query(sql, [...values, ...last, size]);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keyAt.map((at) => end[at] ?? null);
    // grows slowly after large rows, because rows beyond the limit would be read in vain
    size = Math.min(ROWS.most, rows.length === size ? size * 4 : Math.max(ROWS.least, Math.ceil(rows.length * 1.25)));
  }
}
