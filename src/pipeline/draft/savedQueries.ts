import { isJsonObject, stringifyJson, toObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { createConnectionSettings } from '#lib/setting.ts';
import { foldText, sortNaturally } from '#lib/text/foldText.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import type { PipelineQuery } from './draft.ts';

/** Stored query; stages as text, so that they stay exact. Contains no credentials. */
type StoredQuery = { collection: string; documentID: string; pipeline: string };

export type SavedQuery = StoredQuery & { name: string; savedAt: number };

/** A run: time (ms since 1970), rows of the first page, duration in ms. */
export type QueryRun = StoredQuery & { at: number; rows: number; more: boolean; ms: number };

export const savedQueries = createConnectionSettings<readonly SavedQuery[]>({
  name: 'queries',
  fallback: [],
  parse: (kept) => parseSavedQueries(kept),
});

/** Newest first. */
export const queryRuns = createConnectionSettings<readonly QueryRun[]>({
  name: 'runs',
  fallback: [],
  parse: (kept) => parseQueryRuns(kept),
});

export const RUNS_MAX = 100;

const FILE_FORMAT = 'fleetlens-queries';
const FILE_VERSION = 1;

export function toStoredQuery({ collection, documentID, pipeline }: PipelineQuery): StoredQuery {
  return { collection, documentID, pipeline: stringifyJson(pipeline) };
}

export function parseStoredQuery({ collection, documentID, pipeline }: StoredQuery): PipelineQuery | undefined {
  const stages = toObjectList(tryCatch(() => parseOrderedJson(pipeline)));
  return stages && { collection, documentID, pipeline: stages };
}

/** Adds a run, replacing the previous one if it has the same query. */
export function addRun(runs: readonly QueryRun[], run: QueryRun): readonly QueryRun[] {
  const [last] = runs;
  const rest = last && isSameQuery(last, run) ? runs.slice(1) : runs;
  return [run, ...rest].slice(0, RUNS_MAX);
}

export function hasRun(runs: readonly QueryRun[], query: StoredQuery): boolean {
  return runs.some((run) => isSameQuery(run, query));
}

export function addSavedQuery(saved: readonly SavedQuery[], query: SavedQuery): readonly SavedQuery[] {
  const others = saved.filter(({ name }) => name !== query.name);
  return sortNaturally([...others, query], ({ name }) => name);
}

export function filterQueries<Kept extends StoredQuery & { name?: string }>(
  list: readonly Kept[],
  text: string,
): readonly Kept[] {
  const wanted = foldText(text.trim());
  return list.filter(({ name = '', collection, documentID, pipeline }) =>
    [name, collection, documentID, pipeline].some((part) => foldText(part).includes(wanted)),
  );
}

export function formatQueriesFile(saved: readonly SavedQuery[]): string {
  return `${stringifyJson({ format: FILE_FORMAT, version: FILE_VERSION, queries: saved }, 2)}\n`;
}

/** Parses a file of saved queries; `dropped` counts invalid entries. Undefined if the format is wrong. */
export function parseQueriesFile(text: string): { queries: readonly SavedQuery[]; dropped: number } | undefined {
  const file: unknown = tryCatch(() => JSON.parse(text));
  if (!isJsonObject(file) || file['format'] !== FILE_FORMAT || file['version'] !== FILE_VERSION) return undefined;
  const { queries } = file;
  if (!Array.isArray(queries)) return undefined;
  const read = parseSavedQueries(queries);
  return { queries: read, dropped: queries.length - read.length };
}

export function parseSavedQueries(list: unknown): readonly SavedQuery[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const kept = parseStoredEntry(entry);
    if (!kept || !isJsonObject(entry) || typeof entry['name'] !== 'string' || !entry['name'].trim()) return [];
    return [{ ...kept, name: entry['name'], savedAt: toFiniteNumber(entry['savedAt']) }];
  });
}

export function parseQueryRuns(list: unknown): readonly QueryRun[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const kept = parseStoredEntry(entry);
    if (!kept || !isJsonObject(entry)) return [];
    const { at, rows, more, ms } = entry;
    return [
      { ...kept, at: toFiniteNumber(at), rows: toFiniteNumber(rows), more: more === true, ms: toFiniteNumber(ms) },
    ];
  });
}

function parseStoredEntry(entry: unknown): StoredQuery | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { collection, documentID = '', pipeline } = entry;
  if (typeof collection !== 'string' || typeof documentID !== 'string' || typeof pipeline !== 'string')
    return undefined;
  const kept = { collection, documentID, pipeline };
  return parseStoredQuery(kept) && kept;
}

function isSameQuery(a: StoredQuery, b: StoredQuery): boolean {
  return a.collection === b.collection && a.documentID === b.documentID && a.pipeline === b.pipeline;
}

function toFiniteNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
