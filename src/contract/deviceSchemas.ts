import * as z from 'zod/mini';
import { DATA_INVALID_MESSAGES } from './codes.ts';
import { CONNECTIVITY_VALUES, type DeviceFieldName, PAIRING_FILTERS } from './device.ts';
import {
  createBlankAsAbsentSchema,
  createEnumFieldSchema,
  createRequiredTextFieldSchema,
  createTextFieldSchema,
} from './requestFieldSchemas.ts';

const time = z.int().check(z.describe('Milliseconds since 1970; 0 means never.'));

export const deviceSchema = z.looseObject({
  deviceID: z.string(),
  productID: z.string(),
  name: z.string(),
  status: z.boolean(),
  admin: z.string(),
  registeredAt: time,
  lastPairedAt: time,
  paired: z.boolean(),
} satisfies Record<DeviceFieldName, unknown>);

export type Device = z.infer<typeof deviceSchema>;

/**
 * Schema of the request body of `/devices/get`. Conditions are combined with AND. Absent, null and "" do not filter.
 */
export const devicesRequestSchema = z.object({
  type: createBlankAsAbsentSchema(createEnumFieldSchema('type', PAIRING_FILTERS)),
  filter: createBlankAsAbsentSchema(createEnumFieldSchema('filter', CONNECTIVITY_VALUES)),
  productID: createBlankAsAbsentSchema(
    createTextFieldSchema('productID').check(z.describe('What a product identifier starts with; its case counts.')),
  ),
});

/** Schema of the request body of `/device/get`. A null or empty `path` requests the whole record. */
export const deviceRequestSchema = z.object({
  deviceID: createRequiredTextFieldSchema('deviceID', DATA_INVALID_MESSAGES.deviceIdMissing),
  path: createBlankAsAbsentSchema(
    createTextFieldSchema('path').check(z.describe('One top-level field of the record.')),
  ),
});
