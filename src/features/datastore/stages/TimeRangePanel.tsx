import { useState } from 'react';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import { toPlainText } from '#lib/invisible.ts';
import { formatZoneOffset } from '#lib/time/time.ts';
import { findSameWallTimes, getLocalZone } from '#lib/time/zones.ts';
import { timeField } from '#pipeline/ask/newestFirst.ts';
import { describeZone, LASTS, type Span, spanWords } from '#pipeline/draft/stages/range.ts';
import { timeRangeIn, withTimeRange } from '#pipeline/draft/timeRange.ts';
import type { TimeUnit, ZonelessForm } from '#pipeline/draft/value.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './TimeRange.module.css';

/** Presets and custom bounds of the time range; a choice changes the draft at once. */
export function TimeRangePanel({ onDone }: { onDone: () => void }) {
  const { draft, change, seen } = useEditing();
  const zone = useTimeMode() === 'utc' ? 'utc' : 'local';
  const held = timeRangeIn(draft);
  const [chosen, choose] = useState(() => held?.field ?? timeField(seen, 'compared')?.name);
  const [read, setRead] = useState(held?.zoneless?.zone);
  const units = new Map<string, TimeUnit>(held && [[held.field, held.unit]]);
  const forms = new Map<string, ZonelessForm>(held?.zoneless && [[held.field, held.zoneless.form]]);
  for (const { name, compared, zoneless } of seen.fields.values()) {
    if (compared) units.set(name, compared);
    else if (zoneless) {
      units.set(name, 'iso');
      forms.set(name, zoneless);
    }
  }
  const field = chosen ?? timeField(seen, 'compared')?.name ?? [...units.keys()][0];
  const unit = field === undefined ? undefined : units.get(field);
  const form = field === undefined ? undefined : forms.get(field);
  if (field === undefined || unit === undefined) {
    return (
      <div className={shared['panel']}>
        <p>
          No field of times is known{draft.collection.trim() && ` of ${draft.collection.trim()}`} yet. The documents
          that a query finds tell which there are: numbers since 1970, or texts such as 2026-01-31T12:00:00Z.
        </p>
      </div>
    );
  }
  const zoneless = form && read !== undefined ? { form, zone: read } : undefined;
  // a field without zones cannot be filtered until the user chooses its zone
  const waits = form !== undefined && zoneless === undefined;
  const set = (span: Span, typing?: string) =>
    change((now) => withTimeRange(now, { field, unit, span, zoneless }), typing);
  const pickField = (next: string) => {
    choose(next);
    const [nextUnit, nextForm] = [units.get(next), forms.get(next)];
    if (!held || !nextUnit || (nextForm && read === undefined)) return;
    const nextRead = nextForm && read !== undefined ? { form: nextForm, zone: read } : undefined;
    change((now) => withTimeRange(now, { field: next, unit: nextUnit, span: held.span, zoneless: nextRead }));
  };
  const pickRead = (next: string) => {
    setRead(next);
    if (held?.field === field && form) {
      change((now) => withTimeRange(now, { ...held, zoneless: { form, zone: next } }));
    }
  };
  return (
    <div className={shared['panel']}>
      {form && <ReadAs field={field} read={read} onPick={pickRead} />}
      <div className={classes['presets']}>
        {LASTS.map((last) => (
          <Button
            key={last}
            size="row"
            disabled={waits}
            onClick={() => {
              set({ zone, last });
              onDone();
            }}
          >
            {spanWords({ zone, last })}
          </Button>
        ))}
      </div>
      {!waits && (
        <FromTo
          zone={zone}
          span={held?.span}
          onSpan={(span) => {
            if (span) set(span, 'time range');
            else change((now) => withTimeRange(now, undefined));
          }}
        />
      )}
      <FormField label="Field of times">
        <Pick options={[...units.keys()]} value={field} onPick={pickField} />
      </FormField>
    </div>
  );
}

type ReadAsProps = { field: string; read: string | undefined; onPick: (zone: string) => void };

