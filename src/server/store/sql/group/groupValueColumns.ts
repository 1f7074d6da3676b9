import type { SqlParameters } from '#server/store/sql/matchSql.ts';

/**
 * Query with the columns `seq, document_id, body`. `scans` is set if the rows come directly from stored documents, and
 * names where these are stored.
 */
export type GroupSourceSql = { sql: string; scans?: ScannedDatabaseKind };
export type ScannedDatabaseKind = 'embedded' | 'server' | 'cluster';

/** Builds the SQL for a field as jsonb. It is null if the document lacks the field. */
export type FieldSqlBuilder = (field: string, parameters: SqlParameters) => string;

/** Columns with the values that a group stage reads. Each value is extracted and converted once. */
export class GroupValueColumns {
  private readonly fields = new Map<string, string>();
  private readonly converted = new Map<string, string>();
  private readonly buildField: FieldSqlBuilder;
  private readonly parameters: SqlParameters;

  constructor(buildField: FieldSqlBuilder, parameters: SqlParameters) {
    this.buildField = buildField;
    this.parameters = parameters;
  }

  /**
   * Adds a column with a field as jsonb, such as `$temperature`. Null for a missing value.
   * @returns the name of the column
   */
  addField(reference: string): string {
    const field = reference.slice(1);
    const known = this.fields.get(field);
    if (known) return known;
    const column = `f${this.fields.size}`;
    this.fields.set(field, column);
    return column;
  }

  /**
   * Adds a column with the values of one type. Null for values of other types.
   * @returns the name of the column
   */
  addTyped(reference: string, type: 'number' | 'string' | 'boolean'): string {
    const value = this.addField(reference);
    const converted = {
      number: `${value}::numeric`,
      string: `(${value} #>> '{}') collate "C"`,
      boolean: `${value}::boolean`,
    };
    const sql = `case when jsonb_typeof(${value}) = '${type}' then ${converted[type]} end`;
    const known = this.converted.get(sql);
    if (known) return known;
    const column = `v${this.converted.size}`;
    this.converted.set(sql, column);
    return column;
  }

  buildSql({ sql, scans }: GroupSourceSql, computed: readonly string[]): string {
    const fields = [...this.fields].map(([field, column]) => `${this.buildField(field, this.parameters)} as ${column}`);
    const converted = [...this.converted].map(([value, column]) => `${value} as ${column}`);
    const extracted = buildFields({ sql, ...(scans && { scans }) }, ['seq', ...fields]);
    const columns = ['seq', ...this.fields.values(), ...converted, ...computed].join(', ');
    const isParallel = scans === 'server' || scans === 'cluster';
    return `select ${columns} from (${extracted}) s ${isParallel ? '' : 'offset 0'}`;
  }
}

/**
 * Extracts each field once, however often it is used. On a server, `union all … where false` makes PostgreSQL expect
 * few groups and hash them in parallel; with `offset 0`, and without statistics for the fields, it would expect one group
 * per document and sort. A cluster uses a plain subquery, because it would collect all documents on one node for a union.
 */
function buildFields({ sql, scans }: GroupSourceSql, columns: readonly string[]): string {
  const fields = `select ${columns.join(', ')} from (${sql}) s`;
  if (scans === 'server') return `${fields} union all ${fields} where false`;
  return scans === 'cluster' ? fields : `${fields} offset 0`;
}
