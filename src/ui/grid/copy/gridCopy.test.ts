import { expect, test } from 'vitest';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { CopiedRows, copiedCell } from './gridCopy.ts';

const column = (key: string, type: GridColumn['type'] = 'text'): GridColumn => ({ key, label: key, type });

test('rows are copied with their headings, and what a spreadsheet would split or run stays one text', () => {
  const rows = new CopiedRows([column('id', 'id'), column('say "it"'), column('n', 'number')], 'utc');
  rows.add(({ key }) => ({ id: '00123', n: -40.5 })[key] ?? 'a\tb\n"c"');
  rows.add(({ key }) => ({ id: '=HYPERLINK("http://x")', n: 9 })[key] ?? '+49 30');
  const { text, html } = rows.all;
  expect(text).toBe(
    'id\t"say ""it"""\tn\r\n00123\t"a\tb\n""c"""\t-40.5\r\n"\'=HYPERLINK(""http://x"")"\t\'+49 30\t9\r\n',
  );
  expect(html).toContain(`<td style="mso-number-format:'\\@';white-space:pre">=HYPERLINK("http://x")</td>`);
  expect(html).toContain('<td>-40.5</td>');
  expect(html).not.toContain("'=");
});

test('a table holds no markup of a value', () => {
  const rows = new CopiedRows([column('a')], 'utc');
  rows.add(() => '<img src=x onerror=alert(1)>&amp;');
  expect(rows.all.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;amp;');
});

test('a cell is copied whole and as it is', () => {
  expect(copiedCell('=1+1', column('a'), 'utc')).toBe('=1+1');
  expect(copiedCell('x'.repeat(5000), column('a', 'id'), 'utc')).toHaveLength(5000);
  expect(copiedCell({ deep: [1] }, column('a', 'json'), 'utc')).toBe('{"deep":[1]}');
  expect(copiedCell(1_700_000_000_123, column('a', 'time'), 'relative')).toMatch(/^2023-11-1\d \d\d:\d\d:\d\d$/);
  expect(copiedCell(1_700_000_000_123, { ...column('a', 'time'), msOf: Number }, 'utc')).toBe('1700000000123');
  expect(copiedCell(0, column('a', 'time'), 'utc')).toBe('never');
});
