import { bisector } from 'd3-array';

/** Where a page begins: so many matching documents come before it, the last of them with this `seq`. */
export type PageAnchor = { before: number; seq: number };

/** Documents between two marks that a count leaves behind, and how far it pays to walk rather than to count. */
export const ANCHOR_INTERVAL = 1000;

/** Queries remembered; past it the one not used for longest is forgotten. */
const MAX_QUERIES = 200;

/** Marks kept for one query; past it every second one goes. */
const MAX_ANCHORS = 4096;

/**
 * Remembers where pages of filtered queries begin, so that a far page need not count its way from the first document.
 * A collection only ever grows at its end, so a mark stays right for as long as the collection is the same one, which
 * `generation` tells. Nothing here is needed for a right answer: a service that remembers nothing counts.
 */
export class PageAnchors {
  private readonly queries = new Map<string, { generation: string; marks: PageAnchor[] }>();

  /** The last mark at or before the place that `offset` documents precede. */
  findNearest(query: string, generation: string, offset: number): PageAnchor {
    const known = this.known(query, generation);
    return known[countAnchorsBefore(known, offset) - 1] ?? { before: 0, seq: 0 };
  }

  add(query: string, generation: string, added: readonly PageAnchor[]): void {
    let marks = this.known(query, generation);
    for (const mark of added) {
      const place = countAnchorsBefore(marks, mark.before);
      if (marks[place - 1]?.before !== mark.before) marks.splice(place, 0, mark);
    }
    while (marks.length > MAX_ANCHORS) marks = marks.filter((_, at) => at % 2 === 0);
    this.queries.delete(query);
    this.queries.set(query, { generation, marks });
    if (this.queries.size > MAX_QUERIES) this.queries.delete(this.queries.keys().next().value as string);
  }

  private known(query: string, generation: string): PageAnchor[] {
    const entry = this.queries.get(query);
    return entry?.generation === generation ? entry.marks : [];
  }
}

/** How many marks stand at or before an offset. */
const countAnchorsBefore = bisector(({ before }: PageAnchor) => before).right;
