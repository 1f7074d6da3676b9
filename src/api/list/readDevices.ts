import { ApiError } from '#api/apiError.ts';
import { buildHttpRequest } from '#api/buildHttpRequest.ts';
import { type Connection, getHost } from '#api/connection.ts';
import { createTransportError, getSecrets, parseSuccessEnvelope, validateSuccessEnvelope } from '#api/http.ts';
import type { DevicesRequest } from '#contract/device.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { requestBodyStream } from '#fleet/bodyStream.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { FleetLoadError } from '#fleet/model/fleetLoadError.ts';

type ReadDevicesOptions = {
  signal: AbortSignal;
  /** Fields to keep in memory. All by default. */
  only?: readonly string[] | undefined;
  onRows?: (fleet: Fleet) => void;
  /** Reads large lists in a worker, so that the page stays responsive. Default true. */
  useWorker?: boolean;
};

/**
 * Requests and reads a device list without cache and retries.
 * @throws ApiError
 */
export async function readDevices(
  connection: Connection,
  body: DevicesRequest,
  options: ReadDevicesOptions,
): Promise<Fleet> {
  // sent before the engine loads, as sign-in does not load it earlier
  const stop = new AbortController();
  const either = AbortSignal.any([options.signal, stop.signal]);
  const answer = requestBodyStream(buildHttpRequest(connection, 'devices', body), either, connection.prefetch);
  answer.catch(() => undefined);
  const { readFleet } = await import('#fleet/readFleet.ts');
  try {
    const fleet = await readFleet(answer, { ...options, stop });
    const { status, headers, progress } = fleet;
    // the list may come with an error code, or its code may follow the records
    if (!fleet.cancelled && progress.fields['code'] !== OPERATIONS.devices.success) {
      validateSuccessEnvelope('devices', progress.fields, { status, headers, secrets: getSecrets(connection) });
    }
    return fleet;
  } catch (error) {
    throw error instanceof FleetLoadError ? toApiError(connection, error, options.signal) : error;
  }
}

function toApiError(connection: Connection, fault: FleetLoadError, signal: AbortSignal): unknown {
  const { reason, message, status, headers, text } = fault;
  const details = { cause: fault, ...(status !== undefined && { status }) };
  switch (reason) {
    case 'aborted':
    case 'network':
      return createTransportError(connection, { signal, cause: fault });
    case 'timeout':
      return new ApiError('timeout', `${getHost(connection.baseUrl)} sent nothing for 30 seconds.`, details);
    case 'truncated':
    case 'damaged':
      return new ApiError('unreadable', `Unreadable response: ${message}`, details);
    case 'notAList':
      try {
        parseSuccessEnvelope('devices', {
          status: status ?? 0,
          headers: headers ?? new Headers(),
          text: text ?? '',
          secrets: getSecrets(connection),
        });
      } catch (error) {
        return error;
      }
      return new ApiError('notThisInterface', 'The response contains no device list.', details);
  }
}
