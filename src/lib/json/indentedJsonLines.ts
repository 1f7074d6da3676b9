import { isJsonObject, stringifyJson } from './json.ts';

const LINE_MAX = 2000;

export class IndentedJsonLines {
  readonly lineCount: number;
  private readonly values: readonly unknown[];
  /** Number of the first line of each value. The last entry is the line of the closing bracket. */
  private readonly starts: Int32Array;

  constructor(values: readonly unknown[]) {
    this.values = values;
    this.starts = new Int32Array(values.length + 1);
    let line = 1;
    for (const [place, value] of values.entries()) {
      this.starts[place] = line;
      line += countLines(value);
    }
    this.starts[values.length] = line;
    this.lineCount = line + 1;
  }

  slice(first: number, end: number): string[] {
    const lines: string[] = first <= 0 && end > 0 ? ['['] : [];
    for (let place = this.findValueAt(first); place < this.values.length; place++) {
      const start = this.starts[place] ?? 0;
      if (start >= end) break;
      const own = this.getText(place).split('\n');
      lines.push(...own.slice(Math.max(0, first - start), end - start).map(truncateLine));
    }
    if (end >= this.lineCount && first < this.lineCount) lines.push(']');
    return lines;
  }

  *iterateChunks(): Generator<string, void> {
    yield '[\n';
    for (let place = 0; place < this.values.length; place++) yield `${this.getText(place)}\n`;
    yield ']';
  }

  private getText(place: number): string {
    const text = stringifyJson([this.values[place]], 2).slice(2, -2);
    return place < this.values.length - 1 ? `${text},` : text;
  }

  private findValueAt(line: number): number {
    let low = 0;
    let high = this.values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle + 1] ?? Number.POSITIVE_INFINITY) <= line) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function countLines(value: unknown): number {
  const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  if (inner.length === 0) return 1;
  let lines = 2;
  for (const one of inner) lines += countLines(one);
  return lines;
}

function truncateLine(line: string): string {
  return line.length > LINE_MAX ? `${line.slice(0, LINE_MAX).replace(/[\ud800-\udbff]$/, '')} …` : line;
}
