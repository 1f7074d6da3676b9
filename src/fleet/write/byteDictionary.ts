import { decodeWtf8 } from '#fleet/text/utf8.ts';

/** Maximum number of dictionary values. Must stay below 65,536, so that a code takes two bytes. */
const DICTIONARY_MAX = 16_384;

/** Assigns numbers from 0 to distinct byte strings in order of appearance, without creating strings. */
export class ByteDictionary {
  size = 0;
  private bytes = new Uint8Array(4096);
  private ends = new Uint32Array(DICTIONARY_MAX);
  /** Hash table with open addressing. An entry is code + 1, or 0 if empty. */
  private slots = new Uint16Array(4 * DICTIONARY_MAX);

  encode(source: Uint8Array, start: number, end: number, hash: number): number {
    const { slots } = this;
    let slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
    for (let held = slots[slot]; held; held = slots[slot]) {
      if (this.equals(held - 1, source, start, end)) return held - 1;
      slot = (slot + 1) & (slots.length - 1);
    }
    if (this.size === DICTIONARY_MAX) return -1;
    this.append(source, start, end);
    slots[slot] = this.size;
    return this.size - 1;
  }

  getBytes(code: number): Uint8Array {
    return this.bytes.subarray(code === 0 ? 0 : this.ends[code - 1], this.ends[code]);
  }

  decodeFrom(first: number): string[] {
    return Array.from({ length: this.size - first }, (_, index) => decodeWtf8(this.getBytes(first + index)));
  }

  private equals(code: number, source: Uint8Array, start: number, end: number): boolean {
    const { bytes, ends } = this;
    const from = code === 0 ? 0 : (ends[code - 1] as number); // codes are below size
    if ((ends[code] as number) - from !== end - start) return false;
    for (let at = start, own = from; at < end; at++, own++) if (source[at] !== bytes[own]) return false;
    return true;
  }

  private append(source: Uint8Array, start: number, end: number): void {
    const from = this.size === 0 ? 0 : (this.ends[this.size - 1] as number); // within bounds
    const to = from + end - start;
    if (to > this.bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.bytes.length, to));
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes.set(source.subarray(start, end), from);
    this.ends[this.size++] = to;
  }
}

export const HASH_SEED = 0x811c9dc5 | 0;

/** Computes the FNV-1a hash as a signed 32-bit number. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193); // within bounds
  return hash;
}
