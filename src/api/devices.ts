import { queryOptions } from '@tanstack/react-query';
import type { DevicesRequest } from '#contract/device.ts';
import { isJsonObject, type JsonObject } from '#lib/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type HttpAnswer, post } from './http.ts';

/** The whole list that a request selects; `nDevices` as the service sent it. */
export type DevicesAnswer = Omit<HttpAnswer, 'envelope'> & { nDevices: unknown; devices: JsonObject[] };

export function devicesQuery(connection: Connection, request: DevicesRequest) {
  return queryOptions({
    queryKey: [connection.id, 'devices', request],
    queryFn: async ({ signal }): Promise<DevicesAnswer> => {
      const { envelope, ...measured } = await post(connection, 'devices', request, signal);
      const list = envelope['devices'];
      if (!Array.isArray(list)) throw new ApiError('notThisInterface', 'The reply holds no list of devices.');
      return { ...measured, nDevices: envelope['nDevices'], devices: list.filter(isJsonObject) };
    },
  });
}
