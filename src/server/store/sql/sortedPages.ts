import { HttpError, httpError } from '#server/httpError.ts';
import { DatabaseError } from '#server/store/database.ts';
import type {
  CollectionState,
  DocumentPage,
  DocumentReader,
  FirstSortedDocuments,
  QueryWithPageSize,
} from './documentReader.ts';
import type { DocumentQuery } from './documentSource.ts';
import { type SqlStage, STAGE_SQL_BUILDERS } from './pipelineSql.ts';

/**
 * Limits of sorts in the embedded database: documents per slice, best documents carried from slice to slice, matching
 * documents sorted at once for a later page, documents sorted without a match stage, and total time in ms.
 */
const SORT = { slice: 50_000, best: 1000, whole: 250_000, most: 2_000_000, patience: 25_000 };

/** True for the embedded database. PostgreSQL runs a sort in parallel with other statements, so it needs no slices. */
export function needsSlicedSort({ kind }: DocumentReader): boolean {
  return kind === 'pglite';
}

/**
 * Reads a page of a sort. The embedded database runs one statement at a time, so it sorts in slices, between which
 * other statements run; each slice includes the best documents so far. For a page too far from the start, the whole
 * result is sorted at once, provided it is small enough. The page is empty if the collection is replaced in the
 * meantime.
 */
export async function readSortedPage(
  reader: DocumentReader,
  query: QueryWithPageSize,
  { generation, size }: CollectionState,
  signal?: AbortSignal,
): Promise<DocumentPage> {
  const { pageSize } = query;
  const offset = (query.page - 1) * pageSize;
  const readWhole = () => reader.readPage(query, { skip: offset, generation }, signal);
  if (!needsSlicedSort(reader) || size <= SORT.slice) return readWhole();
  const selects = query.stages.some(({ type }) => STAGE_SQL_BUILDERS[type].effect === 'select');
  if (size > SORT.most && !selects) throw httpError(400, 'QUERY-TOO-COSTLY');
  const wanted = offset + pageSize;
  if (wanted > SORT.best) {
    if ((await reader.countMatches(query, SORT.whole + 1, signal)) > SORT.whole) throw refusePage(selects, pageSize);
    return readWhole();
  }
  const among = await readAllSlices(reader, query, { generation, size, wanted }, signal);
  return reader.readPage(query, { seqs: among, skip: offset, generation }, signal);
}

function refusePage(selects: boolean, pageSize: number): HttpError {
  const [last, most] = [SORT.best / pageSize, SORT.whole].map((count) => Math.floor(count).toLocaleString('en'));
  const advice = selects
    ? `the match returns more. Narrow the match, or request a page from 1 to ${last}.`
    : `the collection has more. Put a match before the sort, or request a page from 1 to ${last}.`;
  const reason = `Pages after ${last} of a sorted result are available for at most ${most} documents, and ${advice}`;
  return new HttpError(400, 'QUERY-TOO-COSTLY', reason);
}

async function readAllSlices(
  reader: DocumentReader,
  query: DocumentQuery,
  { generation, size, wanted }: { generation: string; size: number; wanted: number },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const slices = Math.ceil(size / SORT.slice);
  const start = performance.now();
  let best: FirstSortedDocuments = { seqs: [] };
  for (let done = 0; done < slices; done++) {
    // the wanted documents are often the newest; finding them first avoids most comparisons
    const slice = isDescending(query.stages) ? slices - 1 - done : done;
    const range = { after: slice * SORT.slice, until: (slice + 1) * SORT.slice, generation };
    best = await reader.readFirstDocuments(query, range, best, wanted, signal);
    if (performance.now() - start > SORT.patience) throw new DatabaseError('timeout', 'The sort took too long.');
  }
  return best.seqs;
}

function isDescending(stages: readonly SqlStage[]): boolean {
  const specs = stages.findLast(({ type }) => type === 'sort')?.specs ?? {};
  return Object.values(specs)[0] === -1;
}
