const UNITS_AT_ONCE = 8192;

/**
 * Encodes JSON compactly for storage that is limited in UTF-16 units. Each unit holds two 7-bit characters; all other
 * characters are escaped. Surrogates are avoided, because some browsers replace them.
 */
export function packJsonIntoUtf16(value: unknown): string {
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
 * Decodes text written by `packJsonIntoUtf16`.
 * @throws SyntaxError for other text
 */
export function unpackJsonFromUtf16(packed: string): unknown {
  const units = Uint16Array.from({ length: packed.length * 2 }, (_, at) => {
    const unit = packed.charCodeAt(at >> 1);
    return at % 2 === 0 ? unit >> 7 : unit & 0x7f;
  });
  return JSON.parse(joinUnits(units));
}

function joinUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE) {
    text += String.fromCharCode(...units.subarray(at, at + UNITS_AT_ONCE));
  }
  return text;
}
