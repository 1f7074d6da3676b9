import { foldText } from '#lib/text/foldText.ts';
import { encodeWtf8 } from './utf8.ts';

const ZERO = 48;
const NINE = 57;

/** Marks bytes that cannot be folded separately: digits (for sort keys) and bytes beyond ASCII. */
export const NOT_FOLDABLE = 255;

/** Lower case of each byte. `NOT_FOLDABLE` for digits and bytes beyond ASCII. */
export const LOWER_CASE_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 127 || isDigitByte(byte)) return NOT_FOLDABLE;
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
});

export function isDigitByte(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

const foldedLetters: (Uint8Array | undefined)[] = [];

export function isTwoByteLead(byte: number): boolean {
  return byte > 127 && byte < 0xe0;
}

export function foldTwoByteLetter(first: number, second: number): Uint8Array {
  const code = ((first & 31) << 6) | (second & 63);
  const known = foldedLetters[code];
  if (known) return known;
  const letter = encodeWtf8(foldText(String.fromCharCode(code)));
  foldedLetters[code] = letter;
  return letter;
}

/**
 * Writes the folded form of `source[start..end)` to `target`, which must have space for twice its length.
 * @returns the end, or -1 if the folded text is not ASCII
 */
export function foldToAscii(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from++) {
    const byte = source[from] as number; // the caller's bounds
    if (byte < 128) {
      const lower = LOWER_CASE_BYTES[byte] as number;
      target[to++] = lower === NOT_FOLDABLE ? byte : lower;
      continue;
    }
    if (!isTwoByteLead(byte)) return -1;
    for (const own of foldTwoByteLetter(byte, source[++from] as number)) {
      if (own > 127) return -1;
      target[to++] = own;
    }
  }
  return to;
}
