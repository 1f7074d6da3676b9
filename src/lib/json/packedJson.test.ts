import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packJson, unpackJson } from './packedJson.ts';

test('values survive a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const packed = packJson(value);
      expect(packed).not.toMatch(/[\ud800-\udfff]/);
      expect(unpackJson(packed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('lone surrogates survive a round trip', () => {
  expect(unpackJson(packJson('a\ud800b🙂\0'))).toBe('a\ud800b🙂\0');
});

test('plain text takes half as many code units', () => {
  expect(packJson('x'.repeat(100_000)).length).toBe(50_001);
});

test('rejects text that is not packed', () => {
  for (const text of ['', '{"a":1}', '\ud800']) expect(() => unpackJson(text)).toThrow(SyntaxError);
});
