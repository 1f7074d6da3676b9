const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

const LONE_SURROGATE = /\p{Surrogate}/u;

/** UTF-8 of a string, with lone surrogates as three bytes of their own (as WTF-8 has them) instead of U+FFFD. */
export function encodeText(text: string): Uint8Array {
  if (!LONE_SURROGATE.test(text)) return encoder.encode(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(...encoder.encode(character));
  }
  return Uint8Array.from(bytes);
}

/** The string that `encodeText` was given. */
export function decodeText(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return text.includes('\ufffd') ? decodeSurrogates(bytes) : text;
}

/** A string of bytes below 128, read from `bytes[start]` up to `end`; short ones are faster this way. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
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
