import type { SqlParameters } from '#server/store/sql/matchSql.ts';

/**
 * A query with the columns `seq, document_id, body`. `scans` is set while its rows are stored documents: of the embedded
 * database, of a server, or of a cluster.
 */
export type GroupSource = { sql: string; scans?: Scans };
export type Scans = 'embedded' | 'server' | 'cluster';

/** Builds the jsonb of a field, or null if the document lacks it. */
export type FieldSqlBuilder = (field: string, parameters: SqlParameters) => string;

/** Columns with the values that a group stage reads, so that each is extracted and converted once. */
export class ValueColumns {
  private readonly fields = new Map<string, string>();
  private readonly converted = new Map<string, string>();
  private readonly buildField: FieldSqlBuilder;
  private readonly parameters: SqlParameters;

  constructor(buildField: FieldSqlBuilder, parameters: SqlParameters) {
    this.buildField = buildField;
    this.parameters = parameters;
  }

  /** Column with the jsonb of a field, such as `$temperature`; null for a missing value. */
  addField(reference: string): string {
    const field = reference.slice(1);
    const known = this.fields.get(field);
    if (known) return known;
    const column = `f${this.fields.size}`;
    this.fields.set(field, column);
    return column;
  }

  /** Column with the values of one type; null for others. */
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

  /** Builds the query of all columns and `seq`, with further columns that are computed from those of fields. */
  buildSql({ sql, scans }: GroupSource, computed: readonly string[]): string {
    const fields = [...this.fields].map(([field, column]) => `${this.buildField(field, this.parameters)} as ${column}`);
    const converted = [...this.converted].map(([value, column]) => `${value} as ${column}`);
    const extracted = buildFields({ sql, ...(scans && { scans }) }, ['seq', ...fields]);
    const columns = ['seq', ...this.fields.values(), ...converted, ...computed].join(', ');
    const isParallel = scans === 'server' || scans === 'cluster';
    return `select ${columns} from (${extracted}) s ${isParallel ? '' : 'offset 0'}`;
  }
}

/**
 * Extracts each field once, however often it is used. At a server, the empty branch makes PostgreSQL expect few groups
 * and hash them in parallel, unlike `offset 0`: without statistics for fields it would expect as many groups as documents
 * and sort them. A cluster would collect all documents on one node to unite the branches.
 */
function buildFields({ sql, scans }: GroupSource, columns: readonly string[]): string {
  const fields = `select ${columns.join(', ')} from (${sql}) s`;
  if (scans === 'server') return `${fields} union all ${fields} where false`;
  return scans === 'cluster' ? fields : `${fields} offset 0`;
}
