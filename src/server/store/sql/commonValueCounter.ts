import { isOperatorObject } from '#contract/stages.ts';
import type { DatabaseSession } from '#server/store/database.ts';
import { ANCHOR_INTERVAL, type PageAnchor } from './pageAnchors.ts';
import { type SqlStage, STAGE_SQL_BUILDERS } from './pipelineSql.ts';

export type ParsedDocument = { text: string; fields: Record<string, unknown> };

/**
 * Number of documents that are sampled, share of them that makes a value common, and maximum number of common values.
 */
const SAMPLE_MIN = 1000;
const COMMON = 1 / 20;
const VALUES_MAX = 64;

const MARKS = 2000;

type Tally = { name: string; count: number };

/**
 * Counts the documents with common values while a collection is filled, and stores page anchors at regular intervals,
 * so that far pages of queries for a common value are fast. The first documents of a collection determine which values
 * are common. Strings, booleans and null in top-level fields are counted, because these compare equally here and in the
 * database. Numbers are not, because a double would round some of them.
 */
export class CommonValueCounter {
  private readonly fields = new Map<string, Map<unknown, Tally>>();
  private readonly marks: (PageAnchor & { name: string })[] = [];

  static createFromSample(first: readonly ParsedDocument[]): CommonValueCounter {
    const entries = new Map<string, { field: string; value: unknown; count: number }>();
    for (const { fields } of first.length < SAMPLE_MIN ? [] : first) {
      for (const [field, value] of Object.entries(fields)) {
        const name = formatValueName(field, value);
        if (name === undefined) continue;
        const entry = entries.get(name) ?? { field, value, count: 0 };
        entry.count++;
        entries.set(name, entry);
      }
    }
    const common = [...entries].filter(([, { count }]) => count >= first.length * COMMON).slice(0, VALUES_MAX);
    const counter = new CommonValueCounter(Object.fromEntries(common.map(([name]) => [name, 0])));
    counter.marks.push(...common.map(([name]) => ({ name, before: 0, seq: 0 })));
    return counter;
  }

  constructor(counts: Record<string, number>) {
    for (const [name, count] of Object.entries(counts)) {
      const [field, value] = JSON.parse(name) as [string, unknown];
      const tallies = this.fields.get(field) ?? new Map<unknown, Tally>();
      this.fields.set(field, tallies.set(value, { name, count }));
    }
  }

  add(documents: readonly ParsedDocument[], seq: number): void {
    for (const [field, tallies] of this.fields) {
      for (const [at, { fields }] of documents.entries()) {
        const tally = Object.hasOwn(fields, field) ? tallies.get(fields[field]) : undefined;
        if (!tally) continue;
        tally.count++;
        if (tally.count % ANCHOR_INTERVAL === 0)
          this.marks.push({ name: tally.name, before: tally.count, seq: seq + at });
      }
    }
  }

  async recount(session: DatabaseSession, project: string, collection: string): Promise<void> {
    this.marks.length = 0;
    for (const tallies of this.fields.values()) {
      for (const tally of tallies.values()) {
        const [field, value] = JSON.parse(tally.name) as [string, unknown];
        const rows = await session.query(
          `select n, seq, last from (select seq, row_number() over (order by seq) as n, count(*) over () as last
             from document where project = $1 and collection = $2 and body @> $3::jsonb) c
           where n % ${ANCHOR_INTERVAL} = 0 or n = last order by n`,
          [project, collection, JSON.stringify({ [field]: value })],
        );
        tally.count = Number(rows.at(-1)?.[2] ?? 0);
        this.marks.push({ name: tally.name, before: 0, seq: 0 });
        for (const [n, seq] of rows) {
          const before = Number(n);
          if (before % ANCHOR_INTERVAL === 0) this.marks.push({ name: tally.name, before, seq: Number(seq) });
        }
      }
    }
  }

  counts(): Record<string, number> {
    const tallies = [...this.fields.values()].flatMap((values) => [...values.values()]);
    return Object.fromEntries(tallies.map(({ name, count }) => [name, count]));
  }

  async save(session: DatabaseSession, project: string, collection: string): Promise<void> {
    while (this.marks.length > 0) {
      await session.query(
        `insert into page_mark (project, collection, generation, value, before, seq)
         select c.project, c.name, c.generation, m.name, m.before, m.seq
         from collection c, jsonb_to_recordset($3::jsonb) as m(name text, before bigint, seq bigint)
         where c.project = $1 and c.name = $2`,
        [project, collection, JSON.stringify(this.marks.splice(0, MARKS))],
      );
    }
  }
}

/**
 * Returns the name of the value in a pipeline that only tests one field for equality. Undefined for other pipelines.
 */
export function findCommonValueKey(stages: readonly SqlStage[]): string | undefined {
  const [match, ...rest] = stages;
  const [[field, value] = ['', undefined], ...others] = Object.entries(match?.filter ?? {});
  const alone =
    match?.type === 'match' &&
    others.length === 0 &&
    rest.every(({ type }) => STAGE_SQL_BUILDERS[type].effect === 'shape');
  return alone && !isOperatorObject(value) ? formatValueName(field, value) : undefined;
}

function formatValueName(field: string, value: unknown): string | undefined {
  const counted = typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (!counted || field === 'documentID' || field.includes('.')) return;
  const name = JSON.stringify([field, value]);
  return name.length <= NAME_MAX ? name : undefined;
}

/** Maximum length of a name, in UTF-16 units, because the index cannot store longer ones. */
const NAME_MAX = 500;
