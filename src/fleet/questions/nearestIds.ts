import type { Fleet } from '#fleet/model/fleet.ts';

type NearestIds = ReadonlyMap<string, readonly string[]>;

type Wanted = { text: string; own: string };

/** IDs that differ only in case and separators, and IDs that differ in one character. */
type Near = { same: Set<string>; close: Set<string> };

/** Maximum length of a text to look up; longer ones are not typed IDs. */
const LONGEST = 64;

const STEP = 1000;

/**
 * Finds the IDs, or values of another field, that texts were probably meant for: those that differ only in case,
 * spaces and separators, otherwise those that also differ in one character. Interruptible at every yield.
 */
export function* nearestIds(fleet: Fleet, texts: readonly string[], field = 'deviceID'): Generator<void, NearestIds> {
  // two words differ in one character if they are equal after removing a character from one of them, or from both
  const wanted = new Map<string, Wanted[]>();
  const lengths = new Set<number>();
  let work = 0;
  for (const text of new Set(texts)) {
    const own = foldedId(text);
    const keys = keysOf(own);
    for (const key of keys) {
      const others = wanted.get(key);
      if (others) others.push({ text, own });
      else wanted.set(key, [{ text, own }]);
    }
    for (const by of [-1, 0, 1]) lengths.add(own.length + by);
    work += keys.size;
    if (work > STEP) {
      work = 0;
      yield;
    }
  }
  const near = new Map<string, Near>();
  const column = fleet.columnOf(field);
  for (let row = 0; row < fleet.count; row++) {
    const value = fleet.value(row, column);
    const id = typeof value === 'number' && field !== 'deviceID' ? String(value) : value;
    const own = typeof id === 'string' ? foldedId(id) : '';
    work++;
    for (const key of own !== '' && lengths.has(own.length) ? keysOf(own) : []) {
      for (const one of wanted.get(key) ?? []) {
        if (isClose(one.own, own)) addTo(near, one, String(id), own);
        if (++work > STEP) {
          work = 0;
          yield;
        }
      }
      work++;
    }
    if (work > STEP) {
      work = 0;
      yield;
    }
  }
  return new Map([...near].map(([text, { same, close }]) => [text, [...(same.size > 0 ? same : close)]]));
}

function addTo(near: Map<string, Near>, { text, own }: Wanted, id: string, folded: string): void {
  const ids = near.get(text) ?? { same: new Set(), close: new Set() };
  ids[own === folded ? 'same' : 'close'].add(id);
  near.set(text, ids);
}

function foldedId(text: string): string {
  const short = text.length > LONGEST ? '' : text;
  return short.toLowerCase().replaceAll(/[\s_.-]+/g, '');
}

/** The text, and every variant without one character. */
function keysOf(text: string): Set<string> {
  const keys = new Set([text]);
  for (let at = 0; at < text.length; at++) keys.add(text.slice(0, at) + text.slice(at + 1));
  return keys;
}

/** True if at most one character was inserted, removed or replaced. */
function isClose(one: string, other: string): boolean {
  const { ones, others } = differing(one, other);
  return one !== '' && Math.max(ones, others) <= 1;
}

type Part = { from: number; to: number };

type IdDifference = { words: string; ofTyped: Part; ofId: Part };

/** Folded text, and the original position of each of its characters. */
type Folded = { text: string; at: readonly number[] };

export function idDifference(typed: string, id: string): IdDifference {
  const [one, other] = [folded(typed), folded(id)];
  const { start, ones, others } = differing(one.text, other.text);
  if (ones === 0 && others === 0) {
    const whole = differing(typed, id);
    const words = typed.toLowerCase() === id.toLowerCase() ? 'in other case' : 'other spaces or separators';
    const { start: from } = whole;
    return { words, ofTyped: { from, to: from + whole.ones }, ofId: { from, to: from + whole.others } };
  }
  const [typedPart, idPart] = [partOf(one, start, ones, typed), partOf(other, start, others, id)];
  const [wrong, right] = [typed.slice(typedPart.from, typedPart.to), id.slice(idPart.from, idPart.to)];
  const words = ones === 0 ? `one ${right} more` : others === 0 ? `one ${wrong} less` : `${right} for ${wrong}`;
  const rest = [typed, id].map((text, at) => {
    const { from, to } = at === 0 ? typedPart : idPart;
    return text.slice(0, from) + text.slice(to);
  });
  const more = rest[0] === rest[1] ? '' : '; case or separators too';
  return { words: words + more, ofTyped: typedPart, ofId: idPart };
}

function folded(text: string): Folded {
  const at: number[] = [];
  let kept = '';
  for (let place = 0; place < text.length; place++) {
    const character = text[place] as string; // within bounds
    if (/[\s_.-]/.test(character)) continue;
    kept += character.toLowerCase().slice(0, 1);
    at.push(place);
  }
  return { text: kept, at };
}

function differing(one: string, other: string): { start: number; ones: number; others: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, ones: one.length - start - end, others: other.length - start - end };
}

function partOf({ at }: Folded, start: number, count: number, text: string): Part {
  const from = at[start] ?? text.length;
  return { from, to: count === 0 ? from : (at[start + count - 1] ?? from) + 1 };
}
