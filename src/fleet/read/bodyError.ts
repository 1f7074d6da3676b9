type BodyErrorDetails = { foreign?: boolean; early?: boolean; cause?: unknown };

/**
 * The body is no JSON, noticed at byte `offset`. `foreign` when it does not even begin as a JSON object does: nothing,
 * an HTML page, a bare list.
 */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly offset: number;
  readonly foreign: boolean;
  /** Whether it only ended too early. */
  readonly early: boolean;

  constructor(message: string, offset: number, { foreign = false, early = false, cause }: BodyErrorDetails = {}) {
    super(message, { cause });
    this.offset = offset;
    this.foreign = foreign;
    this.early = early;
  }
}
