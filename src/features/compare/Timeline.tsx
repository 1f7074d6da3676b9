import { Link } from 'react-router-dom';
import { formatTime, LAST_DATE_MS, looksLikeSeconds } from '#lib/time/time.ts';
import { devicePath } from '#paths/device.ts';
import { timeTicks, zoneOf } from '#ui/charts/timeScale.ts';
import { Pane } from '#ui/page/Pane.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './ComparePage.module.css';
import { useComparison } from './ComparePlace.tsx';

/** Registration and last pairing of all devices over one axis, dotted until now. */
export function Timeline() {
  const { columns } = useComparison();
  const mode = useTimeMode();
  const now = Date.now();
  const spans = columns.flatMap(({ deviceID, device }) => {
    const [registered, paired] = [timeIn(device?.['registeredAt']), timeIn(device?.['lastPairedAt'])];
    return registered === undefined ? [] : [{ deviceID, registered, paired }];
  });
  if (spans.length === 0) return null;
  const times = spans.flatMap(({ registered, paired }) => [registered, paired ?? registered]);
  const [from, to] = [Math.min(...times), Math.max(now, ...times)];
  const share = (time: number) => (time - from) / Math.max(1, to - from);
  const percent = (time: number) => `${100 * share(time)}%`;
  const round = timeTicks(from, to, 5, zoneOf(mode));
  const apart = round.filter(({ at }) => at < from + 0.85 * (to - from));
  const ticks = to === now ? [...apart, { at: now, label: 'now' }] : round;
  const wide = (one: number, other: number) => `${(100 * Math.abs(other - one)) / Math.max(1, to - from)}%`;
  const words = (time: number) => formatTime(time, mode === 'relative' ? 'local' : mode, now) ?? '';
  return (
    <Pane title="Timeline" count="from registered to last paired, dotted until now">
      <ul className={classes['timeline']}>
        {spans.map(({ deviceID, registered, paired }) => (
          <li key={deviceID}>
            <Link to={devicePath(deviceID)}>
              <PlainText text={deviceID.slice(0, 60)} />
            </Link>
            <span className={classes['track']}>
              <span className={classes['dotted']} style={{ left: percent(registered), width: wide(registered, to) }} />
              {paired !== undefined && (
                <span
                  className={classes['span']}
                  style={{ left: percent(Math.min(registered, paired)), width: wide(registered, paired) }}
                />
              )}
              <span data-spoken>
                {`registered ${words(registered)}, ${paired === undefined ? 'never paired' : `last paired ${words(paired)}`}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['axis']} aria-hidden>
        {ticks.map(({ at, label }) => (
          <span
            key={at}
            style={{ left: percent(at) }}
            data-edge={share(at) < 0.1 ? 'start' : at === to ? 'end' : undefined}
          >
            {label}
          </span>
        ))}
      </div>
    </Pane>
  );
}

/** What can be a time; a value that is probably in seconds would make all others one point. */
function timeIn(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= LAST_DATE_MS && !looksLikeSeconds(value)
    ? value
    : undefined;
}
