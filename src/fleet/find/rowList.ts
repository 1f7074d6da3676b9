export type RowList = { readonly count: number; at: (place: number) => number };

export function allRows(count: number): RowList {
  return { count, at: (place) => place };
}

export function listOf(rows: Uint32Array, count = rows.length): RowList {
  return { count, at: (place) => rows[place] ?? 0 };
}

/** A growing list of rows; lists returned earlier keep their length. */
export class RowBuffer {
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

  list(): RowList {
    return listOf(this.rows, this.count);
  }
}
