const BLOCK = 64;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [ROUNDS, START] = constants();

/**
 * SHA-256 (FIPS 180-4) of bytes that come piece by piece. The browser's own takes only what is whole in memory, and is
 * not there on pages that came without TLS.
 */
export class Sha256 {
  bytes = 0;
  private readonly state = Int32Array.from(START);
  private readonly words = new Int32Array(BLOCK);
  private readonly held = new Uint8Array(BLOCK);

  update(bytes: Uint8Array): void {
    let from = 0;
    const filled = this.bytes % BLOCK;
    this.bytes += bytes.length;
    if (filled > 0) {
      const wanted = Math.min(BLOCK - filled, bytes.length);
      this.held.set(bytes.subarray(0, wanted), filled);
      if (filled + wanted < BLOCK) return;
      this.block(this.held, 0);
      from = wanted;
    }
    for (; from + BLOCK <= bytes.length; from += BLOCK) this.block(bytes, from);
    this.held.set(bytes.subarray(from));
  }

  /** The digest in hexadecimal; nothing may be added afterwards. */
  hex(): string {
    const bits = BigInt(this.bytes) * 8n;
    const zeros = (2 * BLOCK - 9 - (this.bytes % BLOCK)) % BLOCK;
    const end = new DataView(new ArrayBuffer(1 + zeros + 8));
    end.setUint8(0, 0x80);
    end.setBigUint64(1 + zeros, bits);
    this.update(new Uint8Array(end.buffer));
    return [...this.state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private block(bytes: Uint8Array, from: number): void {
    const { words, state } = this;
    for (let at = 0; at < 16; at++) {
      const byte = from + 4 * at;
      words[at] =
        (at8(bytes, byte) << 24) | (at8(bytes, byte + 1) << 16) | (at8(bytes, byte + 2) << 8) | at8(bytes, byte + 3);
    }
    for (let at = 16; at < BLOCK; at++) {
      const [x, y] = [at32(words, at - 15), at32(words, at - 2)];
      const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      words[at] = at32(words, at - 16) + low + at32(words, at - 7) + high;
    }
    let [a, b, c, d] = [at32(state, 0), at32(state, 1), at32(state, 2), at32(state, 3)];
    let [e, f, g, h] = [at32(state, 4), at32(state, 5), at32(state, 6), at32(state, 7)];
    for (let at = 0; at < BLOCK; at++) {
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + sum + ((e & f) ^ (~e & g)) + at32(ROUNDS, at) + at32(words, at)) | 0;
      const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + other) | 0;
    }
    // an Int32Array keeps the lowest 32 bits
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = at32(state, at) + word;
  }
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at8(bytes: Uint8Array, at: number): number {
  return bytes[at] as number; // within a block
}

function at32(words: Int32Array, at: number): number {
  return words[at] as number; // within a block
}

function constants(): [rounds: Int32Array, start: Int32Array] {
  const primes: number[] = [];
  for (let next = 2; primes.length < BLOCK; next++) if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
  const bits = (root: (prime: number) => number) => Int32Array.from(primes, (prime) => fraction(root(prime)));
  return [bits(Math.cbrt), bits(Math.sqrt).slice(0, 8)];
}
