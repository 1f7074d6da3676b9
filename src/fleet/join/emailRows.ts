import type { Fleet } from '#fleet/model/fleet.ts';

/** Texts or rows that are looked at between two yields. */
const STEP = 255;

/**
 * The rows whose admin is one of the e-mails in some texts, or in words of them, by the e-mail in lower case. May be
 * interrupted at every yield.
 */
export function* emailRows(fleet: Fleet, texts: Iterable<string>): Generator<void, ReadonlyMap<string, number[]>> {
  const byEmail = new Map<string, number[]>();
  let done = 0;
  for (const text of texts) {
    for (const part of text.includes('@') ? [text, ...text.split(/\s+/)] : []) {
      if (part.includes('@')) byEmail.set(part.toLowerCase(), []);
      if ((++done & STEP) === 0) yield;
    }
    if ((++done & STEP) === 0) yield;
  }
  const column = fleet.columnOf('admin');
  for (let row = 0; byEmail.size > 0 && row < fleet.count; row++) {
    const admin = fleet.value(row, column);
    if (typeof admin === 'string') byEmail.get(admin.toLowerCase())?.push(row);
    if ((row & STEP) === STEP) yield;
  }
  return byEmail;
}
