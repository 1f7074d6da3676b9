import { queryOptions } from '@tanstack/react-query';
import type { DeviceRequest } from '#contract/device.ts';
import { type Connection, createQueryKey } from './connection.ts';
import { fetchDevice } from './fetchDevice.ts';

export function createDeviceQueryOptions(connection: Connection, request: DeviceRequest) {
  return queryOptions({
    queryKey: createQueryKey(connection, 'device', request),
    queryFn: ({ signal }) => fetchDevice(connection, request, signal),
  });
}
