/**
 * Response codes with their messages. Codes marked "ours" cover cases that the API does not define. All others are
 * copied verbatim from the API, including the trailing space of DEVICE-DETAILS-FETCHED.
 */
export const SUCCESS_MESSAGES = {
  'DEVICES-LIST-FETCHED': 'List of requested devices is successfully fetched.',
  'DEVICE-DETAILS-FETCHED': 'Details of the device are successfully fetched: ',
  'DATASTORE-DOCUMENTS-FETCHED': 'Documents are fetched as a result of successful execution of the query.',
} as const;

export type SuccessCode = keyof typeof SUCCESS_MESSAGES;

/** DATA-INVALID messages that the API defines. Every other DATA-INVALID message reads `field: expectation`. */
export const DATA_INVALID_MESSAGES = {
  collectionMissing: 'Collection name is required to be specified.',
  deviceIdMissing: 'Device ID is required for fetching its details.',
} as const;

export const FAILURE_MESSAGES = {
  'DEVICE-ID-INVALID': 'Device is not registered with the project.',
  'DATASTORE-DOCUMENTS-FETCH-FAILED': 'An unknown error occurred while searching into the datastore.',
  // ours
  'PATH-INVALID': 'Data is undefined at the specified path.',
  'APIKEY-INVALID': 'Your API Key seems unfamiliar.',
  'AUTH-UNAUTHORIZED': 'Your authorization token is missing or not valid for this project.',
  'SERVER-INVALID-ENDPOINT': 'No operation exists at this address.',
  'METHOD-NOT-ALLOWED': 'Only POST is allowed here.',
  'CONTENT-TYPE-UNSUPPORTED': 'The request body must be JSON, sent with content-type: application/json.',
  'REQUEST-TIMEOUT': 'The request took too long to arrive.',
  'REQUEST-TOO-LARGE': 'The request body is larger than 1 MiB.',
  'PAGE-TOO-LARGE': 'The page is larger than 8 MB. Request a smaller pageSize.',
  'HEADERS-TOO-LARGE': 'The request headers are larger than 16 KiB.',
  'REQUESTS-TOO-MANY': 'Too many failed sign-ins from this address. Wait before trying again.',
  'HOST-UNFAMILIAR': 'This service only accepts requests to its loopback address.',
  'ORIGIN-FORBIDDEN': 'Pages of other websites cannot send requests to this address.',
  'LOOP-DETECTED': 'The gateway forwards to itself, directly or through other gateways. Correct its --upstream.',
  'SERVER-ERROR': 'An unexpected error occurred in the service.',
  'SERVER-UNAVAILABLE': 'The service is temporarily unavailable.',
  'QUERY-TOO-COSTLY':
    'Sorting this many documents would take the service too long. Put a match before the sort that leaves fewer.',
  'QUERY-TIMEOUT': 'The query took longer than the service allows and was canceled.',
} as const;

export type FailureCode = keyof typeof FAILURE_MESSAGES | 'DATA-INVALID';
