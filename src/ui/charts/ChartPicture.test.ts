import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartPicture } from './ChartPicture.tsx';
import { chartLayout } from './chartLayout.ts';

const NAME = 'temperature of the second compressor';

function drawn(width: number, ys: readonly number[][]) {
  const lines = ys.map((values, index) => ({
    label: index === 0 ? NAME : 't',
    ys: Float64Array.from(values),
    ...{ min: Math.min(...values), median: 1234.5, max: Math.max(...values), values: values.length, missing: 0 },
  }));
  const xs = Float64Array.from(ys[0] ?? [], (_, at) => at);
  const layout = chartLayout({ xs, lines, ticks: [], width, panelHeight: 130 });
  return { layout, svg: renderToStaticMarkup(createElement(ChartPicture, { layout })) };
}

/** The words of a picture, and where they stand. */
function words(svg: string) {
  return [...svg.matchAll(/<text ([^>]*)>(?:<title>([^<]*)<\/title>)?([^<]*)<\/text>/g)].map(
    ([, attributes = '', whole, text = '']) => {
      const of = (name: string) => attributes.match(`${name}="([^"]*)"`)?.[1];
      return { x: Number(of('x')), y: Number(of('y')), anchor: of('text-anchor') ?? 'start', text, whole };
    },
  );
}

test.each([1200, 390, 320])(
  'names and figures are within a picture of %d px, the whole of a cut one beside it',
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
      // above what is drawn, or beside it
      if (width < 560 && x === 16) expect(y, text).toBeLessThan(layout.panels[Math.floor(y / 130)]?.y.range()[1] ?? 0);
      if (width > 560 && anchor === 'start') expect(x + px, text).toBeLessThan(layout.x.range()[0] ?? 0);
    }
    const cut = texts.filter(({ whole }) => whole === NAME).map(({ text }) => text);
    expect(cut).toHaveLength(width > 560 ? 1 : 0);
    for (const text of cut) expect(text).toMatch(/^temper.*….*ressor$/);
  },
);

test('where values are missing between others, that is shown', () => {
  const { layout, svg } = drawn(1200, [[1, Number.NaN, 3, Number.NaN]]);
  const [from, to] = [layout.x(0), layout.x(2)];
  const gaps = svg.match(/<rect [^>]*accent-soft[^>]*>/g);
  expect(gaps).toHaveLength(1);
  expect(gaps?.[0]).toContain(`x="${from}" y="14" width="${to - from}"`);
});
