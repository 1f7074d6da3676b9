import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
export const devicesMessages = {
  showDocumentsOf: (count: number) =>
    count === 1 ? 'Show documents of this device' : `Show documents of these ${formatCount(count)} devices`,
  tooManyForDocuments: (limit: number) =>
    `Documents can be shown for up to ${formatCountWithNoun(limit, 'device')}. Select fewer, or filter the list.`,
  compactRows: 'Compact rows',
  copyLinkTo: (devices: string) => `Copy link to ${devices}`,
  currentViewLabel: (name: string) => `${name}, saved view`,
  shownOfAllDevices: (shown: string, suffix: string, devices: string) => `${shown}${suffix} of ${devices}`,
  theseDevices: (count: string) => `these ${count}`,
};
