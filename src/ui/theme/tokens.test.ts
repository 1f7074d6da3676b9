import { describe, expect, test } from 'vitest';
import { CONNECTION_COLORS, type ConnectionColor } from '#lib/connectionColor.ts';
import { SERIES_COLORS_DARK, SERIES_COLORS_LIGHT, SERIES_HUES, UNSELECTED_SERIES_OPACITY } from './seriesColors.ts';
import { type ColorToken, DARK_TOKENS, LIGHT_TOKENS } from './tokens.ts';

const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'accent-soft'] as const satisfies readonly ColorToken[];
const MEANINGS = ['good', 'attention', 'failed', 'unknown'] as const satisfies readonly ColorToken[];
const NOTICES = ['attention-soft', 'failed-soft'] as const satisfies readonly ColorToken[];

type Pair = { foreground: ColorToken; background: ColorToken; least: number };

const pairs = (foregrounds: readonly ColorToken[], backgrounds: readonly ColorToken[], least: number): Pair[] =>
  backgrounds.flatMap((background) => foregrounds.map((foreground) => ({ foreground, background, least })));

const TEXT = 4.5;
const SHAPE = 3;

const CONTRAST_PAIRS: readonly Pair[] = [
  ...pairs(['text', 'muted', 'accent', ...MEANINGS], BACKGROUNDS, TEXT),
  ...pairs(['text', 'muted'], ['line'], TEXT),
  ...pairs(['muted', 'accent', 'good', 'failed'], NOTICES, TEXT),
  ...MEANINGS.flatMap((meaning) => pairs(['text', meaning], [`${meaning}-soft`], TEXT)),
  ...pairs(['on-accent'], ['accent-filled', 'accent-filled-hover', ...CONNECTION_COLORS.map(identityToken)], TEXT),
  ...pairs(['border', 'accent-filled'], [...BACKGROUNDS, ...NOTICES], SHAPE),
  ...pairs(CONNECTION_COLORS.map(identityToken), ['canvas'], SHAPE),
];

describe.each([
  ['light', LIGHT_TOKENS],
  ['dark', DARK_TOKENS],
] as const)('%s theme', (_name, tokens) => {
  test.each(CONTRAST_PAIRS)('$foreground on $background is at least $least', ({ foreground, background, least }) => {
    expect(contrast(tokens[foreground], tokens[background])).toBeGreaterThanOrEqual(least);
  });
});

type Matrix = readonly (readonly number[])[];

/** Minimum contrast of an unselected line. It may be low, because the marker in the legend has full contrast. */
const UNSELECTED = 1.7;
/** Minimum color distance in OKLab × 100. A distance of 2 is just noticeable side by side. */
const APART = 8;

/**
 * Matrices on linear RGB that simulate color vision deficiency, by Machado, Oliveira and Fernandes 2009, severity 1.
 */
const VISION: Readonly<Record<string, Matrix>> = {
  'full color vision': parseMatrix('1 0 0, 0 1 0, 0 0 1'),
  protanopia: parseMatrix('.152286 1.052583 -.204868, .114503 .786281 .099216, -.003882 -.048116 1.051998'),
  deuteranopia: parseMatrix('.367322 .860646 -.227968, .280085 .672501 .047413, -.01182 .04294 .968881'),
  tritanopia: parseMatrix('1.255528 -.076749 -.178779, -.078411 .930809 .147602, .004733 .691367 .3039'),
};

function parseMatrix(text: string): Matrix {
  return text.split(',').map((row) => row.trim().split(' ').map(Number));
}

describe.each([
  ['light', LIGHT_TOKENS, SERIES_COLORS_LIGHT],
  ['dark', DARK_TOKENS, SERIES_COLORS_DARK],
] as const)('series in the %s theme', (_name, tokens, hues) => {
  test.each(SERIES_HUES)('%s has enough contrast with the surface and a selected legend row', (hue) => {
    for (const background of ['surface', 'accent-soft'] as const) {
      expect(contrast(hues[hue], tokens[background]), background).toBeGreaterThanOrEqual(SHAPE);
    }
    expect(contrast(blend(hues[hue], tokens.surface), tokens.surface)).toBeGreaterThanOrEqual(UNSELECTED);
  });

  test.each(Object.keys(VISION))('no two hues look alike with %s', (vision) => {
    const near = SERIES_HUES.flatMap((one, at) =>
      SERIES_HUES.slice(at + 1).map((other) => ({ one, other, apart: distance(hues[one], hues[other], vision) })),
    );
    expect(near.filter(({ apart }) => apart < APART)).toEqual([]);
  });
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(color: string): number[] {
  return channels(color)
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function identityToken<Name extends ConnectionColor>(identity: Name): `id-${Name}` {
  return `id-${identity}`;
}

function blend(color: string, background: string): string {
  const [over, under] = [color, background].map(channels);
  const mix = (at: number) =>
    Math.round(UNSELECTED_SERIES_OPACITY * (over?.[at] ?? 0) + (1 - UNSELECTED_SERIES_OPACITY) * (under?.[at] ?? 0));
  return `#${[0, 1, 2].map((at) => mix(at).toString(16).padStart(2, '0')).join('')}`;
}

/** Computes the perceived distance of two colors, in OKLab × 100. */
function distance(one: string, other: string, vision: string): number {
  const [a, b] = [one, other].map((hex) => toOklab(multiply(VISION[vision] ?? [], linear(hex))));
  return 100 * Math.hypot(...[0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)));
}

/** Converts a color to OKLab, as described by Björn Ottosson: https://bottosson.github.io/posts/oklab. */
function toOklab(color: readonly number[]): readonly number[] {
  const toCones = parseMatrix(
    '.4122214708 .5363325363 .0514459929, .2119034982 .6806995451 .1073969566, .0883024619 .2817188376 .6299787005',
  );
  const toLab = parseMatrix(
    '.2104542553 .793617785 -.0040720468, 1.9779984951 -2.428592205 .4505937099, .0259040371 .7827717662 -.808675766',
  );
  return multiply(
    toLab,
    multiply(toCones, color).map((cone) => Math.cbrt(Math.max(0, cone))),
  );
}

function multiply(rows: Matrix, vector: readonly number[]): number[] {
  return rows.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));
}
