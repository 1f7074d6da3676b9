/** A number as JSON has it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** `1.234,5`, `1234,5` or `1.234.567`: a number with a decimal comma, or with dots between thousands. */
const COMMA_NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:,\d+)?|[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?)$/;

/** `1,234`, which is either. */
const AMBIGUOUS_NUMBER = /^-?[1-9]\d{0,2},\d{3}$/;

/** `1,234,567` or `1,234.5`: commas between thousands. */
const COMMA_THOUSANDS = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$|^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/;

export function isJsonNumber(cell: string): boolean {
  return NUMBER.test(cell);
}

/** The JSON text of a number with a decimal comma, digit by digit; undefined for any other cell. */
export function parseDecimalComma(cell: string): string | undefined {
  return COMMA_NUMBER.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : undefined;
}

/** Collects how the numbers of a column are written. */
export class DecimalCommaDetector {
  private certain: string | undefined;
  private either: string | undefined;
  private contradicted = false;

  /** Returns whether the cell looks like a number in any style. */
  add(cell: string): boolean {
    if (cell.includes(',')) {
      if (AMBIGUOUS_NUMBER.test(cell)) this.either ??= cell;
      else if (COMMA_NUMBER.test(cell)) this.certain ??= cell;
      else if (COMMA_THOUSANDS.test(cell)) this.contradicted = true;
      else return false;
      return true;
    }
    // 1.234 fits both styles
    const isPoint = isJsonNumber(cell);
    if (isPoint && /[.eE]/.test(cell) && !COMMA_NUMBER.test(cell)) this.contradicted = true;
    return isPoint || COMMA_NUMBER.test(cell);
  }

  /** True if commas are decimal separators; 'unclear' if they may be thousands separators. */
  hasDecimalComma(isSemicolonSheet: boolean): boolean | 'unclear' {
    const found = this.certain ?? this.either;
    if (found === undefined || this.contradicted) return false;
    return this.certain !== undefined || isSemicolonSheet || 'unclear';
  }
}
