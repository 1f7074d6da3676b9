import { FONT_MONO, FONT_SANS } from '#ui/theme/fonts.ts';

export type GridFont = 'cell' | 'id' | 'header';

const FONTS: Record<GridFont, string> = {
  cell: `400 13px ${FONT_SANS}`,
  id: `400 12px ${FONT_MONO}`,
  header: `600 12px ${FONT_SANS}`,
};

/** Differences from the style sheet caused by user styles: font scale, letter spacing and word spacing (px). */
export type TextSpacing = { scale: number; letter: number; word: number };

export const DEFAULT_TEXT_SPACING: TextSpacing = { scale: 1, letter: 0, word: 0 };

export const CELL_FONT_PX = 13;

class TextMeasurer {
  readonly #widths = new WeakMap<object, number>();
  #context: CanvasRenderingContext2D | null | undefined;

  measure(owner: object, text: string, font: GridFont): number {
    this.#context ??= document.createElement('canvas').getContext('2d');
    if (!this.#context) return text.length * 8;
    const width = this.#widths.get(owner) ?? measureOnCanvas(this.#context, text, font);
    this.#widths.set(owner, width);
    return width;
  }
}

const textMeasurer = new TextMeasurer();

/**
 * Measures the width of a text on one line, in px. Digits count as zeros, because figures are tabular. The result is
 * kept as long as `owner`, the object that the text belongs to.
 */
export function measureTextWidth(
  owner: object,
  text: string,
  font: GridFont,
  { scale, letter, word }: TextSpacing,
): number {
  const spaces = word === 0 ? 0 : text.split(' ').length - 1;
  return textMeasurer.measure(owner, text, font) * scale + text.length * letter + spaces * word;
}

function measureOnCanvas(canvas: CanvasRenderingContext2D, text: string, font: GridFont): number {
  canvas.font = FONTS[font];
  return canvas.measureText(text.replace(/\d/g, '0')).width;
}

export function measureIdCharacterWidth(): number {
  return measureTextWidth(FONTS, '0', 'id', DEFAULT_TEXT_SPACING);
}
