const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

const BACKSLASH = 92;

const ESCAPED_BYTES = new Uint8Array(256);
for (const pair of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  ESCAPED_BYTES[pair.charCodeAt(0)] = pair.charCodeAt(1);
}

export function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) > 127) return false; // within bounds
  return true;
}

export function isUtf8(source: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const first = source[at] as number; // below the end
    if (first < 0x80) continue;
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || at + more >= end) return false;
    const second = source[at + 1] as number;
    // rejects overlong encodings, surrogates, and values beyond the last code point
    const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return false;
    for (let further = 2; further <= more; further++)
      if (((source[at + further] as number) & 0xc0) !== 0x80) return false;
    at += more;
  }
  return true;
}

/**
 * Unescapes a valid JSON string. A lone surrogate becomes three bytes, as in `encodeWtf8`. The result is valid until
 * the next call.
 */
export function unescapeJsonString(source: Uint8Array, start: number, end: number): Uint8Array {
  if (end - start > scratch.length) scratch = new Uint8Array(2 * (end - start));
  let to = 0;
  for (let at = start; at < end; at++) {
    const byte = source[at] as number; // below the end
    if (byte !== BACKSLASH) scratch[to++] = byte;
    else if (source[++at] !== 0x75) scratch[to++] = ESCAPED_BYTES[source[at] as number] as number;
    else {
      let code = readHex(source, at + 1);
      at += 4;
      if (code >= 0xd800 && code < 0xdc00 && source[at + 1] === BACKSLASH && source[at + 2] === 0x75) {
        const low = readHex(source, at + 3);
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00;
          at += 6;
        }
      }
      to = writeCodePoint(code, to);
    }
  }
  return scratch.subarray(0, to);
}

const LEAD_BYTES = [0, 0xc0, 0xe0, 0xf0];

let scratch = new Uint8Array(1024);

function writeCodePoint(code: number, at: number): number {
  if (code < 0x80) {
    scratch[at] = code;
    return at + 1;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  scratch[at] = (LEAD_BYTES[more] as number) | (code >> (6 * more));
  for (let index = 1; index <= more; index++) scratch[at + index] = 0x80 | ((code >> (6 * (more - index))) & 63);
  return at + 1 + more;
}

function readHex(source: Uint8Array, at: number): number {
  let value = 0;
  for (let index = at; index < at + 4; index++) {
    const digit = source[index] as number; // the caller saw four digits
    value = value * 16 + (digit < 58 ? digit - 48 : (digit | 32) - 87);
  }
  return value;
}

/** Encodes a string as UTF-8, with lone surrogates as three bytes (WTF-8) instead of U+FFFD. */
export function encodeWtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(...encoder.encode(character));
  }
  return Uint8Array.from(bytes);
}

export function decodeWtf8(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return text.includes('\ufffd') ? decodeSurrogates(bytes) : text;
}

export function decodeAscii(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 64) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number); // within bounds
  return text;
}

function decodeSurrogates(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  for (let at = 0; at + 2 < bytes.length; at++) {
    if (bytes[at] !== 0xed || (bytes[at + 1] ?? 0) < 0xa0) continue;
    text += decoder.decode(bytes.subarray(from, at));
    text += String.fromCharCode(0xd000 | (((bytes[at + 1] ?? 0) & 63) << 6) | ((bytes[at + 2] ?? 0) & 63));
    at += 2;
    from = at + 1;
  }
  return text + decoder.decode(bytes.subarray(from));
}
