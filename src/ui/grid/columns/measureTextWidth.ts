import { FONT_MONO, FONT_SANS } from '#ui/theme/fonts.ts';

export type GridFont = 'cell' | 'id' | 'header';

const FONTS: Record<GridFont, string> = {
  cell: `400 13px ${FONT_SANS}`,
  id: `400 12px ${FONT_MONO}`,
  header: `600 12px ${FONT_SANS}`,
};

/** Deviation from the style sheet's text by user styles: font scale, and letter and word spacing in px. */
export type TextSpacing = { scale: number; letter: number; word: number };

export const DEFAULT_SPACING: TextSpacing = { scale: 1, letter: 0, word: 0 };

export const CELL_FONT_PX = 13;

let context: CanvasRenderingContext2D | null | undefined;

const widthCache = new Map<string, number>();
const MAX_CACHE_SIZE = 2000;

/** Text width on one line, in px; digits count as zeros because of tabular figures. */
export function measureTextWidth(text: string, font: GridFont, { scale, letter, word }: TextSpacing): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 8;
  const key = `${font} ${text}`;
  const width = widthCache.get(key) ?? measureOnCanvas(context, text, font);
  if (widthCache.size >= MAX_CACHE_SIZE) widthCache.clear();
  widthCache.set(key, width);
  const spaces = word === 0 ? 0 : text.split(' ').length - 1;
  return width * scale + text.length * letter + spaces * word;
}

function measureOnCanvas(canvas: CanvasRenderingContext2D, text: string, font: GridFont): number {
  canvas.font = FONTS[font];
  return canvas.measureText(text.replace(/\d/g, '0')).width;
}

let idCharacterWidth: number | undefined;

export function getIdCharacterWidth(): number {
  idCharacterWidth ??= measureTextWidth('0', 'id', DEFAULT_SPACING);
  return idCharacterWidth;
}
