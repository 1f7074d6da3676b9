/** Error for a body that is not valid JSON. `early` is true if the body is incomplete. */
export class DeviceListParseError extends Error {
  override readonly name = 'DeviceListParseError';
  readonly isTruncated: boolean;

  constructor(message: string, { early = false, cause }: { early?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTruncated = early;
  }
}
