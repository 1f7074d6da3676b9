/** The system's own fonts. */
export const SANS = 'system-ui, sans-serif';
export const MONO = 'ui-monospace, monospace';

/** Every style that the text of a list page comes in. */
const STYLES = [
  `400 13px ${SANS}`,
  `600 13px ${SANS}`,
  `400 12px ${SANS}`,
  `600 12px ${SANS}`,
  `600 16px ${SANS}`,
  `400 13px ${MONO}`,
  `400 12px ${MONO}`,
];

/**
 * Has the browser look the fonts up. Each style is a question to another process, which layout would stand still for;
 * asked early, one at a time, while the page waits for its code, they cost nothing.
 */
export function lookUpFonts(): void {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  for (const style of STYLES) {
    setTimeout(() => {
      context.font = style;
      context.measureText('0');
    });
  }
}