function ReadAs({ field, read, onPick }: ReadAsProps) {
  const isOther = read !== undefined && read !== 'utc' && describeZone(read) !== describeZone('local');
  const options = [
    { value: 'local', label: `Local, ${getLocalZone()}` },
    { value: 'utc', label: 'UTC' },
    ...(isOther ? [{ value: read, label: read }] : []),
  ];
  const chosen = read === undefined || read === 'utc' || isOther ? read : 'local';
  return (
    <div className={classes['choice']}>
      <p>
        Times of <b>{field}</b> have no zone. Read them as
      </p>
      <Segmented
        label={`Read times of ${toPlainText(field)} as`}
        options={options}
        value={chosen ?? ''}
        onPick={onPick}
      />
    </div>
  );
}

type Fixed = { from: number | undefined; to: number | undefined };

type FromToProps = { zone: 'local' | 'utc'; span: Span | undefined; onSpan: (span: Span | undefined) => void };

/** Inclusive start and end time in the displayed zone; either may be empty. */
function FromTo({ zone, span, onSpan }: FromToProps) {
  const fixed: Fixed = span && !('last' in span) ? span : { from: undefined, to: undefined };
  const { from, to } = fixed;
  const change = (part: Partial<Fixed>) => {
    const next = { ...fixed, ...part };
    onSpan(next.from === undefined && next.to === undefined ? undefined : { zone, ...next });
  };
  const backwards = from !== undefined && to !== undefined && from > to;
  return (
    <>
      <TimeField
        label={zone === 'utc' ? 'From, UTC' : 'From, local time'}
        value={textOf(from, zone)}
        onDate={(date) => change({ from: timeOf(date, zone, 0) })}
      />
      {zone === 'local' && <RepeatedTime label="From" time={from} onTime={(time) => change({ from: time })} />}
      <TimeField
        label="To, this second included"
        complaint={backwards ? 'It ends before it begins, so nothing is found.' : undefined}
        value={textOf(to, zone)}
        onDate={(date) => change({ to: timeOf(date, zone, 999) })}
      />
      {zone === 'local' && <RepeatedTime label="To" time={to} onTime={(time) => change({ to: time })} />}
    </>
  );
}

type RepeatedTimeProps = { label: string; time: number | undefined; onTime: (time: number) => void };

/** Choice between the two occurrences of a local time that repeats when clocks are set back. */
function RepeatedTime({ label, time, onTime }: RepeatedTimeProps) {
  const times = time === undefined ? [] : findSameWallTimes(time);
  const [first, second] = times;
  if (time === undefined || first === undefined || second === undefined) return null;
  const option = (at: number, name: string) => ({ value: String(at), label: `${name}, ${formatZoneOffset(at)}` });
  return (
    <div className={classes['choice']}>
      <p>This time occurs twice, as clocks are put back.</p>
      <Segmented
        label={`${label}: occurrence`}
        options={[option(first, 'first'), option(second, 'second')]}
        value={String(time)}
        onPick={(value) => onTime(Number(value))}
      />
    </div>
  );
}

type TimeFieldProps = { label: string; complaint?: string | undefined; value: string; onDate: (date: string) => void };

function TimeField({ label, complaint, ...field }: TimeFieldProps) {
  const [torn, setTorn] = useState(false);
  return (
    <FormField label={label} complaint={torn ? 'This is no whole time, so it is left out.' : complaint}>
      <DateField withTime {...field} onTorn={setTorn} />
    </FormField>
  );
}

/** Formats a time as `2026-01-01T12:04:31` in the zone, as the input requires; '' for undefined. */
function textOf(time: number | undefined, zone: Span['zone']): string {
  if (time === undefined) return '';
  const shift = zone === 'utc' ? 0 : new Date(time).getTimezoneOffset() * 60_000;
  const date = new Date(time - shift);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19);
}

function timeOf(date: string, zone: Span['zone'], ms: number): number | undefined {
  const time = Date.parse(zone === 'utc' ? `${date}Z` : date) + ms;
  return Number.isFinite(time) ? time : undefined;
}
