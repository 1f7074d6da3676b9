/** The body is not valid JSON; `early` if it only ended too early. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly early: boolean;

  constructor(message: string, { early = false, cause }: { early?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.early = early;
  }
}
