type CellKind = 'text' | 'number' | 'time' | 'yes/no' | 'null';

type CellKindCount = { rows: number; cell: string; stored: string; line: number };

const MAX_EXAMPLE_CHARACTERS = 40;

export class ImportedColumnReport {
  private readonly field: string;
  private readonly isTime: boolean;
  private readonly hint: string | undefined;
  private readonly seen = new Map<CellKind, CellKindCount>();

  constructor(field: string, isTime: boolean, hint: string | undefined) {
    this.field = field;
    this.isTime = isTime;
    this.hint = hint;
  }

  add(cell: string, stored: string, line: number): void {
    const kind = getCellKind(stored, this.isTime);
    const seen = this.seen.get(kind);
    if (seen) seen.rows++;
    else this.seen.set(kind, { rows: 1, cell: shorten(cell), stored: shorten(stored), line });
  }

  describe(): string {
    const kinds = [...this.seen].sort(([, a], [, b]) => b.rows - a.rows);
    const [only] = kinds;
    const hint = this.hint ? ` (${this.hint})` : '';
    const name = escapeControls(this.field);
    if (!only) return `${name}: empty`;
    if (kinds.length === 1) return `${name}: ${only[0]}, for example ${describeExample(...only)}${hint}`;
    const types = kinds.map(
      ([kind, seen]) =>
        `${kind} in ${countRows(seen.rows)}, for example ${describeExample(kind, seen)} in line ${seen.line}`,
    );
    return `${name}: ${types.join('; ')}${hint}`;
  }
}

function getCellKind(stored: string, isTime: boolean): CellKind {
  const first = stored[0];
  if (first === '"') return 'text';
  if (first === 't' || first === 'f') return 'yes/no';
  if (first === 'n') return 'null';
  return isTime ? 'time' : 'number';
}

function describeExample(kind: CellKind, { cell, stored }: CellKindCount): string {
  if (kind === 'text') return escapeControls(JSON.stringify(cell));
  const shown = escapeControls(cell);
  if (kind === 'time') return `${shown}, stored as ${stored} (${describeTime(Number(stored))})`;
  return shown.toLowerCase() === stored ? shown : `${shown}, stored as ${stored}`;
}

function describeTime(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString().replace('.000', '') : 'no date';
}

function countRows(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`;
}

function shorten(text: string): string {
  return text.length <= MAX_EXAMPLE_CHARACTERS ? text : `${text.slice(0, MAX_EXAMPLE_CHARACTERS)}…`;
}

function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
