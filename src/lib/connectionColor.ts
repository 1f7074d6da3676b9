/** Colors that distinguish connections; they have no meaning. */
export const CONNECTION_COLORS = ['teal', 'plum', 'ochre', 'slate', 'brick', 'moss'] as const;

export type ConnectionColor = (typeof CONNECTION_COLORS)[number];

/** Returns the first color that is not taken, or the least used one if all are. */
export function pickUnusedColor(taken: readonly ConnectionColor[]): ConnectionColor {
  const uses = (identity: ConnectionColor) => taken.filter((one) => one === identity).length;
  return CONNECTION_COLORS.reduce((least, identity) => (uses(identity) < uses(least) ? identity : least));
}
