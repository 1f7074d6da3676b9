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
   * Adds a column with the numbers of a field. Null for other values.
   * @returns the name of the column
   */
  addNumber(reference: string): string {
    return this.addConverted(
      reference,
      (value) => `case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end`,
    );
  }

  /**
   * Adds a column with values that `convert` builds from the SQL of a field.
   * @returns the name of the column
   */
  addConverted(reference: string, convert: (value: string) => string): string {
    const sql = convert(this.addField(reference));
    const known = this.converted.get(sql);
    if (known) return known;
    const column = `v${this.converted.size}`;
    this.converted.set(sql, column);
    return column;
  }

  buildSql({ sql, scans }: GroupSourceSql): string {
    const fields = [...this.fields].map(([field, column]) => `${this.buildField(field, this.parameters)} as ${column}`);
    const converted = [...this.converted].map(([value, column]) => `${value} as ${column}`);
    const extracted = computeOnce(`select ${['seq', ...fields].join(', ')} from (${sql}) s`, scans);
    if (converted.length === 0) return extracted;
    return computeOnce(`select ${['*', ...converted].join(', ')} from (${extracted}) s`, scans);
  }
}

/**
 * Computes each column once, however often it is used. On a server, `union all … where false` makes PostgreSQL expect
 * few groups and hash them in parallel; with `offset 0`, and without statistics for the fields, it would expect one group
 * per document and sort. A cluster uses a plain subquery, because it would collect all documents on one node for a union.
 */
function computeOnce(select: string, scans: ScannedDatabaseKind | undefined): string {
  if (scans === 'server') return `${select} union all ${select} where false`;
  return scans === 'cluster' ? select : `${select} offset 0`;
}
