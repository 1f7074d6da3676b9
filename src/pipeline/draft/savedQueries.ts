import { isJsonObject, stringifyJson, toObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { createConnectionSettings } from '#lib/setting.ts';
import { foldText, sortNaturally } from '#lib/text/foldText.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import type { Query } from './draft.ts';

/** Stored query; stages as text, so that they stay exact. Contains no credentials. */
type KeptQuery = { collection: string; documentID: string; pipeline: string };

export type SavedQuery = KeptQuery & { name: string; savedAt: number };

/** A run: time (ms since 1970), rows of the first page, duration in ms. */
export type PastRun = KeptQuery & { at: number; rows: number; more: boolean; ms: number };

export const savedQueries = createConnectionSettings<readonly SavedQuery[]>({
  name: 'queries',
  fallback: [],
  read: (kept) => readSaved(kept),
});

/** Newest first. */
export const pastRuns = createConnectionSettings<readonly PastRun[]>({
  name: 'runs',
  fallback: [],
  read: (kept) => readRuns(kept),
});

export const RUNS_MAX = 100;

const FILE_FORMAT = 'fleetlens-queries';
const FILE_VERSION = 1;

export function keptQuery({ collection, documentID, pipeline }: Query): KeptQuery {
  return { collection, documentID, pipeline: stringifyJson(pipeline) };
}

export function queryOf({ collection, documentID, pipeline }: KeptQuery): Query | undefined {
  const stages = toObjectList(tryCatch(() => parseOrderedJson(pipeline)));
  return stages && { collection, documentID, pipeline: stages };
}

/** Adds a run, replacing the previous one if it has the same query. */
export function withRun(runs: readonly PastRun[], run: PastRun): readonly PastRun[] {
  const [last] = runs;
  const rest = last && isSame(last, run) ? runs.slice(1) : runs;
  return [run, ...rest].slice(0, RUNS_MAX);
}

export function hasRun(runs: readonly PastRun[], query: KeptQuery): boolean {
  return runs.some((run) => isSame(run, query));
}

export function withSaved(saved: readonly SavedQuery[], query: SavedQuery): readonly SavedQuery[] {
  const others = saved.filter(({ name }) => name !== query.name);
  return sortNaturally([...others, query], ({ name }) => name);
}

export function matching<Kept extends KeptQuery & { name?: string }>(
  list: readonly Kept[],
  text: string,
): readonly Kept[] {
  const wanted = foldText(text.trim());
  return list.filter(({ name = '', collection, documentID, pipeline }) =>
    [name, collection, documentID, pipeline].some((part) => foldText(part).includes(wanted)),
  );
}

export function savedFile(saved: readonly SavedQuery[]): string {
  return `${stringifyJson({ format: FILE_FORMAT, version: FILE_VERSION, queries: saved }, 2)}\n`;
}

/** Parses a file of saved queries; `dropped` counts invalid entries. Undefined if the format is wrong. */
export function readSavedFile(text: string): { queries: readonly SavedQuery[]; dropped: number } | undefined {
  const file: unknown = tryCatch(() => JSON.parse(text));
  if (!isJsonObject(file) || file['format'] !== FILE_FORMAT || file['version'] !== FILE_VERSION) return undefined;
  const { queries } = file;
  if (!Array.isArray(queries)) return undefined;
  const read = readSaved(queries);
  return { queries: read, dropped: queries.length - read.length };
}

export function readSaved(list: unknown): readonly SavedQuery[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const kept = readKept(entry);
    if (!kept || !isJsonObject(entry) || typeof entry['name'] !== 'string' || !entry['name'].trim()) return [];
    return [{ ...kept, name: entry['name'], savedAt: numberOf(entry['savedAt']) }];
  });
}

export function readRuns(list: unknown): readonly PastRun[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const kept = readKept(entry);
    if (!kept || !isJsonObject(entry)) return [];
    const { at, rows, more, ms } = entry;
    return [{ ...kept, at: numberOf(at), rows: numberOf(rows), more: more === true, ms: numberOf(ms) }];
  });
}

function readKept(entry: unknown): KeptQuery | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { collection, documentID = '', pipeline } = entry;
  if (typeof collection !== 'string' || typeof documentID !== 'string' || typeof pipeline !== 'string')
    return undefined;
  const kept = { collection, documentID, pipeline };
  return queryOf(kept) && kept;
}

function isSame(a: KeptQuery, b: KeptQuery): boolean {
  return a.collection === b.collection && a.documentID === b.documentID && a.pipeline === b.pipeline;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
