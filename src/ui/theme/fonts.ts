export const SANS = 'system-ui, sans-serif';
export const MONO = 'ui-monospace, monospace';

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
 * Resolves system fonts early, one per task. Each is a synchronous request to another process, which would otherwise block
 * layout.
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
