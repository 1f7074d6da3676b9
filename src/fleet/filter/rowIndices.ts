export type RowIndices = { readonly count: number; at: (position: number) => number };

export function createAllRowIndices(count: number): RowIndices {
  return { count, at: (place) => place };
}

export function toRowIndices(rows: Uint32Array, count = rows.length): RowIndices {
  return { count, at: (place) => rows[place] ?? 0 };
}

export class RowIndexBuffer {
  count = 0;
  private rows = new Uint32Array(1024);

  add(row: number): void {
    if (this.count === this.rows.length) {
      const grown = new Uint32Array(2 * this.count);
      grown.set(this.rows);
      this.rows = grown;
    }
    this.rows[this.count++] = row;
  }

  toRowIndices(): RowIndices {
    return toRowIndices(this.rows, this.count);
  }
}
