import type { IndexSearch } from './indexSearch.ts';
import { type SqlParameters, toSqlArrayLiteral } from './matchSql.ts';
import type { SqlStage } from './pipelineSql.ts';

export type DocumentQuery = {
  project: string;
  collection: string;
  documentID?: string | undefined;
  stages: readonly SqlStage[];
  page: number;
  pageSize?: number | undefined;
};

/**
 * Documents with `seq` in (after, until], with `seq` in `seqs`, or found by the index `search`; the first `skip` are
 * omitted. Empty if the collection is no longer of this `generation`.
 */
export type DocumentRange = {
  after?: number;
  until?: number;
  seqs?: readonly string[];
  search?: IndexSearch;
  skip?: number;
  generation?: string;
};

/**
 * Builds the SQL for the documents of a range. An index search looks up each value separately, which the planner would
 * not choose.
 */
export function buildDocumentsSql(
  { project, collection, documentID }: DocumentQuery,
  range: DocumentRange,
  parameters: SqlParameters,
): string {
  const conditions = [`project = ${parameters.add(project)}`, `collection = ${parameters.add(collection)}`];
  if (documentID !== undefined) conditions.push(`document_id = ${parameters.add(documentID)}`);
  if (range.after) conditions.push(`seq > ${parameters.add(range.after)}::bigint`);
  if (range.until) conditions.push(`seq <= ${parameters.add(range.until)}::bigint`);
  if (range.seqs) conditions.push(`seq = any(${parameters.add(`{${range.seqs.join(',')}}`)}::bigint[])`);
  if (range.generation !== undefined)
    conditions.push(buildGenerationCheck(project, collection, range.generation, parameters));
  if (range.search) conditions.push(range.search.condition);
  const documents = `select seq, document_id, body from document where ${conditions.join(' and ')}`;
  if (!range.search) return documents;
  const { values, type } = range.search;
  return `select s.* from unnest(${parameters.add(toSqlArrayLiteral(values))}::${type}[]) v(value) cross join lateral (${documents} offset 0) s`;
}

function buildGenerationCheck(
  project: string,
  collection: string,
  generation: string,
  parameters: SqlParameters,
): string {
  const [id, name, of] = [project, collection, generation].map((value) => parameters.add(value));
  // a cluster that distributes documents must fetch at least one column
  return `exists (select 1 from collection c where c.project = ${id} and c.name = ${name} and c.generation = ${of}::uuid)`;
}

/** SQL for a document as JSON text, with documentID first. */
export const DOCUMENT_JSON_SQL = `case when document_id is null then body::text
  when body = '{}' then '{"documentID": ' || to_json(document_id) || '}'
  else '{"documentID": ' || to_json(document_id) || ', ' || substr(body::text, 2) end`;
