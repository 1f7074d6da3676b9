/** Reason why a tile has no number, other than a failed request. `message` is a sentence for the user. */
export class TileError extends Error {
  override readonly name = 'TileError';
}
