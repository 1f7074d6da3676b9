import { bisector } from 'd3-array';

/** Start of a page: the number of matching documents before it, and the `seq` of the last of them. */
export type PageAnchor = { before: number; seq: number };

/** Documents between two anchors; beyond this distance counting is faster than scanning. */
export const ANCHOR_INTERVAL = 1000;

/** Maximum number of queries kept; the least recently used one is dropped. */
const MAX_QUERIES = 200;

/** Maximum number of anchors per query; above it every second one is dropped. */
const MAX_ANCHORS = 4096;

/**
 * Cache of page anchors for filtered queries, so that a far page need not be counted from the first document. Anchors
 * stay valid while the collection only grows at its end, that is, while `generation` is the same. Without an entry
 * the service counts.
 */
export class PageAnchors {
  private readonly queries = new Map<string, { generation: string; anchors: PageAnchor[] }>();

  findNearest(query: string, generation: string, offset: number): PageAnchor {
    const known = this.known(query, generation);
    return known[countAnchorsBefore(known, offset) - 1] ?? { before: 0, seq: 0 };
  }

  add(query: string, generation: string, added: readonly PageAnchor[]): void {
    let anchors = this.known(query, generation);
    for (const anchor of added) {
      const place = countAnchorsBefore(anchors, anchor.before);
      if (anchors[place - 1]?.before !== anchor.before) anchors.splice(place, 0, anchor);
    }
    while (anchors.length > MAX_ANCHORS) anchors = anchors.filter((_, at) => at % 2 === 0);
    this.queries.delete(query);
    this.queries.set(query, { generation, anchors });
    if (this.queries.size > MAX_QUERIES) this.queries.delete(this.queries.keys().next().value as string);
  }

  private known(query: string, generation: string): PageAnchor[] {
    const entry = this.queries.get(query);
    return entry?.generation === generation ? entry.anchors : [];
  }
}

const countAnchorsBefore = bisector(({ before }: PageAnchor) => before).right;
