/** Creates formatters on first use, because creating one takes as long as rendering a screen of rows. */
class IntlFormats {
  readonly #zones = new Map<string, Intl.DateTimeFormat>();
  #relative: Intl.RelativeTimeFormat | undefined;
  #plurals: Intl.PluralRules | undefined;

  getPluralRules(): Intl.PluralRules {
    this.#plurals ??= new Intl.PluralRules('en');
    return this.#plurals;
  }

  getRelativeTimeFormat(): Intl.RelativeTimeFormat {
    this.#relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    return this.#relative;
  }

  /** Returns a format that yields all parts of a time in a zone as numbers. */
  getZonedDateTimeFormat(timeZone: string): Intl.DateTimeFormat {
    const known = this.#zones.get(timeZone);
    if (known) return known;
    const numeric = 'numeric' as const;
    const clock = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat('en', { timeZone, year: numeric, month: numeric, day: numeric, ...clock });
    this.#zones.set(timeZone, format);
    return format;
  }
}

export const intlFormats = new IntlFormats();
