import { expect, test } from 'vitest';
import {
  compareDeviceFields,
  describeRegistrationAndPairing,
  formatDayOffsetFromFirstDevice,
} from './compareDeviceFields.ts';

const DAY = 86_400_000;
const device = (more: object) => ({ deviceID: 'x', name: 'x', productID: 'P', registeredAt: 1000 * DAY, ...more });

function comparedField(field: string, ...devices: (object | undefined)[]) {
  const fields = compareDeviceFields(devices.map((fields) => fields && device(fields)));
  const compared = fields.find((candidate) => candidate.field === field);
  if (!compared) throw new Error(`There is no ${field}.`);
  return compared;
}

test('compares with the most frequent value, if there is one', () => {
  const status = comparedField('status', { status: true }, { status: false }, { status: true });
  expect(status).toMatchObject({ differs: true, outliers: [false, true, false] });
  expect(comparedField('productID', {}, {}, {}).differs).toBe(false);
  expect(comparedField('status', { status: true }, { status: false }).outliers).toEqual([false, false]);
});

test('null, an empty text and a missing field differ, and a missing device does not count', () => {
  expect(comparedField('admin', { admin: '' }, { admin: null }).differs).toBe(true);
  expect(comparedField('admin', { admin: '' }, {}).differs).toBe(true);
  expect(comparedField('admin', { admin: '' }, undefined, { admin: '' })).toMatchObject({ differs: false });
});

test('describes times by their distance from the first', () => {
  const compared = comparedField('registeredAt', { registeredAt: 0 }, {}, { registeredAt: 1113 * DAY });
  expect([0, 1, 2].map((at) => formatDayOffsetFromFirstDevice(compared, at))).toEqual([undefined, undefined, '+113 d']);
});

test('members of objects are separate fields, regardless of key order', () => {
  const [one, other] = [{ at: { site: 'Oslo', room: { no: 1 } } }, { at: { room: { no: 2 }, site: 'Oslo' } }];
  expect(comparedField('at.site', one, other)).toMatchObject({ values: ['Oslo', 'Oslo'], differs: false });
  expect(comparedField('at.room.no', one, other)).toMatchObject({ values: [1, 2], differs: true });
  expect(comparedField('at', one, { at: null })).toMatchObject({ values: [undefined, null], differs: true });
});

test('a device paired at an implausible time does not count as never paired', () => {
  const words = (device: object) =>
    describeRegistrationAndPairing({ registeredAt: 1_700_000_000_000, ...device }, (ms) => `at ${ms}`);
  expect(words({ lastPairedAt: 1_710_000_000_000 })).toBe('registered at 1700000000000, last paired at 1710000000000');
  expect(words({ lastPairedAt: 1_710_000_000 })).toContain(', last paired at an implausible time');
  for (const never of [{ lastPairedAt: 0 }, {}]) expect(words(never)).toBe('registered at 1700000000000, never paired');
});
