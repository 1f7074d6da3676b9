/** Periods of a time zone that have one offset from UTC each, in order. All values in ms. */
export type ZonePeriods = {
  starts: readonly number[];
  offsets: readonly number[];
  /** Wall clock time at the end of each period but the last, at least that of the previous period. */
  wallEnds: readonly number[];
};

/** Creates formatters on first use, because creating one takes as long as rendering a screen of rows. */
class IntlFormats {
  readonly zonePeriods = new Map<string, ZonePeriods>();
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

  /** Returns a format that ends with the offset of a zone from UTC, such as `GMT+01:00`. */
  getZoneOffsetFormat(timeZone: string): Intl.DateTimeFormat {
    const known = this.#zones.get(timeZone);
    if (known) return known;
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    this.#zones.set(timeZone, format);
    return format;
  }
}

export const intlFormats = new IntlFormats();
