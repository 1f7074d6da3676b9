import { stringify } from '#lib/json/json.ts';
import { refuse } from '#server/refusal.ts';
import { type Database, DatabaseError } from '#server/store/database.ts';
import { commonValue } from './commonValues.ts';
import { Parameters } from './matchSql.ts';
import { type Mark, PageMarks, STRIDE } from './pageMarks.ts';
import { applyStages, SORT_BOUND, type SortBound, STAGES, type Stage, wayTo } from './pipelineSql.ts';

type Query = {
  project: string;
  collection: string;
  documentID?: string | undefined;
  stages: readonly Stage[];
  /** Counts from 1. */
  page: number;
};

type Page = {
  /** A JSON list. */
  json: Uint8Array;
  count: number;
};

/** Answers pipelines, a page at a time. */
export class Documents {
  private readonly database: Database;
  private readonly pageSize: number;
  private readonly marks = new PageMarks();

  constructor(database: Database, pageSize: number) {
    this.database = database;
    this.pageSize = pageSize;
  }

  /**
   * A page of what a pipeline leaves. How long it takes does not grow with the page: an unfiltered page is a range of
   * `seq`, a filtered one begins at a mark. Only a sort has to look at every match.
   */
  async page(query: Query, signal?: AbortSignal): Promise<Page> {
    const offset = (query.page - 1) * this.pageSize;
    switch (wayTo(query.stages, query.documentID)) {
      case 'numbers':
        // numbered without a gap, so the page is known by its numbers
        return this.read(query, { after: offset, until: offset + this.pageSize }, signal);
      case 'marks':
        return this.filteredPage(query, offset, signal);
      case 'slices':
        return this.sortedPage(query, offset, signal);
      case 'whole':
        return this.read(query, { skip: offset }, signal);
    }
  }

  /**
   * The embedded database does one thing at a time, so there a long sort is made in slices that let others in between:
   * the best so far stand again in every slice. A page too far in for that is sorted at once, if that is not too much.
   */
  private async sortedPage(query: Query, offset: number, signal?: AbortSignal): Promise<Page> {
    const whole = () => this.read(query, { skip: offset }, signal);
    if (this.database.kind !== 'pglite') return whole();
    const size = await this.size(query, signal);
    if (size <= SORT.slice) return whole();
    if (size > SORT.most && !query.stages.some(({ type }) => STAGES[type].does === 'select'))
      throw refuse(400, 'QUERY-TOO-COSTLY');
    const wanted = offset + this.pageSize;
    if (wanted > SORT.best) {
      if ((await this.matches(query, SORT.whole + 1, signal)) > SORT.whole) throw refuse(400, 'QUERY-TOO-COSTLY');
      return whole();
    }
    return this.read(query, { among: await this.bestOf(query, size, wanted, signal), skip: offset }, signal);
  }

  /** The `seq` of the first `wanted` documents of a sort, found slice by slice. */
  private async bestOf(query: Query, size: number, wanted: number, signal?: AbortSignal) {
    const slices = Math.ceil(size / SORT.slice);
    const start = performance.now();
    let best: Best = { seqs: [] };
    for (let done = 0; done < slices; done++) {
      // what is wanted often lies where documents were stored last; found first, it spares the rest the comparing
      const slice = isDescending(query.stages) ? slices - 1 - done : done;
      const range = { after: slice * SORT.slice, until: (slice + 1) * SORT.slice };
      best = await this.best(query, range, best, wanted, signal);
      if (performance.now() - start > SORT.patience) throw new DatabaseError('timeout', 'The sort took too long.');
    }
    return best.seqs;
  }

