import { IconChevronDown, IconClock, IconX } from '@tabler/icons-react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, formatZoneOffset, type TimeMode } from '#lib/time/time.ts';
import { findSameWallTimes } from '#lib/time/zones.ts';
import { boundsOf, describeZone, type Span, spanWords } from '#pipeline/draft/stages/range.ts';
import { timeRangeIn, withTimeRange } from '#pipeline/draft/timeRange.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './TimeRange.module.css';

const TimeRangePanel = loaded(async () => (await import('./TimeRangePanel.tsx')).TimeRangePanel);

export function TimeRange() {
  const { extensions } = useDatastore();
  const { draft, change } = useEditing();
  const mode = useTimeMode();
  const held = timeRangeIn(draft);
  const range = held?.enabled ? held : undefined;
  // a service without operators supports only equality
  if (!extensions.includes('operators')) return null;
  return (
    <fieldset className={`${classes['range']} ${shared['wrap']}`} aria-label="Time range">
      <Popover
        label="Time range"
        place={{ width: 320 }}
        opener={(control) => (
          <Button {...control} className={classes['opener']} look="plain" Icon={IconClock}>
            {range ? spanWords(range.span) : 'whole time'}
            <IconChevronDown size={14} stroke={1.5} aria-hidden />
          </Button>
        )}
      >
        {(close) => <TimeRangePanel onDone={close} />}
      </Popover>
      {range && (
        <>
          <span className={`${classes['words']} ${shared['told']}`}>
            of <b>{range.field}</b>
            {range.zoneless && `, read as ${describeZone(range.zoneless.zone)}`}
            {boundsWords(range.span, mode)}
          </span>
          <IconButton
            Icon={IconX}
            size="row"
            label="Ask for the whole time"
            onClick={() => change(withTimeRange(draft, undefined))}
          />
        </>
      )}
    </fieldset>
  );
}

function boundsWords(span: Span, mode: TimeMode): string {
  const { from, to } = boundsOf(span, getServiceTime());
  const words = { from, to };
  return (['from', 'to'] as const)
    .map((end) => {
      const time = words[end];
      return time === undefined ? '' : `${end === 'from' ? ',' : ''} ${end} ${shortTime(time, mode)}`;
    })
    .join('');
}

function shortTime(time: number, mode: TimeMode): string {
  const words = (formatTime(time, mode === 'utc' ? 'utc' : 'local', 0) ?? '').replace(/:\d\d(Z?)$/, '$1');
  const isRepeated = mode !== 'utc' && findSameWallTimes(time).length > 1;
  return isRepeated ? `${words} (${formatZoneOffset(time)})` : words;
}
