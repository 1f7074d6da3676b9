import { queryOptions } from '@tanstack/react-query';
import type { DeviceRequest } from '#contract/device.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type HttpAnswer, post } from './http.ts';

export type DeviceAnswer = Omit<HttpAnswer, 'envelope'> & { device: JsonObject };

const ANOTHER = { hint: 'Nothing of it is shown. Try again, or tell who runs the service.' };

export function deviceQuery(connection: Connection, request: DeviceRequest) {
  return queryOptions({
    queryKey: [connection.id, 'device', request],
    queryFn: async ({ signal }): Promise<DeviceAnswer> => {
      const { envelope, ...measured } = await post(connection, 'device', request, signal);
      const { device } = envelope;
      if (!isJsonObject(device)) throw new ApiError('notThisInterface', 'The reply holds no device record.');
      const { deviceID = request.deviceID } = device;
      // its fields would be shown as those of the requested device
      if (deviceID !== request.deviceID)
        throw new ApiError('unreadable', 'The service answered with another device.', ANOTHER);
      return { ...measured, device };
    },
  });
}
