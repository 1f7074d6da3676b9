import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packJsonIntoUtf16, unpackJsonFromUtf16 } from './packedJson.ts';

test('values survive a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const packed = packJsonIntoUtf16(value);
      expect(packed).not.toMatch(/[\ud800-\udfff]/);
      expect(unpackJsonFromUtf16(packed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('lone surrogates survive a round trip, and plain text takes half as many code units', () => {
  expect(unpackJsonFromUtf16(packJsonIntoUtf16('a\ud800b🙂\0'))).toBe('a\ud800b🙂\0');
  expect(packJsonIntoUtf16('x'.repeat(100_000)).length).toBe(50_001);
});

test('rejects text that is not packed', () => {
  for (const text of ['', '{"a":1}', '\ud800']) expect(() => unpackJsonFromUtf16(text)).toThrow(SyntaxError);
});
