import { expect, test } from 'vitest';
import { ExactNumber } from '#lib/json/json.ts';
import {
  findTypeMismatch,
  formatValueLabel,
  getFieldKind,
  isDeepEqual,
  listFieldsApiFirst,
  listRecordFields,
} from './deviceField.ts';

test('API fields come first, and others keep their order', () => {
  expect(listFieldsApiFirst(['zone', 'admin', 'area']).slice(-3)).toEqual(['lastPairedAt', 'zone', 'area']);
  expect(listRecordFields({ zone: 1, admin: null })).toContain('lastPairedAt');
  expect(listRecordFields({ zone: 1, admin: null }).at(-1)).toBe('zone');
});

test.each([
  ['deviceID', undefined, 'id'],
  ['status', 'text', 'yesNo'],
  ['seenAt', 'number', 'time'],
  ['battery', 'number', 'number'],
  ['charging', 'flag', 'yesNo'],
  ['constructor', 'text', 'text'],
  ['tags', 'json', 'json'],
] as const)('%s stored as %s is of kind %s', (field, storage, kind) => {
  expect(getFieldKind(field, storage)).toBe(kind);
});

test('formats filter values like cell values', () => {
  const labels = ['true', 'false', '', 'perhaps'].map((text) => formatValueLabel('pairing', text));
  expect(labels).toEqual(['paired', 'unpaired', 'none', 'perhaps']);
  expect(formatValueLabel('yesNo', 'constructor')).toBe('constructor');
  expect(formatValueLabel('connectivity', '')).toBe('unknown');
});

test('describes a value of the wrong type by the expected type', () => {
  expect(findTypeMismatch('status', 'on')).toBe('boolean');
  expect(findTypeMismatch('name', 7)).toBe('text');
  expect(findTypeMismatch('lastPairedAt', null)).toBeUndefined();
  expect(findTypeMismatch('further', {})).toBeUndefined();
});

test('values are equal if their content is equal, and only then', () => {
  expect(isDeepEqual({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true);
  expect(isDeepEqual(new ExactNumber('12345678901234567890'), new ExactNumber('12345678901234567890'))).toBe(true);
  const different = [undefined, null, '', 0, false, [], {}, '0', [null], { a: undefined }, { b: undefined }];
  for (const [at, one] of different.entries()) {
    for (const [position, other] of different.entries()) expect(isDeepEqual(one, other)).toBe(at === position);
  }
});
