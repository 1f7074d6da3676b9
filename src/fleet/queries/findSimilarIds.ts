import type { Fleet } from '#fleet/model/fleet.ts';

type SimilarIds = ReadonlyMap<string, readonly string[]>;

type SearchedText = { text: string; own: string };

/** Similar IDs: `same` differ only in case and separators, `close` differ also in one character. */
type SimilarMatches = { same: Set<string>; close: Set<string> };

const TEXT_LENGTH_MAX = 64;

const WORK_PER_SLICE = 1000;

/**
 * Finds IDs (or values of another field) for texts with typing errors. Prefers those that differ only in case, spaces
 * and separators. Otherwise finds those that differ also in one character.
 */
export function* findSimilarIds(
  fleet: Fleet,
  texts: readonly string[],
  field = 'deviceID',
): Generator<void, SimilarIds> {
  // two words differ in one character if they are equal after removing a character from one of them, or from both
  const wanted = new Map<string, SearchedText[]>();
  const lengths = new Set<number>();
  let work = 0;
  for (const text of new Set(texts)) {
    const own = foldId(text);
    const keys = getDeletionVariants(own);
    for (const key of keys) {
      const others = wanted.get(key);
      if (others) others.push({ text, own });
      else wanted.set(key, [{ text, own }]);
    }
    for (const by of [-1, 0, 1]) lengths.add(own.length + by);
    work += keys.size;
    if (work > WORK_PER_SLICE) {
      work = 0;
      yield;
    }
  }
  const near = new Map<string, SimilarMatches>();
  const column = fleet.findColumn(field);
  for (let row = 0; row < fleet.count; row++) {
    const value = fleet.getValue(row, column);
    const id = typeof value === 'number' && field !== 'deviceID' ? String(value) : value;
    const own = typeof id === 'string' ? foldId(id) : '';
    work++;
    for (const key of own !== '' && lengths.has(own.length) ? getDeletionVariants(own) : []) {
      for (const one of wanted.get(key) ?? []) {
        if (isClose(one.own, own)) addSimilarId(near, one, String(id), own);
        if (++work > WORK_PER_SLICE) {
          work = 0;
          yield;
        }
      }
      work++;
    }
    if (work > WORK_PER_SLICE) {
      work = 0;
      yield;
    }
  }
  return new Map([...near].map(([text, { same, close }]) => [text, [...(same.size > 0 ? same : close)]]));
}

function addSimilarId(
  near: Map<string, SimilarMatches>,
  { text, own }: SearchedText,
  id: string,
  folded: string,
): void {
  const ids = near.get(text) ?? { same: new Set(), close: new Set() };
  ids[own === folded ? 'same' : 'close'].add(id);
  near.set(text, ids);
}

function foldId(text: string): string {
  const short = text.length > TEXT_LENGTH_MAX ? '' : text;
  return short.toLowerCase().replaceAll(/[\s_.-]+/g, '');
}

function getDeletionVariants(text: string): Set<string> {
  const keys = new Set([text]);
  for (let at = 0; at < text.length; at++) keys.add(text.slice(0, at) + text.slice(at + 1));
  return keys;
}

function isClose(one: string, other: string): boolean {
  const { ones, others } = findDifference(one, other);
  return one !== '' && Math.max(ones, others) <= 1;
}

type TextRange = { from: number; to: number };

type IdDifference = { description: string; typedRange: TextRange; idRange: TextRange };

type FoldedPositions = { text: string; at: readonly number[] };

export function describeIdDifference(typed: string, id: string): IdDifference {
  const [one, other] = [foldWithPositions(typed), foldWithPositions(id)];
  const { start, ones, others } = findDifference(one.text, other.text);
  if (ones === 0 && others === 0) {
    const whole = findDifference(typed, id);
    const words = typed.toLowerCase() === id.toLowerCase() ? 'different case' : 'different spaces or separators';
    const { start: from } = whole;
    return {
      description: words,
      typedRange: { from, to: from + whole.ones },
      idRange: { from, to: from + whole.others },
    };
  }
  const [typedPart, idPart] = [toOriginalRange(one, start, ones, typed), toOriginalRange(other, start, others, id)];
  const [wrong, right] = [typed.slice(typedPart.from, typedPart.to), id.slice(idPart.from, idPart.to)];
  const words = ones === 0 ? `extra ${right}` : others === 0 ? `without ${wrong}` : `${right} instead of ${wrong}`;
  const rest = [typed, id].map((text, at) => {
    const { from, to } = at === 0 ? typedPart : idPart;
    return text.slice(0, from) + text.slice(to);
  });
  const more = rest[0] === rest[1] ? '' : '; case or separators also differ';
  return { description: words + more, typedRange: typedPart, idRange: idPart };
}

function foldWithPositions(text: string): FoldedPositions {
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

function findDifference(one: string, other: string): { start: number; ones: number; others: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, ones: one.length - start - end, others: other.length - start - end };
}

function toOriginalRange({ at }: FoldedPositions, start: number, count: number, text: string): TextRange {
  const from = at[start] ?? text.length;
  return { from, to: count === 0 ? from : (at[start + count - 1] ?? from) + 1 };
}
