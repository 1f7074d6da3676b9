import { HttpError } from '#server/httpError.ts';
import { DatabaseError, type JsonRowSession } from '#server/store/database.ts';
import { FairQueue } from '#server/store/fairQueue.ts';
import type { SqlParameters } from './matchSql.ts';

/** Estimated size of the documents in one part, in bytes. A page smaller than that is read by one statement. */
const PART_MAX = 4 * 1024 * 1024;

/** Maximum size of a page, in bytes, if the request specifies the page size. A page with one document may be larger. */
const MAX_DOCUMENT_PAGE_BYTES = 8 * 1024 * 1024;

/** Number of parts read at the same time, over all pages. Each part is in memory several times until it is spooled. */
const PARTS_AT_ONCE = 1;

/** Maximum ratio of the text size of a document to its compressed size. */
const COMPRESSION_MAX = 100;

/** SQL that estimates the text size of a document without reading the document. */
const ESTIMATE = `pg_column_size(body)::bigint * case when pg_column_compression(body) is null then 1 else ${COMPRESSION_MAX} end`;

/**
 * Page that is too large for one statement: the `seq` of its documents in parts, and the generation of the collection.
 */
export type LargePage = { parts: string[][]; generation: string };

type PageSource = {
  page: string;
  by: string;
  document: string;
  project: string;
  collection: string;
};

/**
 * Builds the statement for a page: JSON list, number of documents, last `seq`. For a large page the list is empty, and
 * two more columns hold the arguments of `planLargePageParts`.
 */
export function buildPageSql(
  { page, by, document, project, collection }: PageSource,
  parameters: SqlParameters,
): string {
  const [id, name] = [project, collection].map((value) => parameters.add(value));
  const list = `(select '[' || coalesce(string_agg(${document}, ',' order by ${by}), '') || ']' from page)`;
  const sizes = `(select string_agg(seq || ':' || (${ESTIMATE}), ',' order by ${by}) from page)`;
  const generation = `(select generation::text from collection where project = ${id} and name = ${name})`;
  return `with page as materialized (select * from (${page}) p)
    select case when size <= ${PART_MAX} then ${list} else '' end, n, last,
      case when size > ${PART_MAX} then ${sizes} end, case when size > ${PART_MAX} then ${generation} end
    from (select count(*) as n, max(seq) as last, coalesce(sum(${ESTIMATE}), 0) as size from page) s`;
}

export function planLargePageParts(
  sizes: string | null | undefined,
  generation: string | null | undefined,
): LargePage | undefined {
  if (!sizes || !generation) return undefined;
  const parts: string[][] = [];
  let room = 0;
  for (const entry of sizes.split(',')) {
    const [seq = '', size] = entry.split(':');
    room -= Number(size);
    if (room < 0 || parts.length === 0) {
      parts.push([]);
      room = PART_MAX - Number(size);
    }
    parts.at(-1)?.push(seq);
  }
  return { parts, generation };
}

type PageSize = { count: number; size: number; longest: () => number };

/**
 * Checks the size of a page, in bytes. `longest` is the size of its longest document.
 * @throws HttpError 413 with a number of documents that fits
 */
export function assertPageFits({ count, size, longest }: PageSize): void {
  if (size <= MAX_DOCUMENT_PAGE_BYTES || count <= 1) return;
  const fitting = Math.max(1, Math.min(count - 1, Math.floor(MAX_DOCUMENT_PAGE_BYTES / (longest() + 2))));
  const message = `This page is larger than 8 MB. Request a pageSize of ${fitting} or less.`;
  throw new HttpError(413, 'PAGE-TOO-LARGE', message, {}, '/pageSize');
}

/** Returns the length of the longest item in a JSON list, in bytes. */
export function measureLongestItem(json: Uint8Array): number {
  let [longest, start, depth, isText] = [0, 1, 0, false];
  for (let at = 1; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BYTES.backslash) at++;
      else if (byte === BYTES.quote) isText = false;
    } else if (byte === BYTES.quote) isText = true;
    else if (byte === BYTES.openBrace || byte === BYTES.openBracket) depth++;
    else if (depth > 0 && (byte === BYTES.closeBrace || byte === BYTES.closeBracket)) depth--;
    else if (depth === 0 && (byte === BYTES.comma || byte === BYTES.closeBracket)) {
      longest = Math.max(longest, at - start);
      start = at + 1;
    }
  }
  return longest;
}

const BYTES = {
  quote: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
};

const turns = new FairQueue({ width: PARTS_AT_ONCE, patience: 60_000 });

export type ChunkWriter = (piece: Uint8Array | string) => Promise<void>;

type LargePageRead = {
  session: JsonRowSession;
  large: LargePage;
  head: string;
  /** Builds the query for some documents. It returns no rows if the collection was replaced. */
  build: (seqs: readonly string[]) => { sql: string; values: SqlParameters['values'] };
  document: string;
  write: ChunkWriter;
  signal: AbortSignal | undefined;
};

/**
 * Writes the JSON list of a large page in parts, starting after the first part is read. A part is in memory only during
 * its turn.
 * @throws DatabaseError `unavailable` if the collection was replaced in the meantime, because sent parts cannot be
 * recalled
 */
export async function writeLargePage(options: LargePageRead): Promise<void> {
  const { session, large, head, build, document, write, signal } = options;
  const readPart = async (seqs: string[], before: string) => {
    const { sql, values } = build(seqs);
    const order = `array_position('{${seqs.join(',')}}'::bigint[], seq)`;
    const list = `select coalesce(string_agg(${document}, ',' order by ${order}), ''), count(*) from (${sql}) s`;
    const { json, rest } = await session.queryJsonRow(list, values, signal);
    if (Number(rest[0]) !== seqs.length) {
      throw new DatabaseError('unavailable', 'the collection was replaced while one of its pages was read');
    }
    await write(before);
    await write(json);
  };
  for (const [at, seqs] of large.parts.entries()) {
    await turns.run(() => readPart(seqs, at === 0 ? `${head}[` : ','));
  }
  await write(']');
}
