import * as z from 'zod/mini';
import { DATA_INVALID } from './codes.ts';
import { CONNECTIVITIES, DEVICE_TYPES, type DeviceField } from './device.ts';
import { blankIsAbsent, oneOf, required, text } from './fields.ts';

const time = z.int().check(z.describe('Milliseconds since 1970; 0 means never.'));

/** A device record as the interface describes it. Further fields are kept. */
export const deviceSchema = z.looseObject({
  deviceID: z.string(),
  productID: z.string(),
  name: z.string(),
  status: z.boolean(),
  admin: z.string(),
  registeredAt: time,
  lastPairedAt: time,
  paired: z.boolean(),
} satisfies Record<DeviceField, unknown>);

export type Device = z.infer<typeof deviceSchema>;

/** Body of `/devices/get`. Absent, null and "" restrict nothing; what is given combines with AND. */
export const devicesRequestSchema = z.object({
  type: blankIsAbsent(oneOf('type', DEVICE_TYPES)),
  filter: blankIsAbsent(oneOf('filter', CONNECTIVITIES)),
  productID: blankIsAbsent(
    text('productID').check(z.describe('What a product identifier starts with; its case counts.')),
  ),
});

/** Body of `/device/get`. A null or empty `path` asks for the whole record. */
export const deviceRequestSchema = z.object({
  deviceID: required('deviceID', DATA_INVALID.deviceIdMissing),
  path: blankIsAbsent(text('path').check(z.describe('One top-level field of the record.'))),
});
