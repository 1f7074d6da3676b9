import { formatCount } from '#lib/formatNumber.ts';
export const devicesMessages = {
  showDocumentsOf: (count: number) =>
    count === 1 ? 'Show documents of this device' : `Show documents of these ${formatCount(count)} devices`,
  compactRows: 'Compact rows',
  copyLinkTo: (devices: string) => `Copy link to ${devices}`,
  currentViewLabel: (name: string) => `${name}, saved view`,
  shownOfAllDevices: (shown: string, suffix: string, devices: string) => `${shown}${suffix} of ${devices}`,
  theseDevices: (count: string) => `these ${count}`,
};
