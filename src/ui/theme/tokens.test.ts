import { describe, expect, test } from 'vitest';
import { CONTRAST_PAIRS, DARK, LIGHT } from './tokens.ts';

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