  /** The first `wanted` documents, in a sort of a range and of those that were the best before it. */
  private async best(query: Query, range: Range, before: Best, wanted: number, signal?: AbortSignal): Promise<Best> {
    const parameters = new Parameters();
    const base = [{ among: before.seqs }, range].map((part) => this.base(query, part, parameters)).join(' union all ');
    const { sql, order } = applyStages({ sql: base, order: [] }, query.stages, parameters, before.bound);
    const rows = await this.database.query(
      `select seq, ${SORT_BOUND} from (${sql}) s order by ${[...order, 'seq'].join(', ')} limit ${wanted}`,
      parameters.values,
      signal,
    );
    const [, type = null, value = null] = rows[wanted - 1] ?? [];
    return {
      seqs: rows.map(([seq]) => seq ?? ''),
      ...(rows.length === wanted && { bound: { type: type === null ? null : Number(type), value } }),
    };
  }

  /** How many documents a collection has. */
  private async size({ project, collection }: Query, signal?: AbortSignal): Promise<number> {
    const count = 'select documents from collection where project = $1 and name = $2';
    const [[documents] = []] = await this.database.query(count, [project, collection], signal);
    return Number(documents ?? 0);
  }

  /** How many documents a pipeline leaves, counted up to `most`. */
  private async matches(query: Query, most: number, signal?: AbortSignal): Promise<number> {
    const parameters = new Parameters();
    const stages = query.stages.filter(({ type }) => type !== 'sort');
    const { sql } = this.source({ ...query, stages }, {}, parameters);
    const count = `select count(*) from (select from (${sql}) s limit ${most}) s`;
    const [[matches] = []] = await this.database.query(count, parameters.values, signal);
    return Number(matches);
  }

  /** What is known of a collection is worth nothing when it is replaced before its page is read: then it begins again. */
  private async filteredPage(query: Query, offset: number, signal?: AbortSignal, tries = 5): Promise<Page> {
    const { project, collection, stages } = query;
    const key = stringify([project, collection, stages]);
    const found = await this.collection(query, offset, signal);
    if (!found) return EMPTY;
    const { generation, stored } = found;
    let mark = this.marks.nearest(key, generation, offset);
    if (stored && stored.before > mark.before) mark = stored;
    if (offset - mark.before > STRIDE) {
      // stored marks go on to the last document
      if (stored) return EMPTY;
      this.marks.add(key, generation, await this.count(query, { after: mark.seq, of: generation }, mark, signal));
      mark = this.marks.nearest(key, generation, offset);
    }
    const range = { after: mark.seq, skip: offset - mark.before, of: generation };
    const page = await this.read(query, range, signal);
    const anew = page.count === 0 && tries > 0 && (await this.collection(query, offset, signal));
    if (anew && anew.generation !== generation) return this.filteredPage(query, offset, signal, tries - 1);
    if (page.count > 0) this.marks.add(key, generation, [{ before: offset + page.count, seq: page.last }]);
    return page;
  }

  /**
   * Its generation changes when a collection is not the one it was. `stored` is the last mark at or before an offset, of
   * a query for a common value. Undefined when there is no such collection.
   */
  private async collection({ project, collection, stages }: Query, offset: number, signal?: AbortSignal) {
    const [row] = await this.database.query(
      `select generation, before, seq from collection c left join lateral
         (select before, seq from page_mark m
          where m.project = c.project and m.collection = c.name and m.generation = c.generation
            and value = $3 and before <= $4::bigint
          order by before desc limit 1) m on true
       where c.project = $1 and c.name = $2`,
      [project, collection, commonValue(stages) ?? null, offset],
      signal,
    );
    const [generation, before, seq] = row ?? [];
    if (!generation) return;
    return { generation, stored: before ? { before: Number(before), seq: Number(seq) } : undefined };
  }

  /** Walks all matches after a mark once, and leaves marks behind. */
  private async count(query: Query, range: Range, from: Mark, signal?: AbortSignal): Promise<Mark[]> {
    const parameters = new Parameters();
    const { sql } = this.source(query, range, parameters);
    const rows = await this.database.query(
      `select n, seq from (select seq, row_number() over (order by seq) as n from (${sql}) s) c
       where n % ${STRIDE} = 0 order by n`,
      parameters.values,
      signal,
    );
    return rows.map(([n, seq]) => ({ before: from.before + Number(n), seq: Number(seq) }));
  }

