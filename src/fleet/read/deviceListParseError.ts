/** The body is not valid JSON. `early` if it only ended too early. */
export class DeviceListParseError extends Error {
  override readonly name = 'DeviceListParseError';
  readonly isTruncated: boolean;

  constructor(message: string, { early = false, cause }: { early?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTruncated = early;
  }
}
