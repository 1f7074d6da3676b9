import { bothEndsOf } from '#lib/beginning.ts';
import { linePath, type Scale, scaled, valueText, valueTicks } from './chartScale.ts';
import { type ChartPoints, type ChartSeries, gapsOf } from './chartSeries.ts';

/** A colour of the theme, by the name of its token. */
export type Ink = 'accent' | 'accent-soft' | 'line' | 'muted' | 'surface' | 'text';

/** What a picture of a chart is made of, whatever draws it; px. */
type Shape =
  | { kind: 'path'; d: string; ink: Ink; px: number }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; ink: Ink }
  | {
      kind: 'text';
      x: number;
      y: number;
      text: string;
      ink: Ink;
      anchor: 'start' | 'middle' | 'end';
      strong?: boolean;
      /** What `text` was cut from. */
      whole?: string;
    };

type ChartPanel = { series: ChartSeries; y: Scale };

export type ChartPicture = {
  width: number;
  height: number;
  /** The axis that all panels share. */
  x: Scale;
  panels: readonly ChartPanel[];
  shapes: readonly Shape[];
};

type Wanted = {
  points: ChartPoints;
  series: readonly ChartSeries[];
  width: number;
  /** Of each panel. */
  panelHeight: number;
  ticks: readonly { at: number; label: string }[];
};

const PADDING = 16;
/** Beside the plots: names and figures, then the labels of the value axis. */
const FIGURES_PX = 150;
const LABELS_PX = 56;
const AXIS_PX = 28;
const LINE_PX = 18;
/** Narrower than this, names and figures stand above their plot. */
const NARROW_PX = 560;
/** No character of a text is wider on average; nothing here can measure one. */
const CHARACTER_PX = 7;

/** Small multiples over one axis: a panel a field, each with its own values and the figures beside it. */
export function chartPicture({ points: { xs }, series, width, panelHeight, ticks }: Wanted): ChartPicture {
  const narrow = width < NARROW_PX;
  const room = width - 2 * PADDING;
  const lines = !narrow ? 0 : series.every((one) => captionPx(one) <= room) ? 1 : 2;
  const left = PADDING + LABELS_PX + (narrow ? 0 : FIGURES_PX);
  const x: Scale = {
    from: xs[0] ?? 0,
    to: xs[xs.length - 1] ?? 0,
    start: left,
    end: Math.max(left + 1, width - PADDING),
  };
  const height = series.length * panelHeight + AXIS_PX;
  const shapes: Shape[] = [{ kind: 'rect', x: 0, y: 0, width, height, ink: 'surface' }];
  const panels = series.map((one, index) => {
    const top = index * panelHeight;
    const values = valueTicks(one.min, one.max);
    const [from = 0, to = 1] = [values[0], values[2]];
    const y = { from, to, start: top + panelHeight - 14, end: top + 14 + lines * LINE_PX };
    if (index > 0) shapes.push({ kind: 'path', d: `M${PADDING} ${top}.5H${width - PADDING}`, ink: 'line', px: 1 });
    shapes.push(...(narrow ? caption(one, top, room, lines) : figures(one, top)));
    for (const gap of gapsOf(xs, one.ys)) {
      const start = scaled(x, gap.from);
      shapes.push({
        kind: 'rect',
        x: start,
        y: y.end,
        width: scaled(x, gap.to) - start,
        height: y.start - y.end,
        ink: 'accent-soft',
      });
    }
    for (const tick of values) {
      const at = Math.round(scaled(y, tick)) + 0.5;
      shapes.push({ kind: 'path', d: `M${x.start} ${at}H${x.end}`, ink: 'line', px: 1 });
      shapes.push({ kind: 'text', x: left - 8, y: at + 4, text: valueText(tick), ink: 'muted', anchor: 'end' });
    }
    shapes.push({ kind: 'path', d: linePath(xs, one.ys, x, y), ink: 'accent', px: 1.5 });
    return { series: one, y };
  });
  for (const { at, label } of ticks) {
    const px = scaled(x, at);
    const anchor = px < left + 30 ? 'start' : px > x.end - 30 ? 'end' : 'middle';
    shapes.push({ kind: 'text', x: px, y: height - 10, text: label, ink: 'muted', anchor });
  }
  return { width, height, x, panels, shapes };
}

