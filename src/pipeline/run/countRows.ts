import { ENDLESS_PAGES, UNREACHABLE_PAGE } from './fetchPagesInOrder.ts';

/**
 * Requests one page (numbered from 1) and returns its number of rows. `total` is set if the service counts documents.
 */
type RowCountFetcher = (page: number, signal: AbortSignal) => Promise<{ rows: number; total?: number | undefined }>;

export type CountProgress = { min: number; max: number | undefined; requests: number };

export type RowCount = {
  rows: number;
  requests: number;
  changed: boolean;
};

type CountRowsOptions = {
  fetchRowCount: RowCountFetcher;
  firstPageRows: number;
  requestsBefore?: number;
  /** Later page that is known to have rows. Pages before it are not requested. */
  knownPage?: { page: number; rows: number } | undefined;
  signal: AbortSignal;
  onProgress?: (progress: CountProgress) => void;
};

/**
 * Counts rows by exponential and binary search for the last page, for services that return no total. Sends at most
 * 2·log2(pages) + 2 requests.
 * @throws any error of the request function, or an error if pages never end
 */
export async function countRows(options: CountRowsOptions): Promise<RowCount> {
  const { fetchRowCount, firstPageRows, requestsBefore = 0, knownPage, signal, onProgress } = options;
  const size = firstPageRows;
  const rowsOf = new Map([[1, firstPageRows]]);
  let requests = requestsBefore;
  let held = 1;
  if (knownPage && knownPage.rows > 0) {
    rowsOf.set(knownPage.page, knownPage.rows);
    held = knownPage.page;
  }
  let empty: number | undefined;
  if (size === 0) return { rows: 0, requests, changed: false };
  while (empty === undefined || empty - held > 1) {
    const page: number = empty === undefined ? held * 2 : Math.floor((held + empty) / 2);
    if (page > UNREACHABLE_PAGE) throw new Error(ENDLESS_PAGES);
    const { rows, total } = await fetchRowCount(page, signal);
    signal.throwIfAborted();
    requests++;
    if (total !== undefined) return { rows: total, requests, changed: false };
    rowsOf.set(page, rows);
    if (rows === 0) empty = page;
    else held = page;
    const most = empty === undefined ? undefined : (empty - 1) * size;
    onProgress?.({ min: (held - 1) * size + (rowsOf.get(held) ?? 0), max: most, requests });
  }
  const again = await fetchRowCount(held, signal);
  requests++;
  const before = [...rowsOf].filter(([page]) => page < held);
  const uneven = before.some(([, rows]) => rows !== size) || (rowsOf.get(held) ?? 0) > size;
  return { rows: (held - 1) * size + again.rows, requests, changed: uneven || again.rows !== rowsOf.get(held) };
}

/**
 * Finds the last page with rows by binary search below a page known to be empty.
 * @returns 0 if there is none
 * @throws any error of the request function
 */
export async function bisectLastNonEmptyPage(
  fetchRowCount: (page: number) => Promise<number>,
  empty: number,
  signal: AbortSignal,
): Promise<number> {
  let held = 0;
  let none = empty;
  while (none - held > 1) {
    const page = Math.floor((held + none) / 2);
    const rows = await fetchRowCount(page);
    signal.throwIfAborted();
    if (rows > 0) held = page;
    else none = page;
  }
  return held;
}
