import { describe, expect, test } from 'vitest';
import { IDENTITIES, type Identity } from '#lib/identity.ts';
import { DARK, LIGHT, type Token } from './tokens.ts';

const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'accent-soft'] as const satisfies readonly Token[];
const MEANINGS = ['good', 'attention', 'failed', 'unknown'] as const satisfies readonly Token[];
const NOTICES = ['attention-soft', 'failed-soft'] as const satisfies readonly Token[];

type Pair = { foreground: Token; background: Token; least: number };

const pairs = (foregrounds: readonly Token[], backgrounds: readonly Token[], least: number): Pair[] =>
  backgrounds.flatMap((background) => foregrounds.map((foreground) => ({ foreground, background, least })));

const TEXT = 4.5;
/** Borders of controls, filled controls, and whatever else is no text. */
const SHAPE = 3;

/** Every foreground with a background it may stand on, and the least contrast that pair must have. */
const CONTRAST_PAIRS: readonly Pair[] = [
  ...pairs(['text', 'muted', 'accent', ...MEANINGS], BACKGROUNDS, TEXT),
  ...pairs(['text', 'muted'], ['line'], TEXT),
  ...pairs(['muted', 'accent', 'good', 'failed'], NOTICES, TEXT),
  ...MEANINGS.flatMap((meaning) => pairs(['text', meaning], [`${meaning}-soft`], TEXT)),
  ...pairs(['on-accent'], ['accent-filled', 'accent-filled-hover', ...IDENTITIES.map(identityToken)], TEXT),
  ...pairs(['border', 'accent-filled'], [...BACKGROUNDS, ...NOTICES], SHAPE),
  ...pairs(IDENTITIES.map(identityToken), ['canvas'], SHAPE),
];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('%s theme', (_name, tokens) => {
  test.each(CONTRAST_PAIRS)('$foreground on $background is at least $least', ({ foreground, background, least }) => {
    expect(contrast(tokens[foreground], tokens[background])).toBeGreaterThanOrEqual(least);
  });
});

test('the formula gives the published extremes', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

/** WCAG 2.2 contrast ratio of two #rrggbb colours. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function identityToken<Name extends Identity>(identity: Name): `id-${Name}` {
  return `id-${identity}`;
}
