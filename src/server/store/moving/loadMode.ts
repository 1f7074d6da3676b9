/**
 * What becomes of what is there already: it stays and its IDs are refused, all of it goes, or what has the ID of a new
 * record gives way to that.
 */
export type LoadMode = 'append' | 'replace' | 'update';

/** The last item of each ID, all of those without one. */
export function lastOfEach<Item>(items: readonly Item[], idOf: (item: Item) => unknown): Item[] {
  const last = new Map(items.map((item) => [idOf(item) ?? item, item]));
  return last.size === items.length ? [...items] : [...last.values()];
}
