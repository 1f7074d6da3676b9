import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { parseValueDraft, toValueDraft } from '#pipeline/draft/valueDraft.ts';
import { countRows } from './countRows.ts';

type RowCountFetcher = (
  query: PipelineQuery,
  page: number,
  signal: AbortSignal,
) => Promise<{ rows: number; total?: number | undefined }>;

export type ValueCounts = {
  total: number | undefined;
  counts: ReadonlyMap<string, number>;
  requests: number;
  changed: boolean;
};

type CountValuesOptions = {
  fetchRowCount: RowCountFetcher;
  collection: string;
  field: string;
  values: ReadonlyMap<string, unknown>;
  signal: AbortSignal;
  onProgress: (counts: ValueCounts) => void;
};

/**
 * Counts all documents of a collection, then those with each value. Sends one request per value if the documents with
 * that value fit on a page.
 * @throws any error of the request function
 */
export async function countDocumentsByValue({
  fetchRowCount,
  collection,
  field,
  values,
  signal,
  onProgress,
}: CountValuesOptions): Promise<ValueCounts> {
  let so: ValueCounts = { total: undefined, counts: new Map(), requests: 0, changed: false };
  /** Number of rows on a full page. A lower bound until a second page is read. */
  let size = Number.NaN;
  const counted = async (pipeline: PipelineQuery['pipeline']): Promise<number> => {
    const query = { collection, documentID: '', pipeline };
    const before = so.requests;
    const first = await fetchRowCount(query, 1, signal);
    signal.throwIfAborted();
    const told = (requests: number) => {
      so = { ...so, requests: before + requests };
      onProgress(so);
    };
    told(1);
    if (first.total !== undefined) return first.total;
    if (first.rows < size) return first.rows;
    const { rows, requests, changed } = await countRows({
      fetchRowCount: (page, ended) => fetchRowCount(query, page, ended),
      firstPageRows: first.rows,
      requestsBefore: 1,
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
    const wanted = parseValueDraft(toValueDraft(value));
    if (!('value' in wanted)) continue;
    const rows = await counted([createStageObject('match', 'filter', [[field, wanted.value]])]);
    so = { ...so, counts: new Map(so.counts).set(key, rows) };
    onProgress(so);
  }
  return so;
}
