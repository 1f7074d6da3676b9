const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const COMMA_NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:,\d+)?|[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?)$/;

/** Matches `1,234`, where the comma can be a decimal or a thousands separator. */
const AMBIGUOUS_NUMBER = /^-?[1-9]\d{0,2},\d{3}$/;

const COMMA_THOUSANDS = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$|^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/;

export function isJsonNumberText(cell: string): boolean {
  return NUMBER.test(cell);
}

/** Converts a number with a decimal comma to JSON text, digit by digit. Undefined for any other cell. */
export function convertDecimalComma(cell: string): string | undefined {
  return COMMA_NUMBER.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : undefined;
}

export class DecimalCommaDetector {
  private certain: string | undefined;
  private either: string | undefined;
  private contradicted = false;

  add(cell: string): boolean {
    if (cell.includes(',')) {
      if (AMBIGUOUS_NUMBER.test(cell)) this.either ??= cell;
      else if (COMMA_NUMBER.test(cell)) this.certain ??= cell;
      else if (COMMA_THOUSANDS.test(cell)) this.contradicted = true;
      else return false;
      return true;
    }
    // 1.234 fits both formats
    const isPoint = isJsonNumberText(cell);
    if (isPoint && /[.eE]/.test(cell) && !COMMA_NUMBER.test(cell)) this.contradicted = true;
    return isPoint || COMMA_NUMBER.test(cell);
  }

  hasDecimalComma(isSemicolonSheet: boolean): boolean | 'unclear' {
    const found = this.certain ?? this.either;
    if (found === undefined || this.contradicted) return false;
    return this.certain !== undefined || isSemicolonSheet || 'unclear';
  }
}
