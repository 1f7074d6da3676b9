import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndentedJsonLines } from './indentedJsonLines.ts';
import { stringifyJson } from './json.ts';
import { parseJson } from './parseJson.ts';

test('all slices together give the full text', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), fc.nat(), (values, one, other) => {
      const lines = new IndentedJsonLines(values);
      const text = stringifyJson(values, 2).split('\n');
      expect(lines.lineCount).toBe(text.length);
      const [first, end] = [Math.min(one, other) % (text.length + 1), (Math.max(one, other) % (text.length + 1)) + 1];
      expect(lines.slice(first, end)).toEqual(text.slice(first, end));
      expect([...lines.iterateChunks()].join('')).toBe(text.join('\n'));
    }),
  );
});

test('keeps numbers as written, and truncates long lines only for display', () => {
  const values = parseJson(`[{"n":90071992547409930001,"long":"${'x'.repeat(5000)}"},{}]`) as unknown[];
  const lines = new IndentedJsonLines(values);
  expect(lines.slice(2, 3)).toEqual(['    "n": 90071992547409930001,']);
  expect(lines.slice(3, 4)[0]?.length).toBeLessThan(2100);
  expect([...lines.iterateChunks()].join('')).toContain('x'.repeat(5000));
});