  private async read(query: Query, range: Range, signal?: AbortSignal): Promise<Page & { last: number }> {
    const parameters = new Parameters();
    // what only picks fields is done to the page, not to all that it is cut from
    const cut = query.stages.findLastIndex(({ type }) => STAGES[type].does !== 'shape') + 1;
    const { sql, order } = this.source({ ...query, stages: query.stages.slice(0, cut) }, range, parameters);
    const by = [...order, 'seq'].join(', ');
    const rows = `select * from (${sql}) s order by ${by} limit ${this.pageSize}
      offset ${parameters.add(range.skip ?? 0)}::bigint`;
    const page = applyStages({ sql: `select * from (${rows}) s`, order }, query.stages.slice(cut), parameters).sql;
    const { json, rest } = await this.database.json(
      `select '[' || coalesce(string_agg(${DOCUMENT}, ',' order by ${by}), '') || ']', count(*), max(seq) from (${page}) p`,
      parameters.values,
      signal,
    );
    return { json, count: Number(rest[0]), last: Number(rest[1]) };
  }

  private source(query: Query, range: Range, parameters: Parameters) {
    return applyStages({ sql: this.base(query, range, parameters), order: [] }, query.stages, parameters);
  }

  private base({ project, collection, documentID }: Query, range: Range, parameters: Parameters): string {
    const conditions = [`project = ${parameters.add(project)}`, `collection = ${parameters.add(collection)}`];
    if (documentID !== undefined) conditions.push(`document_id = ${parameters.add(documentID)}`);
    if (range.after) conditions.push(`seq > ${parameters.add(range.after)}::bigint`);
    if (range.until) conditions.push(`seq <= ${parameters.add(range.until)}::bigint`);
    if (range.among) conditions.push(`seq = any(${parameters.add(`{${range.among.join(',')}}`)}::bigint[])`);
    if (range.of !== undefined) conditions.push(ofGeneration(project, collection, range.of, parameters));
    return `select seq, document_id, body from document where ${conditions.join(' and ')}`;
  }
}

const EMPTY: Page = { json: Buffer.from('[]'), count: 0 };

/**
 * Documents with `seq` in (after, until], and among those listed, the first `skip` left out; none if the collection is not
 * `of` a generation.
 */
type Range = { after?: number; until?: number; among?: readonly string[]; skip?: number; of?: string };

/** The first documents of a sort as far as it was looked at; with a bound there are as many as are wanted. */
type Best = { seqs: readonly string[]; bound?: SortBound };

/**
 * A sort in the embedded database: documents in one slice of it, the best that are carried from slice to slice, matches
 * that are sorted at once for a page beyond those, documents that are sorted without a match in front, and how long it
 * all may take, in ms.
 */
const SORT = { slice: 50_000, best: 1000, whole: 250_000, most: 2_000_000, patience: 25_000 };

/** Whether what a pipeline sorts by first, at last, is sorted downwards. */
function isDescending(stages: readonly Stage[]): boolean {
  const specs = stages.findLast(({ type }) => type === 'sort')?.specs ?? {};
  return Object.values(specs)[0] === -1;
}

function ofGeneration(project: string, collection: string, generation: string, parameters: Parameters): string {
  const [id, name, of] = [project, collection, generation].map((value) => parameters.add(value));
  // a cluster that spreads documents fetches what is asked here, and could not fetch no column at all
  return `exists (select 1 from collection c where c.project = ${id} and c.name = ${name} and c.generation = ${of}::uuid)`;
}

/** A document as JSON text, documentID first. */
export const DOCUMENT = `case when document_id is null then body::text
  when body = '{}' then '{"documentID": ' || to_json(document_id) || '}'
  else '{"documentID": ' || to_json(document_id) || ', ' || substr(body::text, 2) end`;
