import type { SuccessCode } from './codes.ts';

type Operation = { path: string; success: SuccessCode };

/** The path of each operation, below the base URL, and the code of its success response. */
export const OPERATIONS = {
  devices: { path: '/devices/get', success: 'DEVICES-LIST-FETCHED' },
  device: { path: '/device/get', success: 'DEVICE-DETAILS-FETCHED' },
  pipeline: { path: '/datastore/pipeline', success: 'DATASTORE-DOCUMENTS-FETCHED' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
