import * as z from 'zod/mini';
import { stringifyJson, toOrderedObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { createListParser, createParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';
import { foldText, sortNaturally } from '#lib/text/foldText.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import type { PipelineQuery } from './queryDraft.ts';

/** Stored query without credentials. Stages are stored as text, which keeps them exact. */
const storedQueryFields = {
  collection: z.string(),
  documentID: z._default(z.string(), ''),
  pipeline: z.string().check(z.refine((text) => parseStages(text) !== undefined)),
};

const count = z.catch(z.number(), 0);

const savedQuerySchema = z.object({
  ...storedQueryFields,
  name: z.string().check(z.refine((name) => name.trim() !== '')),
  savedAt: count,
  /** How the result is shown: the search part of a link. */
  display: z.optional(z.string()),
});

/** Query run: time (ms since 1970), number of rows on the first page, and duration in ms. */
const queryRunSchema = z.object({
  ...storedQueryFields,
  ...{ at: count, rows: count, more: z.catch(z.boolean(), false), ms: count },
});

export type SavedQuery = z.infer<typeof savedQuerySchema>;
export type QueryRun = z.infer<typeof queryRunSchema>;
type StoredQuery = Pick<SavedQuery, keyof typeof storedQueryFields>;

export const parseSavedQueries = createListParser(savedQuerySchema);
export const parseQueryRuns = createListParser(queryRunSchema);

export const getSavedQueriesSetting = createPerConnectionSetting<readonly SavedQuery[]>({
  name: 'queries',
  fallback: [],
  parse: (kept) => parseSavedQueries(kept),
});

export const getQueryRunsSetting = createPerConnectionSetting<readonly QueryRun[]>({
  name: 'runs',
  fallback: [],
  parse: (kept) => parseQueryRuns(kept),
});

export const QUERY_RUNS_MAX = 100;

const FILE_FORMAT = 'fleetlens-queries';
const FILE_VERSION = 1;

export function toStoredQuery({ collection, documentID, pipeline }: PipelineQuery): StoredQuery {
  return { collection, documentID, pipeline: stringifyJson(pipeline) };
}

export function parseStoredQuery({ collection, documentID, pipeline }: StoredQuery): PipelineQuery | undefined {
  const stages = parseStages(pipeline);
  return stages && { collection, documentID, pipeline: stages };
}

export function addQueryRun(runs: readonly QueryRun[], run: QueryRun): readonly QueryRun[] {
  const [last] = runs;
  const rest = last && isSameQuery(last, run) ? runs.slice(1) : runs;
  return [run, ...rest].slice(0, QUERY_RUNS_MAX);
}

export function hasQueryRun(runs: readonly QueryRun[], query: StoredQuery): boolean {
  return runs.some((run) => isSameQuery(run, query));
}

export function addSavedQuery(saved: readonly SavedQuery[], query: SavedQuery): readonly SavedQuery[] {
  const others = saved.filter(({ name }) => name !== query.name);
  return sortNaturally([...others, query], ({ name }) => name);
}

export function filterQueriesByText<Query extends StoredQuery & { name?: string }>(
  list: readonly Query[],
  text: string,
): readonly Query[] {
  const wanted = foldText(text.trim());
  return list.filter(({ name = '', collection, documentID, pipeline }) =>
    [name, collection, documentID, pipeline].some((part) => foldText(part).includes(wanted)),
  );
}

export function formatSavedQueriesFile(saved: readonly SavedQuery[]): string {
  return `${stringifyJson({ format: FILE_FORMAT, version: FILE_VERSION, queries: saved }, 2)}\n`;
}

/**
 * Parses a file of saved queries. `dropped` counts invalid entries.
 * @returns undefined if the format is wrong
 */
export function parseSavedQueriesFile(text: string): { queries: readonly SavedQuery[]; dropped: number } | undefined {
  const file = parseFile(tryCatch(() => JSON.parse(text)));
  const queries = parseSavedQueries(file?.queries);
  return file && queries && { queries, dropped: file.queries.length - queries.length };
}

const parseFile = createParser(
  z.object({ format: z.literal(FILE_FORMAT), version: z.literal(FILE_VERSION), queries: z.array(z.unknown()) }),
);

function parseStages(text: string) {
  return toOrderedObjectList(tryCatch(() => parseOrderedJson(text)));
}

function isSameQuery(a: StoredQuery, b: StoredQuery): boolean {
  return a.collection === b.collection && a.documentID === b.documentID && a.pipeline === b.pipeline;
}
