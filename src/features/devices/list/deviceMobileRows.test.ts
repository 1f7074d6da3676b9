import { expect, test } from 'vitest';
import { formatCellText } from '#ui/grid/formatCellText.ts';
import { createDeviceMobileRowColumns } from './deviceMobileRows.tsx';

const DAY = 86_400_000;
const HEADS = [
  { name: 'battery', storage: 'number' },
  { name: 'firmware', storage: 'text' },
] as const;

const keys = (...sort: string[]) =>
  createDeviceMobileRowColumns(
    HEADS,
    sort.map((field) => ({ field })),
  ).map(({ key }) => key);

const last = (field: string, value: unknown) => {
  const [, , , column] = createDeviceMobileRowColumns(HEADS, [{ field }]);
  return formatCellText(value, column, 'utc', 100);
};

test('a row shows name, connectivity, ID and last pairing', () => {
  expect(keys()).toEqual(['name', 'connectivity', 'deviceID', 'lastPairedAt']);
  expect(keys('name', 'deviceID')).toEqual(['name', 'connectivity', 'deviceID', 'lastPairedAt']);
});

test('a row shows the sorted field', () => {
  expect(keys('admin')[3]).toBe('admin');
  expect(keys('connectivity', 'registeredAt', 'admin')[3]).toBe('registeredAt');
});

test('times are relative and labeled, in every time display', () => {
  expect(last('lastPairedAt', Date.now() - 3 * DAY)).toBe('paired 3 days ago');
  expect(last('registeredAt', Date.now() - 3 * DAY)).toBe('registered 3 days ago');
  expect(last('lastPairedAt', 0)).toBe('never paired');
  expect(last('lastPairedAt', undefined)).toBe('never paired');
  expect(last('lastPairedAt', 1_700_000_000)).toMatch(/^seconds\? \d+ years ago$/);
  expect(last('lastPairedAt', 'yesterday')).toBe('paired yesterday');
});

test('numbers and booleans are labeled, texts are not', () => {
  expect(last('battery', 83)).toBe('battery 83');
  expect(last('status', true)).toBe('status yes');
  expect(last('paired', false)).toBe('unpaired');
  expect(last('firmware', '1.2')).toBe('1.2');
});
