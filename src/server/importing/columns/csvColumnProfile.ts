import { isIsoTimeCell } from '#server/importing/createTimeCellParser.ts';
import { IMPORT_MESSAGES } from '#server/importing/messages.ts';
import { type DateOrder, DateOrderDetector, describeDateOrder } from './dates.ts';
import { DecimalCommaDetector } from './numbers.ts';

export type ColumnParsingPlan = {
  dateOrder: DateOrder | undefined;
  decimalComma: boolean;
  dateOrderProblem?: string | undefined;
  guess?: string | undefined;
  hint?: string | undefined;
};

export type CsvParsingStyle = { dates: DateOrder | undefined; isSemicolonSheet: boolean };

/** Creates the plan for a column of an endless input, whose cells cannot be inspected in advance. */
export function createColumnPlanWithoutProfile({ dates, isSemicolonSheet }: CsvParsingStyle): ColumnParsingPlan {
  const unclear = dates ? undefined : IMPORT_MESSAGES.dateOrderNotDetected;
  return { dateOrder: dates, decimalComma: isSemicolonSheet, dateOrderProblem: unclear };
}

export class CsvColumnProfile {
  private readonly isTime: boolean;
  private readonly dateStyle = new DateOrderDetector();
  private readonly numberStyle = new DecimalCommaDetector();
  private cells = 0;
  private dates = 0;
  private isoTimes = 0;
  private numbers = 0;

  constructor(isTime: boolean) {
    this.isTime = isTime;
  }

  add(cell: string, line: number): void {
    if (cell === '' || /^null$/i.test(cell)) return;
    this.cells++;
    if (!this.isTime && this.numberStyle.add(cell)) this.numbers++;
    else if (this.dateStyle.add(cell, line)) this.dates++;
    else if (!this.isTime && isIsoTimeCell(cell)) this.isoTimes++;
  }

  createPlan(style: CsvParsingStyle): ColumnParsingPlan {
    return this.isTime ? this.planTime(style) : this.planUntyped(style);
  }

  private planTime({ dates }: CsvParsingStyle): ColumnParsingPlan {
    if (dates) return { dateOrder: dates, decimalComma: false };
    const found = this.dateStyle.guess();
    if (!found) return { dateOrder: 'iso', decimalComma: false };
    if (!found.order) return { dateOrder: 'iso', decimalComma: false, dateOrderProblem: found.unclear };
    return { dateOrder: found.order, decimalComma: false, guess: this.describeGuess() };
  }

  private planUntyped({ dates, isSemicolonSheet }: CsvParsingStyle): ColumnParsingPlan {
    const comma = this.numberStyle.hasDecimalComma(isSemicolonSheet);
    const areNumbers = isSemicolonSheet || this.numbers === this.cells;
    const plan: ColumnParsingPlan = { dateOrder: undefined, decimalComma: comma === true && areNumbers };
    if (comma === 'unclear' && areNumbers) {
      return { ...plan, hint: IMPORT_MESSAGES.ambiguousComma };
    }
    if (this.cells === 0) return plan;
    if (this.isoTimes === this.cells) {
      return dates === 'iso' ? { ...plan, dateOrder: dates } : { ...plan, hint: IMPORT_MESSAGES.isoTimeHint };
    }
    const found = this.dates === this.cells ? this.dateStyle.guess() : undefined;
    if (!found || dates === 'iso') return plan;
    if (dates) return this.dateStyle.fits(dates) ? { ...plan, dateOrder: dates } : plan;
    if (found.order) return { ...plan, dateOrder: found.order, guess: this.describeGuess() };
    return { ...plan, hint: IMPORT_MESSAGES.dateHint(found.unclear) };
  }

  private describeGuess(): string | undefined {
    const found = this.dateStyle.guess();
    if (!found?.order || !found.because) return undefined;
    const { cell, line } = found.because;
    return IMPORT_MESSAGES.dateOrderDetected(describeDateOrder(found.order), line, JSON.stringify(cell));
  }
}
