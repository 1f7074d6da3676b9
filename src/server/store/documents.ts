import { writeExact } from '#server/exactJson.ts';
import type { Session } from './database.ts';
import { PageMarks } from './pageMarks.ts';
import { applyStages, Parameters } from './pipelineSql.ts';

export type Query = {
  project: string;
  collection: string;
  documentID?: string | undefined;
  stages: readonly { type: string }[];
  /** Counts from 1. */
  page: number;
};

export type Page = {
  /** A JSON list. */
  json: Uint8Array;
  count: number;
};

/** Documents between two marks that a count leaves behind, and how far it pays to walk rather than to count. */
const STRIDE = 1000;

/** Answers pipelines, a page at a time. */
export class Documents {
  private readonly session: Session;
  private readonly pageSize: number;
  private readonly marks = new PageMarks();

  constructor(session: Session, pageSize: number) {
    this.session = session;
    this.pageSize = pageSize;
  }

  /**
   * A page of what a pipeline leaves. How long it takes does not grow with the page: an unfiltered page is a range of
   * `seq`, a filtered one begins at a mark. Only a sort has to look at every match.
   */
  async page(query: Query, signal?: AbortSignal): Promise<Page> {
    const offset = (query.page - 1) * this.pageSize;
    const types = new Set(query.stages.map(({ type }) => type));
    if (query.documentID !== undefined || types.has('sort')) return this.read(query, { skip: offset }, signal);
    if (!types.has('match')) {
      // numbered without a gap, so the page is known by its numbers
      return this.read(query, { after: offset, until: offset + this.pageSize }, signal);
    }
    return this.filteredPage(query, offset, signal);
  }

  private async filteredPage(query: Query, offset: number, signal?: AbortSignal): Promise<Page> {
    const { project, collection, stages } = query;
    const key = writeExact([project, collection, stages]);
    const generation = await this.generation(project, collection, signal);
    if (generation === undefined) return { json: Buffer.from('[]'), count: 0 };
    let mark = this.marks.nearest(key, generation, offset);
    if (offset - mark.before > STRIDE) {
      this.marks.add(key, generation, await this.count(query, mark, signal));
      mark = this.marks.nearest(key, generation, offset);
    }
    const page = await this.read(query, { after: mark.seq, skip: offset - mark.before }, signal);
    if (page.count > 0) this.marks.add(key, generation, [{ before: offset + page.count, seq: page.last }]);
    return page;
  }

  /** Changes when a collection is not the one it was; undefined when there is none. */
  private async generation(project: string, collection: string, signal?: AbortSignal): Promise<string | undefined> {
    const sql = 'select generation from collection where project = $1 and name = $2';
    const [row] = await this.session.query(sql, [project, collection], signal);
    return row?.[0] ?? undefined;
  }

  /** Walks all matches after a mark once, and leaves marks behind. */
  private async count(query: Query, from: { before: number; seq: number }, signal?: AbortSignal) {
    const parameters = new Parameters();
    const { sql } = this.source(query, { after: from.seq }, parameters);
    const rows = await this.session.query(
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
    const cut = query.stages.findLastIndex(({ type }) => type !== 'project') + 1;
    const { sql, order } = this.source({ ...query, stages: query.stages.slice(0, cut) }, range, parameters);
    const by = [...order, 'seq'].join(', ');
    const rows = `select * from (${sql}) s order by ${by} limit ${this.pageSize}
      offset ${parameters.add(range.skip ?? 0)}::bigint`;
    const page = applyStages({ sql: `select * from (${rows}) s`, order }, query.stages.slice(cut), parameters).sql;
    const { json, rest } = await this.session.json(
      `select '[' || coalesce(string_agg(${DOCUMENT}, ',' order by ${by}), '') || ']', count(*), max(seq) from (${page}) p`,
      parameters.values,
      signal,
    );
    return { json, count: Number(rest[0]), last: Number(rest[1]) };
  }

  private source({ project, collection, documentID, stages }: Query, range: Range, parameters: Parameters) {
    const conditions = [`project = ${parameters.add(project)}`, `collection = ${parameters.add(collection)}`];
    if (documentID !== undefined) conditions.push(`document_id = ${parameters.add(documentID)}`);
    if (range.after) conditions.push(`seq > ${parameters.add(range.after)}::bigint`);
    if (range.until) conditions.push(`seq <= ${parameters.add(range.until)}::bigint`);
    const base = `select seq, document_id, body from document where ${conditions.join(' and ')}`;
    return applyStages({ sql: base, order: [] }, stages, parameters);
  }
}

/** Documents with `seq` in (after, until], the first `skip` left out. */
type Range = { after?: number; until?: number; skip?: number };

/** A document as JSON text, documentID first. */
const DOCUMENT = `case when document_id is null then body::text
  when body = '{}' then '{"documentID": ' || to_json(document_id) || '}'
  else '{"documentID": ' || to_json(document_id) || ', ' || substr(body::text, 2) end`;
