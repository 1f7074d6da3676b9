import type { SuccessCode } from './codes.ts';

type Operation = { path: string; success: SuccessCode };

export const OPERATIONS = {
  devices: { path: '/devices/get', success: 'DEVICES-LIST-FETCHED' },
  device: { path: '/device/get', success: 'DEVICE-DETAILS-FETCHED' },
  pipeline: { path: '/datastore/pipeline', success: 'DATASTORE-DOCUMENTS-FETCHED' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
