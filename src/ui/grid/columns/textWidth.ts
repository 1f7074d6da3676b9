import { MONO, SANS } from '#ui/theme/fonts.ts';

export type GridFont = 'cell' | 'id' | 'header';

const FONTS: Record<GridFont, string> = {
  cell: `400 13px ${SANS}`,
  id: `400 12px ${MONO}`,
  header: `600 12px ${SANS}`,
};

/** Deviation from the style sheet's text by user styles: font scale, and letter and word spacing in px. */
export type TextSpacing = { scale: number; letter: number; word: number };

export const USUAL_SPACING: TextSpacing = { scale: 1, letter: 0, word: 0 };

export const CELL_FONT_PX = 13;

let context: CanvasRenderingContext2D | null | undefined;

const measured = new Map<string, number>();
const MEASURED_MAX = 2000;

/** Text width on one line, in px; digits count as zeros because of tabular figures. */
export function textWidth(text: string, font: GridFont, { scale, letter, word }: TextSpacing): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 8;
  const key = `${font} ${text}`;
  const width = measured.get(key) ?? measureText(context, text, font);
  if (measured.size >= MEASURED_MAX) measured.clear();
  measured.set(key, width);
  const spaces = word === 0 ? 0 : text.split(' ').length - 1;
  return width * scale + text.length * letter + spaces * word;
}

function measureText(canvas: CanvasRenderingContext2D, text: string, font: GridFont): number {
  canvas.font = FONTS[font];
  return canvas.measureText(text.replace(/\d/g, '0')).width;
}

let idCharacter: number | undefined;

export function idCharacterPx(): number {
  idCharacter ??= textWidth('0', 'id', USUAL_SPACING);
  return idCharacter;
}
