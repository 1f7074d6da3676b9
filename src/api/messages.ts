export const apiMessages = {
  addressMissing: 'Enter an address such as https://devices.example.com/api.',
  corsHint: (origin: string) =>
    `Check that the service is running and that its CORS settings allow the origin ${origin}.`,
  credentialsInAddress: 'Remove the user name and password from the address.',
  hostUnreachable: (host: string) => `Cannot reach ${host}.`,
  httpBlocked: 'This console uses https, so the browser only allows https:// addresses.',
  invalidJson: 'Unreadable response: the JSON ends early or is damaged.',
  largeListHint: 'Load one product, or only online devices.',
  listTooLarge: 'A proxy rejected the device list as too large (HTTP 413).',
  notDeviceService: 'This address is not a device service.',
  queryInAddress: 'Remove everything after ? or # from the address.',
  requestCanceled: 'The request was canceled.',
  requestTimedOut: (host: string, seconds: number) => `${host} did not answer within ${seconds} seconds.`,
  returnedCode: (code: string) => `The service returned ${code}.`,
  returnedStatus: (status: number) => `The service returned HTTP ${status} without a message.`,
  schemeMissing: 'The address must start with https:// or http://.',
};
