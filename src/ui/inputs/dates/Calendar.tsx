import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { announce } from '#lib/tasks/announce.ts';
import { getWeekday, moveDay } from '#lib/time/typedDate.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Calendar.module.css';

type Props = {
  /** `2026-01-31`; '' if empty. */
  value: string;
  today: string;
  onDay: (day: string) => void;
  onClose: () => void;
};

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Month calendar; arrow keys, Home, End, Page Up and Page Down move the focus. */
export function Calendar({ value, today, onDay, onClose }: Props) {
  const [day, setDay] = useState(value || today);
  const title = useId();
  const focused = useRef<HTMLButtonElement>(null);
  useEscape(true, onClose);
  const byKey = useRef(true);
  // focus is DOM state; the month buttons keep it
  useEffect(() => {
    if (byKey.current && focused.current?.dataset['day'] === day) focused.current.focus();
  }, [day]);
  const go = (next: string, keyed: boolean) => {
    byKey.current = keyed;
    setDay(next);
    // a focused day is announced by the screen reader
    if (!keyed) announce(formatDay(next, { month: 'long', year: 'numeric' }), 'calendar');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const months = event.shiftKey ? 12 : 1;
    const steps: Record<string, Parameters<typeof moveDay>[1]> = {
      ArrowLeft: { days: -1 },
      ArrowRight: { days: 1 },
      ArrowUp: { days: -7 },
      ArrowDown: { days: 7 },
      Home: { days: -getWeekday(day) },
      End: { days: 6 - getWeekday(day) },
      PageUp: { months: -months },
      PageDown: { months },
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(moveDay(day, step), true);
  };
  return (
    <div className={classes['calendar']}>
      <div className={`${classes['title']} ${shared['row']}`}>
        <IconButton
          Icon={IconChevronLeft}
          label="Previous month"
          size="row"
          onClick={() => go(moveDay(day, { months: -1 }), false)}
        />
        <span id={title}>{formatDay(day, { month: 'long', year: 'numeric' })}</span>
        <IconButton
          Icon={IconChevronRight}
          label="Next month"
          size="row"
          onClick={() => go(moveDay(day, { months: 1 }), false)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the days of a date picker are a grid, with its arrow keys */}
      <table role="grid" aria-labelledby={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEK.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <Weeks day={day} value={value} today={today} focused={focused} onDay={onDay} />
      </table>
    </div>
  );
}

type WeeksProps = Omit<Props, 'onClose'> & {
  /** The focused day, or the next one to be focused. */
  day: string;
  focused: RefObject<HTMLButtonElement | null>;
};

function Weeks({ day, value, today, focused, onDay }: WeeksProps) {
  const first = `${day.slice(0, 8)}01`;
  const begin = moveDay(first, { days: -getWeekday(first) });
  const weeks = Array.from({ length: 6 }, (_, week) =>
    WEEK.map((_name, weekday) => moveDay(begin, { days: 7 * week + weekday })),
  ).filter((days) => days.some((each) => each.slice(0, 7) === day.slice(0, 7)));
  return (
    <tbody>
      {weeks.map((days) => (
        <tr key={days[0]}>
          {days.map((each) => (
            <td key={each}>
              <button
                ref={each === day ? focused : undefined}
                type="button"
                data-day={each}
                data-outside={each.slice(0, 7) !== day.slice(0, 7) || undefined}
                tabIndex={each === day ? 0 : -1}
                aria-label={formatDay(each, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                aria-pressed={each === value}
                aria-current={each === today ? 'date' : undefined}
                onClick={() => onDay(each)}
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
