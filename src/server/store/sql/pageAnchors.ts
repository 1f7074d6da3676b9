import { bisector } from 'd3-array';
import { BoundedMap } from '#server/store/boundedMap.ts';

/** Start of a page: number of matching documents before it, and `seq` of the last of them. */
export type PageAnchor = { before: number; seq: number };

/** Number of documents between two anchors. For larger distances, counting is faster than scanning. */
export const ANCHOR_INTERVAL = 1000;

/** Maximum number of queries in the cache. */
const MAX_QUERIES = 200;

/** Maximum number of anchors per query. Above it, every second anchor is dropped. */
const MAX_ANCHORS = 4096;

/**
 * Cache of page anchors for filtered queries, so that documents before a far page need not be counted. Anchors stay
 * valid while the collection changes only by appending, which leaves its `generation` unchanged. Without an anchor the
 * service counts.
 */
export class PageAnchorCache {
  private readonly queries = new BoundedMap<string, { generation: string; anchors: PageAnchor[] }>(MAX_QUERIES);

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
    this.queries.set(query, { generation, anchors });
  }

  private known(query: string, generation: string): PageAnchor[] {
    const entry = this.queries.get(query);
    return entry?.generation === generation ? entry.anchors : [];
  }
}

const countAnchorsBefore = bisector(({ before }: PageAnchor) => before).right;
