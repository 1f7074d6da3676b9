/**
 * Reason why a list could not be read completely.
 * - `network`: no response, or the connection failed
 * - `timeout`: no data for too long
 * - `aborted`: canceled by the caller
 * - `truncated`: the body ended early
 * - `damaged`: the body is not valid JSON
 * - `notAList`: the response is not a device list; `text` is its beginning
 */
type FleetLoadErrorReason = 'network' | 'timeout' | 'aborted' | 'truncated' | 'damaged' | 'notAList';

type FleetLoadErrorDetails = { status?: number; headers?: Headers; text?: string; cause?: unknown };

export class FleetLoadError extends Error {
  override readonly name = 'FleetLoadError';
  readonly reason: FleetLoadErrorReason;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly text: string | undefined;

  constructor(
    reason: FleetLoadErrorReason,
    message: string,
    { status, headers, text, cause }: FleetLoadErrorDetails = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}
