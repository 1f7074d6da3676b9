import type { Fleet } from '#fleet/model/fleet.ts';
import { parsePastedLines } from '#fleet/read/parsePastedLines.ts';
import type { MatchKey } from './valueLookup.ts';

/** Maximum number of lines that are sampled. */
const LINES_MAX = 300;

/** Minimum share of the lines with a known value for a field to be chosen. */
const MATCHED_SHARE_MIN = 0.5;

const YIELD_MASK = 255;

/**
 * Chooses how to read a pasted text: as the field whose values match most lines, ignoring case; IDs and e-mails win a
 * tie. Interruptible at every yield.
 */
export function* detectMatchKey(text: string, fleet: Fleet): Generator<void, MatchKey> {
  const lines = yield* parsePastedLines(text, () => false);
  const every = Math.max(1, Math.ceil(lines.length / LINES_MAX));
  const sample = lines.filter((_, index) => index % every === 0);
  const byText = new Map<string, number[]>();
  for (const [line, cells] of sample.entries()) {
    const texts = cells.flatMap((cell) => [cell.text, ...cell.text.split(/\s+/)]);
    for (const one of new Set(texts.filter(Boolean).map((each) => each.toLowerCase()))) {
      byText.set(one, [...(byText.get(one) ?? []), line]);
    }
  }
  const ids = yield* countLinesWithKnownValue(fleet, ['deviceID', 'admin'], byText);
  if (ids >= MATCHED_SHARE_MIN * sample.length) return 'any';
  let best: { field: string; known: number } | undefined;
  for (const { name, storage } of fleet.columns) {
    if (name === 'deviceID' || name === 'admin' || (storage !== 'text' && storage !== 'number')) continue;
    const known = yield* countLinesWithKnownValue(fleet, [name], byText);
    if (known > (best?.known ?? ids)) best = { field: name, known };
  }
  return best && best.known >= MATCHED_SHARE_MIN * sample.length ? `field:${best.field}` : 'any';
}

function* countLinesWithKnownValue(
  fleet: Fleet,
  fields: readonly string[],
  byText: ReadonlyMap<string, readonly number[]>,
): Generator<void, number> {
  const known = new Set<number>();
  for (const field of fields) {
    const column = fleet.findColumn(field);
    const values = fleet.getDictionary(column);
    const count = values?.length ?? fleet.count;
    for (let at = 0; at < count; at++) {
      const value = values ? values[at] : fleet.getValue(at, column);
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
      for (const line of byText.get(text) ?? []) known.add(line);
      if ((at & YIELD_MASK) === YIELD_MASK) yield;
    }
  }
  return known.size;
}
