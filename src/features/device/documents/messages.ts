import { pluralize } from '#lib/formatNumber.ts';

export const deviceDocumentsMessages = {
  cancel: 'Cancel',
  chartField: 'Chart field',
  collection: 'Collection',
  collectionText: 'collection',
  couldNotLoadDocuments: 'Could not load the documents',
  countDocuments: (count: number) => `${count} documents, in their order`,
  detectedName: (name: string) => `detected ${name}`,
  deviceIdField: 'Device ID field',
  documents: 'Documents',
  documentsAreLoadedOnlyWhen: 'Documents are loaded only when you ask for them, with at most 5 requests.',
  documentsChart: 'Documents chart',
  documentsForThisDevice: 'Documents for this device',
  firstCount: (count: string) => `First ${count}, in the service’s order`,
  labelOfThisDevicesDocuments: (label: string, facts: string) => `${label} of this device’s documents: ${facts}`,
  loading: 'Loading…',
  loadingChart: 'Loading the chart',
  minMedianMax: (min: string, median: string, max: string) => `min ${min} · median ${median} · max ${max}`,
  newestBy: ', newest by',
  newestCountByTimeSort: (count: string, time: string) =>
    `Newest ${count} by ${time} (sort, an extension of this service)`,
  noDeviceIdFieldFound: 'No device ID field found',
  noDocumentHasNumberInLabel: (label: string) => `No document has a number in ${label}.`,
  noDocuments: 'No documents',
  noFieldOnFirstPage: (collection: string) =>
    `No field on the first page of ${collection} contains the ID of a loaded device. Enter the name of the field.`,
  openInDatastore: 'Open in Datastore',
  orderAllRequestCount: (order: string, all: string, requestCount: number, ms: string) =>
    `${order}${all} · ${pluralize(requestCount, 'request')}, ${ms} ms`,
  plottedOver: ', plotted over',
  reload: 'Reload',
  rowOrder: 'row order',
  showDocuments: 'Show documents',
  showMore: 'Show more',
  timeField: 'Time field',
  to: (to: string, count: number) => `${to}, ${count} documents`,
};
