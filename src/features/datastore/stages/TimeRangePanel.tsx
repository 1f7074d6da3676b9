import { useState } from 'react';
import { useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { toVisibleText } from '#lib/invisible.ts';
import { formatLocalZoneOffset } from '#lib/time/time.ts';
import { findTimesWithSameLocalClock, getLocalZoneName } from '#lib/time/zones.ts';
import { findTimeField } from '#pipeline/documents/observedFields.ts';
import {
  describeTimePeriod,
  describeTimeZone,
  RELATIVE_PERIODS,
  type TimePeriod,
} from '#pipeline/draft/stages/range.ts';
import { findTimeRangeStage, setTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import type { TimeUnit, ZonelessForm } from '#pipeline/draft/valueDraft.ts';
import { Button } from '#ui/controls/Button.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { type RangeBounds, RangeEditor } from '#ui/inputs/RangeEditor.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { formatDateTimeInput } from './ConditionValueInput.tsx';
import classes from './TimeRangeControl.module.css';

export function TimeRangePanel({ onDone }: { onDone: () => void }) {
  const { draft, change, observedFields } = useQueryEditorContext();
  const zone = useTimeMode() === 'utc' ? 'utc' : 'local';
  const draftRange = findTimeRangeStage(draft);
  const [chosenField, setChosenField] = useState(
    () => draftRange?.field ?? findTimeField(observedFields, 'compared')?.name,
  );
  const [zonelessZone, setZonelessZone] = useState(draftRange?.zoneless?.zone);
  const units = new Map<string, TimeUnit>(draftRange && [[draftRange.field, draftRange.unit]]);
  const forms = new Map<string, ZonelessForm>(draftRange?.zoneless && [[draftRange.field, draftRange.zoneless.form]]);
  for (const { name, compared, zoneless } of observedFields.fields.values()) {
    if (compared) units.set(name, compared);
    else if (zoneless) {
      units.set(name, 'iso');
      forms.set(name, zoneless);
    }
  }
  const field = chosenField ?? findTimeField(observedFields, 'compared')?.name ?? [...units.keys()][0];
  const unit = field === undefined ? undefined : units.get(field);
  const form = field === undefined ? undefined : forms.get(field);
  if (field === undefined || unit === undefined) {
    return (
      <div className={shared['panel']}>
        <p>{`No time fields are known${draft.collection.trim() && ` in ${draft.collection.trim()}`} yet. Run a query first: fields that hold epoch numbers or text such as 2026-01-31T12:00:00Z are detected in its documents.`}</p>
      </div>
    );
  }
  const zoneless = form && zonelessZone !== undefined ? { form, zone: zonelessZone } : undefined;
  // a field without zones cannot be filtered until the user chooses its zone
  const needsZone = form !== undefined && zoneless === undefined;
  const setSpan = (span: TimePeriod, typing?: string) =>
    change((now) => setTimeRangeStage(now, { field, unit, span, zoneless }), typing);
  const pickField = (next: string) => {
    setChosenField(next);
    const [nextUnit, nextForm] = [units.get(next), forms.get(next)];
    if (!draftRange || !nextUnit || (nextForm && zonelessZone === undefined)) return;
    const nextRead = nextForm && zonelessZone !== undefined ? { form: nextForm, zone: zonelessZone } : undefined;
    change((now) => setTimeRangeStage(now, { field: next, unit: nextUnit, span: draftRange.span, zoneless: nextRead }));
  };
  const pickZone = (next: string) => {
    setZonelessZone(next);
    if (draftRange?.field === field && form) {
      change((now) => setTimeRangeStage(now, { ...draftRange, zoneless: { form, zone: next } }));
    }
  };
  return (
    <div className={shared['panel']}>
      {form && <TimeZoneChoice field={field} zone={zonelessZone} onPick={pickZone} />}
      <div className={classes['presets']}>
        {RELATIVE_PERIODS.map((last) => (
          <Button
            key={last}
            size="row"
            disabled={needsZone}
            onClick={() => {
              setSpan({ zone, last });
              onDone();
            }}
          >
            {describeTimePeriod({ zone, last })}
          </Button>
        ))}
      </div>
      {!needsZone && (
        <CustomTimeRange
          zone={zone}
          span={draftRange?.span}
          onSpan={(span) => {
            if (span) setSpan(span, 'time range');
            else change((now) => setTimeRangeStage(now, undefined));
          }}
        />
      )}
      <FormField label="Time field">
        <Select options={[...units.keys()]} value={field} onValueChange={pickField} />
      </FormField>
    </div>
  );
}

type TimeZoneChoiceProps = { field: string; zone: string | undefined; onPick: (zone: string) => void };

function TimeZoneChoice({ field, zone, onPick }: TimeZoneChoiceProps) {
  const isOther = zone !== undefined && zone !== 'utc' && describeTimeZone(zone) !== describeTimeZone('local');
  const options = [
    { value: 'local', label: `Local, ${getLocalZoneName()}` },
    { value: 'utc', label: 'UTC' },
    ...(isOther ? [{ value: zone, label: zone }] : []),
  ];
  const chosen = zone === undefined || zone === 'utc' || isOther ? zone : 'local';
  return (
    <div className={classes['choice']}>
      <p>
        Times in <b>{field}</b> have no time zone. Treat them as
      </p>
      <SegmentedControl
        label={`Time zone of ${toVisibleText(field)}`}
        options={options}
        value={chosen ?? ''}
        onValueChange={onPick}
      />
    </div>
  );
}

type CustomTimeRangeProps = {
  zone: 'local' | 'utc';
  span: TimePeriod | undefined;
  onSpan: (span: TimePeriod | undefined) => void;
};

function CustomTimeRange({ zone, span, onSpan }: CustomTimeRangeProps) {
  const { from, to } = span && !('last' in span) ? span : { from: undefined, to: undefined };
  const change = (end: RangeBounds) => {
    const next = { from, to, ...end };
    onSpan(next.from === undefined && next.to === undefined ? undefined : { zone, ...next });
  };
  return (
    <RangeEditor
      range={{ from, to }}
      labels={{ from: zone === 'utc' ? 'From, UTC' : 'From, local time', to: 'To (inclusive)' }}
      dates={{
        withTime: true,
        format: (time) => formatDateTimeInput(time, zone),
        parse: (date, end) => parseDateTimeInput(date, zone, end === 'to' ? 999 : 0),
      }}
      onChange={change}
      renderNote={(end) =>
        zone === 'local' && (
          <RepeatedTimeChoice
            label={end === 'from' ? 'From' : 'To'}
            time={end === 'from' ? from : to}
            onTime={(time) => change({ [end]: time })}
          />
        )
      }
    />
  );
}

type RepeatedTimeChoiceProps = { label: string; time: number | undefined; onTime: (time: number) => void };

/** Choice between the two occurrences of a local time that repeats when clocks are set back. */
function RepeatedTimeChoice({ label, time, onTime }: RepeatedTimeChoiceProps) {
  const times = time === undefined ? [] : findTimesWithSameLocalClock(time);
  const [first, second] = times;
  if (time === undefined || first === undefined || second === undefined) return null;
  const option = (at: number, name: string) => ({ value: String(at), label: `${name}, ${formatLocalZoneOffset(at)}` });
  return (
    <div className={classes['choice']}>
      <p>This time occurs twice because clocks go back.</p>
      <SegmentedControl
        label={`${label}: occurrence`}
        options={[option(first, 'first'), option(second, 'second')]}
        value={String(time)}
        onValueChange={(value) => onTime(Number(value))}
      />
    </div>
  );
}

function parseDateTimeInput(date: string, zone: TimePeriod['zone'], ms: number): number | undefined {
  const time = Date.parse(zone === 'utc' ? `${date}Z` : date) + ms;
  return Number.isFinite(time) ? time : undefined;
}
