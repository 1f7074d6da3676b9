import { bisector } from 'd3-array';

/** Where a page begins: so many matching documents come before it, the last of them with this `seq`. */
export type Mark = { before: number; seq: number };

/** Documents between two marks that a count leaves behind, and how far it pays to walk rather than to count. */
export const STRIDE = 1000;

/** Queries remembered; past it the one not used for longest is forgotten. */
const QUERIES_MAX = 200;

/** Marks kept for one query; past it every second one goes. */
const MARKS_MAX = 4096;

/**
 * Remembers where pages of filtered queries begin, so that a far page need not count its way from the first document.
 * A collection only ever grows at its end, so a mark stays right for as long as the collection is the same one, which
 * `generation` tells. Nothing here is needed for a right answer: a service that remembers nothing counts.
 */
export class PageMarks {
  private readonly queries = new Map<string, { generation: string; marks: Mark[] }>();

  /** The last mark at or before the place that `offset` documents precede. */
  nearest(query: string, generation: string, offset: number): Mark {
    const known = this.known(query, generation);
    return known[placeOf(known, offset) - 1] ?? { before: 0, seq: 0 };
  }

  add(query: string, generation: string, added: readonly Mark[]): void {
    let marks = this.known(query, generation);
    for (const mark of added) {
      const place = placeOf(marks, mark.before);
      if (marks[place - 1]?.before !== mark.before) marks.splice(place, 0, mark);
    }
    while (marks.length > MARKS_MAX) marks = marks.filter((_, at) => at % 2 === 0);
    this.queries.delete(query);
    this.queries.set(query, { generation, marks });
    if (this.queries.size > QUERIES_MAX) this.queries.delete(this.queries.keys().next().value as string);
  }

  private known(query: string, generation: string): Mark[] {
    const entry = this.queries.get(query);
    return entry?.generation === generation ? entry.marks : [];
  }
}

/** How many marks stand at or before an offset. */
const placeOf = bisector(({ before }: Mark) => before).right;
