import * as z from 'zod/mini';
import { DATA_INVALID } from './codes.ts';
import { CONNECTIVITIES, DEVICE_TYPES } from './device.ts';
import { blankIsAbsent, oneOf, text } from './fields.ts';

/** A device record as the interface describes it. Times are milliseconds since 1970. Further fields are kept. */
export const deviceSchema = z.looseObject({
  deviceID: z.string(),
  productID: z.string(),
  name: z.string(),
  status: z.boolean(),
  admin: z.string(),
  registeredAt: z.int(),
  lastPairedAt: z.int(),
  paired: z.boolean(),
});

export type Device = z.infer<typeof deviceSchema>;

/** Body of `/devices/get`. Absent, null and "" restrict nothing; what is given combines with AND. */
export const devicesRequestSchema = z.object({
  type: blankIsAbsent(oneOf('type', DEVICE_TYPES)),
  filter: blankIsAbsent(oneOf('filter', CONNECTIVITIES)),
  productID: blankIsAbsent(text('productID')),
});

/** Body of `/device/get`. A null or empty `path` asks for the whole record. */
export const deviceRequestSchema = z.object({
  deviceID: z
    .string({
      error: (issue) => (issue.input == null ? DATA_INVALID.deviceIdMissing : 'deviceID: expected a string.'),
    })
    .check(z.minLength(1, { error: DATA_INVALID.deviceIdMissing })),
  path: blankIsAbsent(text('path')),
});
