import { queryOptions } from '@tanstack/react-query';
import type { DeviceRequest } from '#contract/device.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type OperationResult, sendOperation } from './http.ts';

export type DeviceResult = Omit<OperationResult, 'envelope'> & { device: JsonObject };

const WRONG_DEVICE_DETAILS = { hint: 'The response is not shown. Try again, or contact the service’s administrator.' };

export function createDeviceQueryOptions(connection: Connection, request: DeviceRequest) {
  return queryOptions({
    queryKey: [connection.id, 'device', request],
    queryFn: async ({ signal }): Promise<DeviceResult> => {
      const { envelope, ...measured } = await sendOperation(connection, 'device', request, signal);
      const { device } = envelope;
      if (!isJsonObject(device)) throw new ApiError('notThisInterface', 'The response contains no device record.');
      const { deviceID = request.deviceID } = device;
      // its fields would be shown as those of the requested device
      if (deviceID !== request.deviceID)
        throw new ApiError('unreadable', 'The service returned a different device.', WRONG_DEVICE_DETAILS);
      return { ...measured, device };
    },
  });
}
