import type { BindValue, Session, TextRow } from '#server/store/database.ts';

/** Rows of a table in the order of a key, as SQL. Nothing here comes from a caller but `values`. */
type TableWalk = {
  /** What each row answers with: names and the expressions they stand for. */
  columns: Readonly<Record<string, string>>;
  /** Which of those names says how large a row is. */
  large: string;
  /** Table and condition; `values` are its parameters. */
  from: string;
  values: readonly BindValue[];
  /** Columns of the key and their types, each of them among `columns` as it is. */
  key: readonly { name: string; type: 'text' | 'bigint' }[];
};

/** Text of a piece, in bytes: one more row than fits is in it. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Rows asked for at once. */
const ROWS = { least: 16, most: 4000 };

/** Walks a table a piece at a time, however large the rows are. The rows answer in the order of `columns`. */
export async function* readChunks(session: Session, walk: TableWalk): AsyncGenerator<TextRow[]> {
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
    // large rows are not asked for again and again in vain
    size = Math.min(ROWS.most, rows.length === size ? size * 4 : Math.max(ROWS.least, Math.ceil(rows.length * 1.25)));
  }
}
