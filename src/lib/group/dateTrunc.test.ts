import { expect, test } from 'vitest';
import { getZonePeriods } from '#lib/time/zonePeriods.ts';
import { createTimeTruncater, createUnitStepper } from './dateTrunc.ts';

const ZONES = process.env['FLEETLENS_LONG']
  ? [...Intl.supportedValuesOf('timeZone'), 'EST5EDT', 'MST7MDT', 'GMT', 'CET', 'US/Pacific-New']
  : ['Europe/Zurich', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca', 'Pacific/Apia', 'EST5EDT'];

const SHOWN = { hour: 'yyyy-mm-dd hh'.length, day: 'yyyy-mm-dd'.length, month: 'yyyy-mm'.length };

test('units start where the clock of each zone first shows them', { timeout: 600_000 }, () => {
  const wrong: string[] = [];
  for (const zone of ZONES) {
    const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    const changes = getZonePeriods(zone).starts.slice(1);
    const near = [...changes.slice(0, 30), ...changes.slice(-30), Date.UTC(2026, 9, 1)];
    const times = near.flatMap((time) => [-3_600_000, -1, 0, 1_800_000, 9_000_000].map((later) => time + later));
    for (const unit of ['hour', 'day', 'month'] as const) {
      const show = (time: number) => clock.format(time).slice(0, SHOWN[unit]);
      const truncate = createTimeTruncater(unit, zone);
      for (const time of times) {
        const start = truncate(time);
        const isFirst = show(start - 1) !== show(start) || (unit === 'hour' && changes.includes(start));
        if (start > time || show(start) !== show(time) || !isFirst)
          wrong.push(`${unit} in ${zone} at ${time}: ${start}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('a zone that changes by half an hour has a half hour of its own', () => {
  const truncate = createTimeTruncater('hour', 'Australia/Lord_Howe');
  const times = ['14:10', '14:50', '15:10', '15:40'].map((time) => Date.parse(`2026-04-04T${time}Z`));
  const starts = times.map((time) => new Date(truncate(time)).toISOString().slice(11, 16));
  expect(starts).toEqual(['14:00', '14:00', '15:00', '15:30']);
});

test('the unit after a shortened hour is the one that follows it', () => {
  const getNext = createUnitStepper('hour', 'Australia/Lord_Howe');
  const starts = [Date.parse('2026-04-04T14:00Z')];
  for (let step = 0; step < 3; step++) starts.push(getNext(starts[step] ?? 0));
  expect(starts.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual([
    '14:00',
    '15:00',
    '15:30',
    '16:30',
  ]);
});
