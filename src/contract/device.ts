// this file imports no schema library, because the console needs it in its first chunk
export const PAIRING_FILTERS = ['registered', 'paired', 'unpaired'] as const;
export const CONNECTIVITY_VALUES = ['online', 'offline'] as const;

/**
 * Filter of the API that is not a field of device records. Its value is known only from a request for online devices.
 */
export const CONNECTIVITY_FIELD = 'connectivity';

/** Computed from the devices' documents: the time of the newest one in ms, 0 for none, and the number in 24 hours. */
export const LAST_SEEN_FIELD = 'lastSeenAt';
export const RECENT_DOCUMENTS_FIELD = 'documentsIn24h';

export const FIELDS_FROM_DOCUMENTS = [LAST_SEEN_FIELD, RECENT_DOCUMENTS_FIELD] as const;

export function isFieldFromDocuments(field: string): boolean {
  return FIELDS_FROM_DOCUMENTS.some((one) => one === field);
}

export const FAILED_CHECKS_FIELD = 'check';
export const PASTED_LIST_FIELD = 'inventory';

/** Fields that the console computes for devices. They are not part of their records. */
export const JOINED_FIELDS: readonly string[] = [
  CONNECTIVITY_FIELD,
  ...FIELDS_FROM_DOCUMENTS,
  FAILED_CHECKS_FIELD,
  PASTED_LIST_FIELD,
];

export type PairingFilter = (typeof PAIRING_FILTERS)[number];
export type Connectivity = (typeof CONNECTIVITY_VALUES)[number];

/** The eight device fields and their types, in the order of the API. Times are numbers, in ms since 1970. */
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

export type DeviceFieldName = keyof typeof DEVICE_FIELD_TYPES;

export const DEVICE_FIELD_NAMES = Object.keys(DEVICE_FIELD_TYPES) as DeviceFieldName[]; // the object's own keys

export function getBooleanFieldLabels(field: string): { true: string; false: string } {
  return field === 'paired' ? { true: 'paired', false: 'unpaired' } : { true: 'yes', false: 'no' };
}

export type DevicesRequest = { type?: PairingFilter; filter?: Connectivity; productID?: string };

export type DeviceRequest = { deviceID: string; path?: string };
