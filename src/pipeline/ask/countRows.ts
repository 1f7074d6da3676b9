/** Requests one page (1-based) and returns its number of rows; `total` if the service counts. */
type AskRows = (page: number, signal: AbortSignal) => Promise<{ rows: number; total?: number | undefined }>;

export type CountProgress = { least: number; most: number | undefined; requests: number };

export type RowCount = {
  rows: number;
  requests: number;
  /** Responses were inconsistent, so rows changed during the count. */
  changed: boolean;
};

type Options = {
  ask: AskRows;
  firstRows: number;
  spent?: number;
  /** A later page known to have rows; pages before it are not requested. */
  later?: { page: number; rows: number } | undefined;
  signal: AbortSignal;
  onProgress?: (progress: CountProgress) => void;
};

/**
 * Counts rows without a total by exponential and binary search for the last page, which is requested once more at the end. At
 * most 2·log2(pages) + 2 requests.
 * @throws whatever `ask` throws
 */
export async function countRows(options: Options): Promise<RowCount> {
  const { ask, firstRows, spent = 0, later, signal, onProgress } = options;
  const size = firstRows;
  const rowsOf = new Map([[1, firstRows]]);
  let requests = spent;
  let held = 1;
  if (later && later.rows > 0) {
    rowsOf.set(later.page, later.rows);
    held = later.page;
  }
  let empty: number | undefined;
  if (size === 0) return { rows: 0, requests, changed: false };
  while (empty === undefined || empty - held > 1) {
    const page: number = empty === undefined ? held * 2 : Math.floor((held + empty) / 2);
    const { rows, total } = await ask(page, signal);
    signal.throwIfAborted();
    requests++;
    if (total !== undefined) return { rows: total, requests, changed: false };
    rowsOf.set(page, rows);
    if (rows === 0) empty = page;
    else held = page;
    const most = empty === undefined ? undefined : (empty - 1) * size;
    onProgress?.({ least: (held - 1) * size + (rowsOf.get(held) ?? 0), most, requests });
  }
  const again = await ask(held, signal);
  requests++;
  const before = [...rowsOf].filter(([page]) => page < held);
  const uneven = before.some(([, rows]) => rows !== size) || (rowsOf.get(held) ?? 0) > size;
  return { rows: (held - 1) * size + again.rows, requests, changed: uneven || again.rows !== rowsOf.get(held) };
}

/**
 * Finds the last page with rows by binary search below a page known to be empty; 0 if there is none.
 * @throws whatever `ask` throws
 */
export async function lastPage(
  ask: (page: number) => Promise<number>,
  empty: number,
  signal: AbortSignal,
): Promise<number> {
  let held = 0;
  let none = empty;
  while (none - held > 1) {
    const page = Math.floor((held + none) / 2);
    const rows = await ask(page);
    signal.throwIfAborted();
    if (rows > 0) held = page;
    else none = page;
  }
  return held;
}
