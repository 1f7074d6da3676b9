import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packJson, unpackJson } from './packedJson.ts';

test('whatever is packed comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const packed = packJson(value);
      expect(packed).not.toMatch(/[\ud800-\udfff]/);
      expect(unpackJson(packed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('lone halves of characters come back', () => {
  expect(unpackJson(packJson('a\ud800b🙂\0'))).toBe('a\ud800b🙂\0');
});

test('ordinary text takes half as many units', () => {
  expect(packJson('x'.repeat(100_000)).length).toBe(50_001);
});

test('what is not packed is refused', () => {
  for (const text of ['', '{"a":1}', '\ud800']) expect(() => unpackJson(text)).toThrow(SyntaxError);
});
