import type { Fleet } from '#fleet/model/fleet.ts';
import { pastedLines } from '#fleet/read/pastedLines.ts';
import type { Reading } from './pastedValues.ts';

/** Lines of a pasted text that tell which field it is of. */
const LINES_MAX = 300;

/** Share of the lines that a field must know to be the one that is meant. */
const KNOWN_SHARE = 0.5;

/** Values or rows that are looked at between two yields. */
const STEP = 255;

/**
 * Chooses how a pasted text is read: as the field whose values most of its lines name, in whatever case; as IDs and e-mails
 * where these are as many. May be interrupted at every yield.
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

/** Counts the lines of which some fields have a text. */
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
