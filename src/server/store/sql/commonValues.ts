import { isOperatorObject } from '#contract/stages.ts';
import type { Session } from '#server/store/database.ts';
import { ANCHOR_INTERVAL, type PageAnchor } from './pageAnchors.ts';
import { STAGES, type Stage } from './pipelineSql.ts';

/** A document about to be stored: its text, on one line, and what that says. */
export type DocumentRow = { text: string; fields: Record<string, unknown> };

/** How many documents decide which values are common, and which part of them must have one. */
const SAMPLE_MIN = 1000;
const COMMON = 1 / 20;
const VALUES_MAX = 64;

/** Marks sent to the database at once. */
const MARKS = 2000;

type Tally = { name: string; count: number };

/**
 * Counts, while a collection is filled, the documents that have a value which most likely will be asked for, and leaves
 * a mark in the database at every so many of them: a far page of a query for that value is then found at once. The
 * first documents of a collection decide which values those are. Values are texts, true, false and null of top-level
 * fields, whose equality is the same here and in the database; numbers are not, for a double would round some.
 */
export class CommonValues {
  private readonly fields = new Map<string, Map<unknown, Tally>>();
  private readonly marks: (PageAnchor & { name: string })[] = [];

  /** Of a collection whose first documents these are; none if they are too few to tell. */
  static among(first: readonly DocumentRow[]): CommonValues {
    const counts = new Map<string, { field: string; value: unknown; count: number }>();
    for (const { fields } of first.length < SAMPLE_MIN ? [] : first) {
      for (const [field, value] of Object.entries(fields)) {
        const name = formatValueName(field, value);
        if (name === undefined) continue;
        const entry = counts.get(name) ?? { field, value, count: 0 };
        entry.count++;
        counts.set(name, entry);
      }
    }
    const common = [...counts].filter(([, { count }]) => count >= first.length * COMMON).slice(0, VALUES_MAX);
    const values = new CommonValues(Object.fromEntries(common.map(([name]) => [name, 0])));
    values.marks.push(...common.map(([name]) => ({ name, before: 0, seq: 0 })));
    return values;
  }

  /** Of a collection that has documents: what `counts` told when the last of them was stored. */
  constructor(counts: Record<string, number>) {
    for (const [name, count] of Object.entries(counts)) {
      const [field, value] = JSON.parse(name) as [string, unknown];
      const tallies = this.fields.get(field) ?? new Map<unknown, Tally>();
      this.fields.set(field, tallies.set(value, { name, count }));
    }
  }

  /** Counts documents that are stored, the first of them with the number `seq`. */
  add(documents: readonly DocumentRow[], seq: number): void {
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

  /** Counts what the database has again, after documents have changed in their places. */
  async recount(session: Session, project: string, collection: string): Promise<void> {
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

  /** Stores the marks there are by now. */
  async save(session: Session, project: string, collection: string): Promise<void> {
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

/** The name of the value that a pipeline asks for, if it asks for one field to have one value and nothing more. */
export function getCommonValueName(stages: readonly Stage[]): string | undefined {
  const [match, ...rest] = stages;
  const [[field, value] = ['', undefined], ...others] = Object.entries(match?.filter ?? {});
  const alone =
    match?.type === 'match' && others.length === 0 && rest.every(({ type }) => STAGES[type].does === 'shape');
  return alone && !isOperatorObject(value) ? formatValueName(field, value) : undefined;
}

/** What a query for nothing but documents with this value is remembered by; undefined for one that is not counted. */
function formatValueName(field: string, value: unknown): string | undefined {
  const counted = typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (!counted || field === 'documentID' || field.includes('.')) return;
  const name = JSON.stringify([field, value]);
  return name.length <= NAME_MAX ? name : undefined;
}

/** Longest name that is kept, in UTF-16 units: an index holds no longer ones. */
const NAME_MAX = 500;
