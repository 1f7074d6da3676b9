import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartSvg } from './ChartSvg.tsx';
import { type ChartLine, createChartLayout } from './chartLayout.ts';

const NAME = 'temperature of the second compressor';

function drawn(width: number, ys: readonly number[][]) {
  const lines = ys.map((values, index) => ({
    ...{ label: index === 0 ? NAME : 't', ys: Float64Array.from(values), mean: 1234.5, median: 1234.5 },
    ...{ min: Math.min(...values), max: Math.max(...values), values: values.length, missing: 0 },
  }));
  const xs = Float64Array.from(ys[0] ?? [], (_, at) => at);
  const layout = createChartLayout({ xs, lines, ticks: [], width, panelHeight: 130 });
  return { layout, svg: renderToStaticMarkup(createElement(ChartSvg, { layout })) };
}

function words(svg: string) {
  return [...svg.matchAll(/<text ([^>]*)>(?:<title>([^<]*)<\/title>)?([^<]*)<\/text>/g)].map(
    ([, attributes = '', whole, text = '']) => {
      const of = (name: string) => attributes.match(`${name}="([^"]*)"`)?.[1];
      return { x: Number(of('x')), y: Number(of('y')), anchor: of('text-anchor') ?? 'start', text, whole };
    },
  );
}

test.each([1200, 390, 320])(
  'names and values fit in a chart %d px wide, with the full text of truncated ones in a title',
  (width) => {
    const { layout, svg } = drawn(width, [
      [1234.5, 7654.3],
      [20.125, 31.4],
    ]);
    const texts = words(svg);
    expect(texts.length).toBeGreaterThan(8);
    for (const { x, y, anchor, text } of texts) {
      const px = text.length * 7;
      expect(anchor === 'end' ? x - px : x, text).toBeGreaterThanOrEqual(0);
      expect(anchor === 'end' ? x : x + px, text).toBeLessThanOrEqual(width);
      // above or beside the plot
      if (width < 560 && x === 16) expect(y, text).toBeLessThan(layout.panels[Math.floor(y / 130)]?.y.range()[1] ?? 0);
      if (width > 560 && anchor === 'start') expect(x + px, text).toBeLessThan(layout.x.range()[0] ?? 0);
    }
    const cut = texts.filter(({ whole }) => whole === NAME).map(({ text }) => text);
    expect(cut).toHaveLength(width > 560 ? 1 : 0);
    for (const text of cut) expect(text).toMatch(/^temper.*….*ressor$/);
  },
);

function pictured(line: Partial<ChartLine>, xs: readonly number[]) {
  const ys = Float64Array.from(line.ys ?? []);
  const whole = { label: 'n', min: 0, mean: 5, max: 10, values: ys.length, missing: 0, ...line, ys };
  const size = { ticks: [], width: 800, panelHeight: 300 };
  const layout = createChartLayout({ xs: Float64Array.from(xs), lines: [whole], ...size });
  const svg = renderToStaticMarkup(createElement(ChartSvg, { layout }));
  const paths = (with_: RegExp) => [...svg.matchAll(/<path ([^>]*)>/g)].filter(([, all = '']) => with_.test(all));
  return { layout, svg, paths };
}

/** Counts dots, which are lines without length that are visible only through their wide, round ends. */
function countDots(svg: string): number {
  const paths = [...svg.matchAll(/<path ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const wide = paths.filter(
    (path) => /stroke-linecap="round"/.test(path) && Number(/stroke-width="(\d+)"/.exec(path)?.[1]) >= 4,
  );
  return wide.flatMap((path) => [...path.matchAll(/M[\d.]+[, ][\d.]+h0/g)]).length;
}

test('draws a dot for each of few values, and none for many', () => {
  const count = (values: number) => {
    const xs = Array.from({ length: values }, (_, index) => index);
    return countDots(pictured({ ys: xs.map((x) => x % 10) }, xs).svg);
  };
  expect([1, 20, 500].map(count)).toEqual([1, 20, 0]);
});

test('more values than pixels are drawn as the mean within a band', () => {
  const places = Array.from({ length: 20_000 }, (_, at) => at);
  const { layout, paths } = pictured({ ys: places.map((at) => at % 10) }, places);
  const [, band = ''] = paths(/fill-opacity="0.18"/)[0] ?? [];
  const { y } = layout.panels[0] ?? {};
  expect(new Set([...band.matchAll(/,([\d.]+)/g)].map(([, at]) => Number(at)))).toEqual(
    new Set([0, 9].map((n) => Math.round((y?.(n) ?? 0) * 10) / 10)),
  );
  const [, mean = ''] = paths(/stroke-width="1.5"/)[0] ?? [];
  for (const [, at] of mean.matchAll(/,([\d.]+)/g)) {
    expect(Number(at)).toBeLessThan(y?.(4) ?? 0);
    expect(Number(at)).toBeGreaterThan(y?.(5) ?? 0);
  }
});
