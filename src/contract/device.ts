/** The words of the device operations, free of schemas: what the console needs before it has anything to check. */
export const DEVICE_TYPES = ['registered', 'paired', 'unpaired'] as const;
export const CONNECTIVITIES = ['online', 'offline'] as const;

/** What the interface selects by and no field of a record says: it is known only by asking for those that are online. */
export const CONNECTIVITY = 'connectivity';

export type DeviceType = (typeof DEVICE_TYPES)[number];
export type Connectivity = (typeof CONNECTIVITIES)[number];

/** The eight fields, in the interface's order, and what it says their values are; times, in milliseconds, are numbers. */
export const DEVICE_FIELD_TYPES = {
  deviceID: 'string',
  productID: 'string',
  name: 'string',
  status: 'boolean',
  admin: 'string',
  registeredAt: 'number',
  lastPairedAt: 'number',
  paired: 'boolean',
} as const satisfies Record<string, 'string' | 'boolean' | 'number'>;

export type DeviceField = keyof typeof DEVICE_FIELD_TYPES;

export const DEVICE_FIELDS = Object.keys(DEVICE_FIELD_TYPES) as DeviceField[]; // the object's own keys

/** What is said of a flag that is on or off. */
export function flagWords(field: string): { true: string; false: string } {
  return field === 'paired' ? { true: 'paired', false: 'unpaired' } : { true: 'yes', false: 'no' };
}

/** Body of `/devices/get`, as a caller sends it. What is given combines with AND; what is absent restricts nothing. */
export type DevicesRequest = { type?: DeviceType; filter?: Connectivity; productID?: string };

/** Body of `/device/get`, as a caller sends it. Without `path` the answer is the whole record. */
export type DeviceRequest = { deviceID: string; path?: string };
