import { expect, test } from 'vitest';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { ClipboardTableBuilder, formatCopiedCell } from './clipboardTableBuilder.ts';

const column = (key: string, type: GridColumn['type'] = 'text'): GridColumn => ({ key, label: key, type });

test('copies rows with headings, and quotes values that a spreadsheet would split or run', () => {
  const rows = new ClipboardTableBuilder([column('id', 'id'), column('say "it"'), column('n', 'number')], 'utc');
  rows.addRow(({ key }) => ({ id: '00123', n: -40.5 })[key] ?? 'a\tb\n"c"');
  rows.addRow(({ key }) => ({ id: '=HYPERLINK("http://x")', n: 9 })[key] ?? '+49 30');
  const { text, html } = rows.table;
  expect(text).toBe(
    'id\t"say ""it"""\tn\r\n00123\t"a\tb\n""c"""\t-40.5\r\n"\'=HYPERLINK(""http://x"")"\t\'+49 30\t9\r\n',
  );
  expect(html).toContain(`<td style="mso-number-format:'\\@';white-space:pre">=HYPERLINK("http://x")</td>`);
  expect(html).toContain('<td>-40.5</td>');
  expect(html).not.toContain("'=");
});

test('escapes markup in values', () => {
  const rows = new ClipboardTableBuilder([column('a')], 'utc');
  rows.addRow(() => '<img src=x onerror=alert(1)>&amp;');
  expect(rows.table.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;amp;');
});

test('copies a cell whole and unchanged', () => {
  expect(formatCopiedCell('=1+1', column('a'), 'utc')).toBe('=1+1');
  expect(formatCopiedCell('x'.repeat(5000), column('a', 'id'), 'utc')).toHaveLength(5000);
  expect(formatCopiedCell({ deep: [1] }, column('a', 'json'), 'utc')).toBe('{"deep":[1]}');
  expect(formatCopiedCell(1_700_000_000_123, column('a', 'time'), 'relative')).toMatch(/^2023-11-1\d \d\d:\d\d:\d\d$/);
  expect(formatCopiedCell(1_700_000_000_123, { ...column('a', 'time'), toMs: Number }, 'utc')).toBe('1700000000123');
  expect(formatCopiedCell(0, column('a', 'time'), 'utc')).toBe('never');
});
