import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type RefCallback, useCallback, useId, useRef, useState } from 'react';
import { announce } from '#lib/tasks/announce.ts';
import { getMondayBasedWeekday, shiftIsoDate } from '#lib/time/typedDate.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Calendar.module.css';

type Props = {
  value: string;
  today: string;
  onDaySelect: (day: string) => void;
  onClose: () => void;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function Calendar({ value, today, onDaySelect, onClose }: Props) {
  const [day, setDay] = useState(value || today);
  const title = useId();
  useCloseOnEscape(true, onClose);
  const byKey = useRef(true);
  // the month buttons keep the focus
  const focusIfByKey = useCallback((button: HTMLButtonElement | null) => {
    if (byKey.current) button?.focus();
  }, []);
  const go = (next: string, keyed: boolean) => {
    byKey.current = keyed;
    setDay(next);
    // a focused day is announced by the screen reader
    if (!keyed) announce(formatDay(next, { month: 'long', year: 'numeric' }), 'calendar');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const months = event.shiftKey ? 12 : 1;
    const steps: Record<string, Parameters<typeof shiftIsoDate>[1]> = {
      ArrowLeft: { days: -1 },
      ArrowRight: { days: 1 },
      ArrowUp: { days: -7 },
      ArrowDown: { days: 7 },
      Home: { days: -getMondayBasedWeekday(day) },
      End: { days: 6 - getMondayBasedWeekday(day) },
      PageUp: { months: -months },
      PageDown: { months },
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(shiftIsoDate(day, step), true);
  };
  return (
    <div className={classes['calendar']}>
      <div className={`${classes['title']} ${shared['row']}`}>
        <IconButton
          Icon={IconChevronLeft}
          label="Previous month"
          size="row"
          onClick={() => go(shiftIsoDate(day, { months: -1 }), false)}
        />
        <span id={title}>{formatDay(day, { month: 'long', year: 'numeric' })}</span>
        <IconButton
          Icon={IconChevronRight}
          label="Next month"
          size="row"
          onClick={() => go(shiftIsoDate(day, { months: 1 }), false)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the days of a date picker are a grid with arrow key navigation */}
      <table translate="no" role="grid" aria-labelledby={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <CalendarWeeks day={day} value={value} today={today} dayRef={focusIfByKey} onDaySelect={onDaySelect} />
      </table>
    </div>
  );
}

type CalendarWeeksProps = Omit<Props, 'onClose'> & {
  day: string;
  dayRef: RefCallback<HTMLButtonElement>;
};

function CalendarWeeks({ day, value, today, dayRef, onDaySelect }: CalendarWeeksProps) {
  const first = `${day.slice(0, 8)}01`;
  const begin = shiftIsoDate(first, { days: -getMondayBasedWeekday(first) });
  const weeks = Array.from({ length: 6 }, (_, week) =>
    WEEKDAYS.map((_name, weekday) => shiftIsoDate(begin, { days: 7 * week + weekday })),
  ).filter((days) => days.some((each) => each.slice(0, 7) === day.slice(0, 7)));
  return (
    <tbody>
      {weeks.map((days) => (
        <tr key={days[0]}>
          {days.map((each) => (
            <td key={each}>
              <button
                ref={each === day ? dayRef : undefined}
                type="button"
                data-day={each}
                data-outside={each.slice(0, 7) !== day.slice(0, 7) || undefined}
                tabIndex={each === day ? 0 : -1}
                aria-label={formatDay(each, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                aria-pressed={each === value}
                aria-current={each === today ? 'date' : undefined}
                onClick={() => onDaySelect(each)}
              >
                {Number(each.slice(8))}
              </button>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function formatDay(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
