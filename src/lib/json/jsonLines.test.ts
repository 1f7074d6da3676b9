import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from './json.ts';
import { JsonLines } from './jsonLines.ts';
import { parse } from './jsonText.ts';

test('all lines are the text, wherever it is taken apart', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), fc.nat(), (values, one, other) => {
      const lines = new JsonLines(values);
      const text = stringify(values, 2).split('\n');
      expect(lines.count).toBe(text.length);
      const [first, end] = [Math.min(one, other) % (text.length + 1), (Math.max(one, other) % (text.length + 1)) + 1];
      expect(lines.slice(first, end)).toEqual(text.slice(first, end));
      expect([...lines.pieces()].join('')).toBe(text.join('\n'));
    }),
  );
});

test('numbers stay as they were written, and long lines are cut for drawing alone', () => {
  const values = parse(`[{"n":90071992547409930001,"long":"${'x'.repeat(5000)}"},{}]`) as unknown[];
  const lines = new JsonLines(values);
  expect(lines.slice(2, 3)).toEqual(['    "n": 90071992547409930001,']);
  expect(lines.slice(3, 4)[0]?.length).toBeLessThan(2100);
  expect([...lines.pieces()].join('')).toContain('x'.repeat(5000));
});
