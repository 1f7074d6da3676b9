import { IconChevronDown, IconClock, IconX } from '@tabler/icons-react';
import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatLocalZoneOffset, formatTime, type TimeMode } from '#lib/time/time.ts';
import { findTimesWithSameLocalClock } from '#lib/time/zones.ts';
import {
  describeTimePeriod,
  describeTimeZone,
  resolvePeriodBounds,
  type TimePeriod,
} from '#pipeline/draft/stages/range.ts';
import { findTimeRangeStage, setTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './TimeRangeControl.module.css';

const TimeRangePanel = lazyComponent(async () => (await import('./TimeRangePanel.tsx')).TimeRangePanel);

export function TimeRangeControl() {
  const { extensions } = useQueryService();
  const { draft, change } = useQueryEditorContext();
  const mode = useTimeMode();
  const draftRange = findTimeRangeStage(draft);
  const range = draftRange?.enabled ? draftRange : undefined;
  // a service without operators supports only equality
  if (!extensions.includes('operators')) return null;
  return (
    <fieldset className={`${classes['range']} ${shared['wrap']}`} aria-label="Time range">
      <Popover
        label="Time range"
        placement={{ width: 320 }}
        renderTrigger={(control) => (
          <Button {...control} className={classes['trigger']} variant="plain" Icon={IconClock}>
            {range ? describeTimePeriod(range.span) : 'all time'}
            <IconChevronDown size={14} stroke={1.5} aria-hidden />
          </Button>
        )}
      >
        {(close) => <TimeRangePanel onDone={close} />}
      </Popover>
      {range && (
        <>
          <span className={`${classes['bounds']} ${shared['summary']}`}>
            of <b>{range.field}</b>
            {range.zoneless && `, ${describeTimeZone(range.zoneless.zone)}`}
            {describeBounds(range.span, mode)}
          </span>
          <IconButton
            Icon={IconX}
            size="row"
            label="Show all time"
            onClick={() => change(setTimeRangeStage(draft, undefined))}
          />
        </>
      )}
    </fieldset>
  );
}

function describeBounds(span: TimePeriod, mode: TimeMode): string {
  const { from, to } = resolvePeriodBounds(span, getServiceTime());
  const start = from === undefined ? '' : `, from ${formatShortTime(from, mode)}`;
  return to === undefined ? start : `${start} to ${formatShortTime(to, mode)}`;
}

function formatShortTime(time: number, mode: TimeMode): string {
  const words = (formatTime(time, mode === 'utc' ? 'utc' : 'local', 0) ?? '').replace(/:\d\d(Z?)$/, '$1');
  const isRepeated = mode !== 'utc' && findTimesWithSameLocalClock(time).length > 1;
  return isRepeated ? `${words} (${formatLocalZoneOffset(time)})` : words;
}
