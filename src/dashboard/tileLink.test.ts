import { expect, test } from 'vitest';
import { parseTileLink } from './tileLink.ts';
import { createTileTitle } from './tileTitle.ts';

const PIPELINE = encodeURIComponent('[{"type":"match","filter":{"level":"error"}}]');

test.each([
  ['/devices?type=paired&filter=offline', 'Devices: paired, offline'],
  ['/devices/?product=PUMP#search=east&is.paired=true', 'Devices: PUMP, “east”, paired is true'],
  ['/devices/PUMP-X2-00504?path=pressure', 'PUMP-X2-00504 pressure'],
  ['/devices/~%5C%5C?path=a.b', '\\ a.b'],
  [`/datastore?collection=logs#v=1&pipeline=${PIPELINE}`, 'logs: keep where level is "error"'],
])('%s is the link of a tile', (text, title) => {
  const result = parseTileLink(text);
  if ('damaged' in result) throw new Error(result.damaged.join());
  expect(createTileTitle(result.link)).toBe(title);
});

test.each([
  ['https://example.com/devices', 'the address'],
  ['//example.com/devices', 'the address'],
  ['/about', 'the address'],
  ['devices', 'the address'],
  ['/devices?type=lost', 'type'],
  ['/devices#within.lastPairedAt=soon', 'within.lastPairedAt'],
  ['/devices/%E0%A4%A?path=x', 'deviceID'],
  ['/devices/A?path=x&path=y', 'a duplicate path'],
  ['/datastore?collection=logs#v=1&pipeline=[{', 'pipeline'],
  ['/datastore?collection=logs#v=2&pipeline=[]', 'the query, from a newer version of Fleetlens'],
  ['/datastore#v=1&pipeline=[]', 'collection'],
  ['/devices?v=2', 'parts added in link version 2'],
])('%s is damaged, and the part is named', (text, part) => {
  expect(parseTileLink(text)).toEqual({ damaged: [part] });
});
