export const CONNECTION_COLORS = ['teal', 'plum', 'ochre', 'slate', 'brick', 'moss'] as const;

export type ConnectionColor = (typeof CONNECTION_COLORS)[number];

export function pickUnusedColor(taken: readonly ConnectionColor[]): ConnectionColor {
  const uses = (identity: ConnectionColor) => taken.filter((one) => one === identity).length;
  return CONNECTION_COLORS.reduce((least, identity) => (uses(identity) < uses(least) ? identity : least));
}
