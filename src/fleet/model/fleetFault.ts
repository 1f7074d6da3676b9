/**
 * Reason why a list could not be read completely.
 * - `network`: no response, or the connection failed; `timeout`: no data for too long; `aborted`: by the caller.
 * - `truncated`: the body ended early; `damaged`: it is not valid JSON.
 * - `notAList`: it is not a device list; `text` is its beginning, for reading an error response.
 */
type FleetFaultReason = 'network' | 'timeout' | 'aborted' | 'truncated' | 'damaged' | 'notAList';

type Details = { status?: number; headers?: Headers; text?: string; cause?: unknown };

export class FleetFault extends Error {
  override readonly name = 'FleetFault';
  readonly reason: FleetFaultReason;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly text: string | undefined;

  constructor(reason: FleetFaultReason, message: string, { status, headers, text, cause }: Details = {}) {
    super(message, { cause });
    this.reason = reason;
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}
