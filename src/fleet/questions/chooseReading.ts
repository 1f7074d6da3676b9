import type { Fleet } from '#fleet/model/fleet.ts';
import { pastedLines } from '#fleet/read/pastedLines.ts';
import type { Reading } from './pastedValues.ts';

/** Maximum number of lines that are sampled. */
const LINES_MAX = 300;

/** Minimum share of the lines with a known value for a field to be chosen. */
const KNOWN_SHARE = 0.5;

const STEP = 255;

/**
 * Chooses how to read a pasted text: as the field whose values match most lines, ignoring case; IDs and e-mails win a
 * tie. Interruptible at every yield.
 */
export function* chooseReading(text: string, fleet: Fleet): Generator<void, Reading> {
  const lines = yield* pastedLines(text, () => false);
  const every = Math.max(1, Math.ceil(lines.length / LINES_MAX));
  const sample = lines.filter((_, index) => index % every === 0);
  const byText = new Map<string, number[]>();
  for (const [line, cells] of sample.entries()) {
    const texts = cells.flatMap((cell) => [cell.text, ...cell.text.split(/\s+/)]);
    for (const one of new Set(texts.filter(Boolean).map((each) => each.toLowerCase()))) {
      byText.set(one, [...(byText.get(one) ?? []), line]);
    }
  }
  const ids = yield* countKnown(fleet, ['deviceID', 'admin'], byText);
  if (ids >= KNOWN_SHARE * sample.length) return 'any';
  let best: { field: string; known: number } | undefined;
  for (const { name, storage } of fleet.columns) {
    if (name === 'deviceID' || name === 'admin' || (storage !== 'text' && storage !== 'number')) continue;
    const known = yield* countKnown(fleet, [name], byText);
    if (known > (best?.known ?? ids)) best = { field: name, known };
  }
  return best && best.known >= KNOWN_SHARE * sample.length ? `field:${best.field}` : 'any';
}

function* countKnown(
  fleet: Fleet,
  fields: readonly string[],
  byText: ReadonlyMap<string, readonly number[]>,
): Generator<void, number> {
  const known = new Set<number>();
  for (const field of fields) {
    const column = fleet.columnOf(field);
    const values = fleet.dictionary(column);
    const count = values?.length ?? fleet.count;
    for (let at = 0; at < count; at++) {
      const value = values ? values[at] : fleet.value(at, column);
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
      for (const line of byText.get(text) ?? []) known.add(line);
      if ((at & STEP) === STEP) yield;
    }
  }
  return known.size;
}
