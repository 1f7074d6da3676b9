import type { Query } from '#pipeline/draft/draft.ts';
import { stageOf } from '#pipeline/draft/stages/card.ts';
import { readValue, valueDraft } from '#pipeline/draft/value.ts';
import { countRows } from './countRows.ts';

type AskRows = (
  query: Query,
  page: number,
  signal: AbortSignal,
) => Promise<{ rows: number; total?: number | undefined }>;

export type ValueCounts = {
  total: number | undefined;
  counts: ReadonlyMap<string, number>;
  requests: number;
  /** Responses were inconsistent, so documents changed during the count. */
  changed: boolean;
};

type Options = {
  ask: AskRows;
  collection: string;
  field: string;
  values: ReadonlyMap<string, unknown>;
  signal: AbortSignal;
  onProgress: (counts: ValueCounts) => void;
};

/**
 * Counts all documents of a collection, then those with each value: one request per value if its documents fit on a page, else
 * `countRows`.
 * @throws whatever `ask` throws
 */
export async function countValues({
  ask,
  collection,
  field,
  values,
  signal,
  onProgress,
}: Options): Promise<ValueCounts> {
  let so: ValueCounts = { total: undefined, counts: new Map(), requests: 0, changed: false };
  /** Rows of a full page; a lower bound until a second page is known. */
  let size = Number.NaN;
  const counted = async (pipeline: Query['pipeline']): Promise<number> => {
    const query = { collection, documentID: '', pipeline };
    const before = so.requests;
    const first = await ask(query, 1, signal);
    signal.throwIfAborted();
    const told = (requests: number) => {
      so = { ...so, requests: before + requests };
      onProgress(so);
    };
    told(1);
    if (first.total !== undefined) return first.total;
    if (first.rows < size) return first.rows;
    const { rows, requests, changed } = await countRows({
      ask: (page, ended) => ask(query, page, ended),
      firstRows: first.rows,
      spent: 1,
      signal,
      onProgress: (progress) => told(progress.requests),
    });
    if (rows > first.rows) size = first.rows;
    so = { ...so, requests: before + requests, changed: so.changed || changed };
    return rows;
  };
  const total = await counted([]);
  so = { ...so, total };
  for (const [key, value] of values) {
    const wanted = readValue(valueDraft(value));
    if (!('value' in wanted)) continue;
    const rows = await counted([stageOf('match', 'filter', [[field, wanted.value]])]);
    so = { ...so, counts: new Map(so.counts).set(key, rows) };
    onProgress(so);
  }
  return so;
}
