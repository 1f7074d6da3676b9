const UNITS_AT_ONCE = 8192;

/**
 * JSON for storages that count UTF-16 units, of which it takes half as many as the text has: two characters of seven
 * bits go into each, and others are escaped. No unit is a surrogate, which some storages change.
 */
export function packJson(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const even = text.length % 2 === 0 ? text : `${text} `;
  const units = Uint16Array.from({ length: even.length / 2 }, (_, at) => {
    return (even.charCodeAt(2 * at) << 7) | even.charCodeAt(2 * at + 1);
  });
  return joinUnits(units);
}

/**
 * What was packed.
 * @throws SyntaxError when it was not packed here
 */
export function unpackJson(packed: string): unknown {
  const units = Uint16Array.from({ length: packed.length * 2 }, (_, at) => {
    const unit = packed.charCodeAt(at >> 1);
    return at % 2 === 0 ? unit >> 7 : unit & 0x7f;
  });
  return JSON.parse(joinUnits(units));
}

/** In parts, since a call takes only so many arguments. */
function joinUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE) {
    text += String.fromCharCode(...units.subarray(at, at + UNITS_AT_ONCE));
  }
  return text;
}
