import { expect, test } from 'vitest';
import { resolveChartOptions } from './chartOptions.ts';
import { createDocumentColumns } from './documentColumns.ts';

const NOW = Date.UTC(2026, 0);

test('the axis is the most complete time, numbers before texts, whatever the order of the fields', () => {
  const getAxis = (create: (index: number) => object) => {
    const documents = Array.from({ length: 10 }, (_, index) => ({ ...create(index) }));
    return resolveChartOptions(createDocumentColumns(documents, new Set()), documents, {}).axis?.key;
  };
  const text = new Date(NOW).toISOString();
  expect(getAxis((index) => ({ ...(index < 3 && { time: text }), stored: NOW }))).toBe('stored');
  expect(getAxis(() => ({ time: text, stored: NOW }))).toBe('stored');
  expect(getAxis(() => ({ stored: NOW, at: NOW }))).toBe('at');
});