/** The name of a field and what its values are, beside the plot. */
function figures(series: ChartSeries, top: number): Shape[] {
  const { max, median, min, values, missing } = series;
  const lines: [string, number][] = [
    ['max', max],
    ['median', median],
    ['min', min],
    ['values', values],
    ...(missing > 0 ? [['missing', missing] satisfies [string, number]] : []),
  ];
  return [
    nameShape(series, top, FIGURES_PX - 16),
    ...lines.flatMap(([word, value], index): Shape[] => {
      const y = top + 20 + (index + 1) * LINE_PX;
      return [
        { kind: 'text', x: PADDING, y, text: word, ink: 'muted', anchor: 'start' },
        { kind: 'text', x: PADDING + FIGURES_PX - 24, y, text: valueText(value), ink: 'text', anchor: 'end' },
      ];
    }),
  ];
}

/** The same above the plot, in one line or two. */
function caption(series: ChartSeries, top: number, room: number, lines: number): Shape[] {
  const said = captionWords(series);
  const place =
    lines === 1 ? ({ x: PADDING + room, anchor: 'end' } as const) : ({ x: PADDING, anchor: 'start' } as const);
  const name = nameShape(series, top, lines === 1 ? room - said.length * CHARACTER_PX : room);
  const y = top + 20 + (lines - 1) * LINE_PX;
  return [name, { kind: 'text', ...place, y, ...cut(said, room), ink: 'muted' }];
}

function captionPx(series: ChartSeries): number {
  return (series.column.label.length + 2 + captionWords(series).length) * CHARACTER_PX;
}

function captionWords({ max, median, min }: ChartSeries): string {
  return `max ${valueText(max)} · median ${valueText(median)} · min ${valueText(min)}`;
}

function nameShape({ column }: ChartSeries, top: number, room: number): Shape {
  return {
    kind: 'text',
    x: PADDING,
    y: top + 20,
    ...cut(column.label, room),
    ink: 'text',
    anchor: 'start',
    strong: true,
  };
}

function cut(text: string, room: number): { text: string; whole?: string } {
  const most = Math.floor(room / CHARACTER_PX);
  if (text.length <= most) return { text };
  return { text: bothEndsOf(text, most), whole: text };
}

const FONT = '12px system-ui, sans-serif';

/** The picture as a file of its own, in colours that need no style sheet. */
export function svgText({ width, height, shapes }: ChartPicture, colours: Readonly<Record<Ink, string>>): string {
  const drawn = shapes.map((shape) => {
    const colour = escaped(colours[shape.ink]);
    if (shape.kind === 'path') {
      return `<path d="${shape.d}" fill="none" stroke="${colour}" stroke-width="${shape.px}" stroke-linecap="round"/>`;
    }
    if (shape.kind === 'rect') {
      const { x, y, width: across, height: down } = shape;
      return `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="${colour}"/>`;
    }
    const { x, y, anchor, strong, text, whole } = shape;
    const weight = strong ? ' font-weight="600"' : '';
    const title = whole === undefined ? '' : `<title>${escaped(whole)}</title>`;
    return `<text x="${x}" y="${y}" fill="${colour}" text-anchor="${anchor}"${weight}>${title}${escaped(text)}</text>`;
  });
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} style="font: ${FONT}">\n${drawn.join('\n')}\n</svg>\n`;
}

/** The picture on a canvas' pixels. */
export function paint(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { shapes }: ChartPicture,
  colours: Readonly<Record<Ink, string>>,
): void {
  context.lineCap = 'round';
  for (const shape of shapes) {
    const colour = colours[shape.ink];
    if (shape.kind === 'path') {
      context.strokeStyle = colour;
      context.lineWidth = shape.px;
      context.stroke(new Path2D(shape.d));
    } else if (shape.kind === 'rect') {
      context.fillStyle = colour;
      context.fillRect(shape.x, shape.y, shape.width, shape.height);
    } else {
      context.fillStyle = colour;
      context.font = shape.strong ? `600 ${FONT}` : FONT;
      context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
      context.fillText(shape.text, shape.x, shape.y);
    }
  }
}

/** Fit for XML, which has no place for most controls. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
