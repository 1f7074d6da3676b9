/** Row numbers in the order they are shown. */
export type RowList = { readonly count: number; at: (place: number) => number };

/** All rows in the order they came. */
export function allRows(count: number): RowList {
  return { count, at: (place) => place };
}

export function listOf(rows: Uint32Array, count = rows.length): RowList {
  return { count, at: (place) => rows[place] ?? 0 };
}

/** A list of rows that grows; lists given out before keep their length. */
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
