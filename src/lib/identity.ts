/** Six colours that tell one thing of a kind from another at a glance. They mean nothing. */
export const IDENTITIES = ['teal', 'plum', 'ochre', 'slate', 'brick', 'moss'] as const;

export type Identity = (typeof IDENTITIES)[number];

/** The first colour that none of `taken` has; the one that is taken least where all are. */
export function freeIdentity(taken: readonly Identity[]): Identity {
  const uses = (identity: Identity) => taken.filter((one) => one === identity).length;
  return IDENTITIES.reduce((least, identity) => (uses(identity) < uses(least) ? identity : least));
}
