import { Fragment, type ReactNode, useState } from 'react';
import { useDebouncedUrlText } from '#ui/browser/useDebouncedUrlText.ts';
import { DateField } from './DateField.tsx';
import { FormField } from './FormField.tsx';
import { TextField } from './TextField.tsx';

export type RangeEnd = 'from' | 'to';

export type RangeBounds = { from?: number | undefined; to?: number | undefined };

type Props = {
  range: RangeBounds;
  labels: Readonly<Record<RangeEnd, string>>;
  /** Converts bounds to dates. Without it, bounds are entered as numbers. */
  dates?: DateConversion;
  /** Example numbers for empty inputs. */
  placeholders?: RangeBounds;
  disabled?: boolean;
  /** Called with the end that has changed. */
  onChange: (end: RangeBounds) => void;
  renderNote?: (end: RangeEnd) => ReactNode;
};

/** A date is `2026-01-31`, with time `2026-01-31T12:04:31`, or '' if empty. */
export type DateConversion = {
  withTime?: boolean;
  format: (time: number) => string;
  parse: (date: string, end: RangeEnd) => number | undefined;
};

/** Inputs for the inclusive ends of a range. Text that is not a date or number stays in its input, but is not applied. */
export function RangeEditor(props: Props) {
  const { range, labels, dates, placeholders, disabled = false, onChange, renderNote } = props;
  const { from, to } = range;
  const isReversed = from !== undefined && to !== undefined && from > to;
  return (['from', 'to'] as const).map((end) => {
    const input = {
      label: labels[end],
      error:
        end === 'to' && isReversed
          ? `The end is ${dates ? 'before' : 'below'} the start, so nothing matches.`
          : undefined,
      disabled,
      value: range[end],
      onChange: (value: number | undefined) => onChange({ [end]: value }),
    };
    return (
      <Fragment key={end}>
        {dates ? (
          <DateBound {...input} dates={dates} end={end} />
        ) : (
          <NumberBound {...input} placeholder={placeholders?.[end]} />
        )}
        {renderNote?.(end)}
      </Fragment>
    );
  });
}

type BoundProps = {
  label: string;
  error: string | undefined;
  disabled: boolean;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
};

type DateBoundProps = BoundProps & { dates: DateConversion; end: RangeEnd };

function DateBound({ label, error, disabled, value, onChange, dates, end }: DateBoundProps) {
  const { withTime = false, format, parse } = dates;
  const [isIncomplete, setIsIncomplete] = useState(false);
  const incomplete = `This ${withTime ? 'time' : 'date'} is incomplete and is ignored.`;
  return (
    <FormField label={label} error={isIncomplete ? incomplete : error}>
      <DateField
        withTime={withTime}
        disabled={disabled}
        value={value === undefined ? '' : format(value)}
        onValueChange={(date) => onChange(parse(date, end))}
        onIncompleteChange={setIsIncomplete}
      />
    </FormField>
  );
}

function NumberBound({
  label,
  error,
  disabled,
  value,
  onChange,
  placeholder,
}: BoundProps & { placeholder: number | undefined }) {
  const [text, setText, settle] = useDebouncedUrlText(
    value === undefined ? '' : String(value),
    (written) => onChange(written === '' ? undefined : Number(written)),
    NUMBER_TEXT_OPTIONS,
  );
  const isWrong = text.trim() !== '' && normalizeNumber(text) === '';
  return (
    <FormField label={label} error={isWrong ? 'This is not a number. Enter one such as 20 or 36.5.' : error}>
      <TextField
        inputMode="decimal"
        disabled={disabled}
        value={text}
        placeholder={placeholder === undefined ? undefined : String(placeholder)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
    </FormField>
  );
}

const NUMBER_TEXT_OPTIONS = { normalize: normalizeNumber };

function normalizeNumber(text: string): string {
  const number = Number(text.trim() || Number.NaN);
  return Number.isFinite(number) ? String(number) : '';
}
