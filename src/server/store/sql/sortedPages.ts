import { HttpError, httpError } from '#server/httpError.ts';
import { DatabaseError } from '#server/store/database.ts';
import type { Best, CollectionState, DocumentReader, Page, Query } from './documentReader.ts';
import { STAGES, type Stage } from './pipelineSql.ts';

/**
 * A sort in the embedded database: documents in one slice of it, the best that are carried from slice to slice, matches
 * that are sorted at once for a page beyond those, documents that are sorted without a match in front, and how long it
 * all may take, in ms.
 */
const SORT = { slice: 50_000, best: 1000, whole: 250_000, most: 2_000_000, patience: 25_000 };

type SortedPage = CollectionState & { offset: number; pageSize: number };

/** PostgreSQL sorts beside other statements, so it does so at once. */
export function needsSlicedSort({ kind }: DocumentReader): boolean {
  return kind === 'pglite';
}

/**
 * The embedded database does one thing at a time, so there a long sort is made in slices that let others in between:
 * the best so far stand again in every slice. A page too far in for that is sorted at once, if that is not too much.
 * The page is empty if the collection is replaced meanwhile.
 */
export async function readSortedPage(
  reader: DocumentReader,
  query: Query,
  { generation, size, offset, pageSize }: SortedPage,
  signal?: AbortSignal,
): Promise<Page> {
  const readWhole = () => reader.readPage(query, { skip: offset, of: generation }, signal);
  if (!needsSlicedSort(reader) || size <= SORT.slice) return readWhole();
  const selects = query.stages.some(({ type }) => STAGES[type].does === 'select');
  if (size > SORT.most && !selects) throw httpError(400, 'QUERY-TOO-COSTLY');
  const wanted = offset + pageSize;
  if (wanted > SORT.best) {
    if ((await reader.countMatches(query, SORT.whole + 1, signal)) > SORT.whole) throw refusePage(selects, pageSize);
    return readWhole();
  }
  const among = await readAllSlices(reader, query, { generation, size, wanted }, signal);
  return reader.readPage(query, { among, skip: offset, of: generation }, signal);
}

/** A page too far into a result that is too large to be sorted at once. */
function refusePage(selects: boolean, pageSize: number): HttpError {
  const [last, most] = [SORT.best / pageSize, SORT.whole].map((count) => Math.floor(count).toLocaleString('en'));
  const advice = selects
    ? `the match leaves more. Narrow the match, or ask for one of the pages 1 to ${last}.`
    : `the collection has more. Put a match before the sort, or ask for one of the pages 1 to ${last}.`;
  const reason = `Pages after ${last} of a sorted result are available for at most ${most} documents, and ${advice}`;
  return new HttpError(400, 'QUERY-TOO-COSTLY', reason);
}

/** The `seq` of the first `wanted` documents of a sort, found slice by slice. */
async function readAllSlices(
  reader: DocumentReader,
  query: Query,
  { generation, size, wanted }: { generation: string; size: number; wanted: number },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const slices = Math.ceil(size / SORT.slice);
  const start = performance.now();
  let best: Best = { seqs: [] };
  for (let done = 0; done < slices; done++) {
    // what is wanted often lies where documents were stored last; found first, it spares the rest the comparing
    const slice = isDescending(query.stages) ? slices - 1 - done : done;
    const range = { after: slice * SORT.slice, until: (slice + 1) * SORT.slice, of: generation };
    best = await reader.readBest(query, range, best, wanted, signal);
    if (performance.now() - start > SORT.patience) throw new DatabaseError('timeout', 'The sort took too long.');
  }
  return best.seqs;
}

/** Whether what a pipeline sorts by first, at last, is sorted downwards. */
function isDescending(stages: readonly Stage[]): boolean {
  const specs = stages.findLast(({ type }) => type === 'sort')?.specs ?? {};
  return Object.values(specs)[0] === -1;
}
