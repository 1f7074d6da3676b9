import type { DeviceRequest } from '#contract/device.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type OperationResult, sendOperation } from './http.ts';

export type DeviceResult = Omit<OperationResult, 'envelope'> & { device: JsonObject };

const WRONG_DEVICE_DETAILS = { hint: 'The response is not shown. Try again, or contact the service’s administrator.' };

/**
 * Requests a device, or one field of it.
 * @throws ApiError, also if the service returns another device
 */
export async function fetchDevice(
  connection: Connection,
  request: DeviceRequest,
  signal: AbortSignal,
): Promise<DeviceResult> {
  const { envelope, ...measured } = await sendOperation(connection, 'device', request, signal);
  const { device } = envelope;
  if (!isJsonObject(device)) throw new ApiError('notThisInterface', 'The response contains no device record.');
  const { deviceID = request.deviceID } = device;
  // its fields would be shown as those of the requested device
  if (deviceID !== request.deviceID)
    throw new ApiError('unreadable', 'The service returned a different device.', WRONG_DEVICE_DETAILS);
  return { ...measured, device };
}
