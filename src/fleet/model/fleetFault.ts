/**
 * Why a list could not be read, or not to its end.
 * - `network`: no answer, or it broke off on the way; `timeout`: nothing came for too long; `aborted`: by the caller.
 * - `truncated`: the body ended early; `damaged`: it is no JSON.
 * - `notAList`: it is no device list; `text` is its beginning, for whoever knows envelopes.
 */
type FleetFaultReason = 'network' | 'timeout' | 'aborted' | 'truncated' | 'damaged' | 'notAList';

type Details = { status?: number; headers?: Headers; text?: string; cause?: unknown };

export class FleetFault extends Error {
  override readonly name = 'FleetFault';
  readonly reason: FleetFaultReason;
  /** HTTP status, where there was an answer. */
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
