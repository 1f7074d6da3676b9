import { MONO, SANS } from '#ui/theme/fonts.ts';

/** The fonts of a grid, as its style sheet has them. */
export type GridFont = 'cell' | 'id' | 'header';

const FONTS: Record<GridFont, string> = {
  cell: `400 13px ${SANS}`,
  id: `400 12px ${MONO}`,
  header: `600 12px ${SANS}`,
};

/** How the page's text differs from what the style sheets say: larger, or spaced by a reader's own rules. In px. */
export type TextSpacing = { scale: number; letter: number; word: number };

export const USUAL_SPACING: TextSpacing = { scale: 1, letter: 0, word: 0 };

export const CELL_FONT_PX = 13;

let context: CanvasRenderingContext2D | null | undefined;

/** What was measured, by font and text: a grid asks for the same again with every drawing. */
const measured = new Map<string, number>();
const MEASURED_MAX = 2000;

/** How wide a text is on one line, in px; figures count as wide as a zero, as tabular figures are. */
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

/** How wide a character of an ID is, in px. */
export function idCharacterPx(): number {
  idCharacter ??= textWidth('0', 'id', USUAL_SPACING);
  return idCharacter;
}
