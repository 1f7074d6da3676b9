/** What looks random and is always the same for the same seed, use and number. */
export class Chance {
  private readonly seed: number;

  constructor(seed: number, use: number) {
    this.seed = mixed(mixed(seed + 1) ^ Math.imul(use, 0x9e3779b1));
  }

  /** From 0 to 1, which it never is. */
  of(n: number): number {
    return mixed(this.seed ^ Math.imul(n, 0x85ebca6b)) / 2 ** 32;
  }

  below(limit: number, n: number): number {
    return Math.floor(this.of(n) * limit);
  }

  pick<Item>(items: readonly [Item, ...Item[]], n: number): Item {
    return items[this.below(items.length, n)] ?? items[0];
  }
}

/** The finalizer of MurmurHash3: each bit of 32 depends on all of them. */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
