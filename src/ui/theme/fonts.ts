export const FONT_SANS = 'system-ui, sans-serif';
export const FONT_MONO = 'ui-monospace, monospace';

const FONT_STYLES = [
  `400 13px ${FONT_SANS}`,
  `600 13px ${FONT_SANS}`,
  `400 12px ${FONT_SANS}`,
  `600 12px ${FONT_SANS}`,
  `600 16px ${FONT_SANS}`,
  `400 13px ${FONT_MONO}`,
  `400 12px ${FONT_MONO}`,
];

/**
 * Loads system fonts early, one per task. Loading a font is a synchronous request to another process, which would
 * otherwise block layout.
 */
export function preloadSystemFonts(): void {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  for (const style of FONT_STYLES) {
    setTimeout(() => {
      context.font = style;
      context.measureText('0');
    });
  }
}
