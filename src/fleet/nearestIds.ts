import type { Fleet } from './fleet.ts';

/**
 * The ID in a list that each of a few texts was probably meant for: it differs in case, spaces and separators, or in one
 * character besides. Texts that are close to none, or to several, have none. May be interrupted at every yield.
 */
export function* nearestIds(fleet: Fleet, texts: readonly string[]): Generator<void, ReadonlyMap<string, string>> {
  // two words are one character apart where they are alike without some character of one of them, or of both
  const wanted = new Map<string, Set<string>>();
  const lengths = new Set<number>();
  for (const text of texts) {
    const own = folded(text);
    for (const key of [own, ...shortened(own)]) wanted.set(key, (wanted.get(key) ?? new Set()).add(text));
    for (const by of [-1, 0, 1]) lengths.add(own.length + by);
  }
  const near = new Map<string, Set<string>>();
  const column = fleet.columnOf('deviceID');
  for (let row = 0; row < fleet.count; row++) {
    const id = fleet.value(row, column);
    const own = typeof id === 'string' ? folded(id) : '';
    if (own !== '' && lengths.has(own.length)) {
      for (const key of [own, ...shortened(own)]) {
        for (const text of wanted.get(key) ?? []) {
          if (isClose(folded(text), own)) near.set(text, (near.get(text) ?? new Set()).add(String(id)));
        }
      }
    }
    if ((row & 63) === 63) yield;
  }
  const found = new Map<string, string>();
  for (const [text, ids] of near) {
    const same = [...ids].filter((id) => folded(id) === folded(text));
    const [first, ...others] = same.length > 0 ? same : ids;
    if (first !== undefined && others.length === 0) found.set(text, first);
  }
  return found;
}

/** Longer texts are no IDs that somebody typed. */
const LONGEST = 64;

function folded(text: string): string {
  const short = text.length > LONGEST ? '' : text;
  return short.toLowerCase().replaceAll(/[\s_.-]+/g, '');
}

/** A text without one of its characters, in every way. */
function shortened(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
}

/** Whether no more than one character is other, more, or less. */
function isClose(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return one !== '' && Math.max(one.length, other.length) - start - end <= 1;
}
