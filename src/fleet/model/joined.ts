import { CONNECTIVITY } from '#contract/device.ts';

/** Different labels of a field that is joined with one value a row; what comes after them shares the last. */
const LABELS_MAX = 256;

/** Labels of a field that is joined with several values a row. */
export const BITS_MAX = 16;

/**
 * What is known of each device beside its record: its connectivity, how it changed, what is odd about it. Facets, counts,
 * sorting and filtering treat it like a column. `codes[row]` is the place of the row's label; the first label says that
 * nothing is known. Where a row may have several values at once, `bits[row]` has a bit for each label, the lowest for the
 * first.
 */
export type Joined = { labels: readonly string[] } & ({ codes: Uint8Array } | { bits: Uint16Array });

/** What a pasted list is joined to the devices as. */
export const INVENTORY = 'inventory';

/** What the answers of the checks are joined to the devices as. */
export const CHECK = 'check';

/** What rows may be filtered by without being in their records. */
export const JOINED: readonly string[] = [CONNECTIVITY, CHECK, INVENTORY];

/** The label of what did not fit among the others. */
const OTHER = 'other';

/** Gives rows their labels, whatever these are, in order of appearance. */
export class JoinedWriter {
  /** Different labels that are told apart no more. */
  get unfit(): number {
    return this.unfitting.size;
  }

  private readonly labels: string[];
  private readonly codes: Uint8Array;
  private readonly byLabel: Map<string, number>;
  private readonly unfitting = new Set<string>();

  /** `nothing` is what rows are called that are never written. */
  constructor(count: number, nothing: string) {
    this.labels = [nothing];
    this.byLabel = new Map([[nothing, 0]]);
    this.codes = new Uint8Array(count);
  }

  write(row: number, label: string): void {
    let code = this.byLabel.get(label);
    if (code === undefined && this.labels.length < LABELS_MAX - 1) {
      code = this.labels.push(label) - 1;
      this.byLabel.set(label, code);
    }
    if (code === undefined) {
      this.unfitting.add(label);
      this.labels[LABELS_MAX - 1] = OTHER;
    }
    this.codes[row] = code ?? LABELS_MAX - 1;
  }

  done(): Joined {
    return { labels: this.labels, codes: this.codes };
  }
}

/** The labels of a row. */
export function joinedLabels(joined: Joined, row: number): string[] {
  if ('codes' in joined) return [joined.labels[joined.codes[row] ?? 0] ?? ''];
  const bits = joined.bits[row] ?? 0;
  return joined.labels.filter((_, index) => (bits >>> index) & 1);
}
