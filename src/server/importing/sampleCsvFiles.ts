import { DEVICE_FIELD_NAMES } from '#contract/device.ts';

export const SAMPLE_CSV_FILES = {
  devices: [
    [...DEVICE_FIELD_NAMES, 'online'].join(','),
    'DRONE-1,DRONE-A,Survey drone,true,ann@example.com,2025-12-31T13:00:00Z,2026-01-15T08:30:00Z,true,true',
    'DRONE-2,DRONE-A,Spare drone,false,,2026-01-02,,false,false',
  ].join('\n'),
  documents: [
    'documentID,deviceID,timestamp,temperature,site.hall,note',
    'reading-1,DRONE-1,1768465800000,21.5,3,"after the repair, first flight"',
    'reading-2,DRONE-1,1768465860000,21.75,3,',
  ].join('\n'),
} as const;
