import { beforeAll, expect, test } from 'vitest';
import {
  findTestDevices,
  TEST_FLEET,
  TEST_FLEET_IDS_BY_REGISTRATION,
  TEST_FLEET_ONLINE_IDS,
} from '#server/testing/testFleet.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

describeOnEachDatabase('list devices', (service) => {
  beforeAll(() => service.storeDevices(TEST_FLEET, TEST_FLEET_ONLINE_IDS));

  const listed = (ids: readonly string[]) => ({
    code: 'DEVICES-LIST-FETCHED',
    message: 'List of requested devices is successfully fetched.',
    nDevices: ids.length,
    devices: findTestDevices(ids),
  });

  test.each<[string, unknown, string[]]>([
    ['an empty body', '', TEST_FLEET_IDS_BY_REGISTRATION],
    ['no restrictions', {}, TEST_FLEET_IDS_BY_REGISTRATION],
    ['null and "" do not restrict', { type: null, filter: '', productID: '' }, TEST_FLEET_IDS_BY_REGISTRATION],
    ['registered returns every device', { type: 'registered' }, TEST_FLEET_IDS_BY_REGISTRATION],
    ['paired', { type: 'paired' }, ['DRONE-2', 'DRONE-3', 'GATEWAY-1', 'drone-5', 'EXTRA-1']],
    ['unpaired', { type: 'unpaired' }, ['DRONE-1', 'DRONE-4']],
    ['online', { filter: 'online' }, ['DRONE-2', 'GATEWAY-1', 'DRONE-4']],
    ['offline', { filter: 'offline' }, ['DRONE-1', 'DRONE-3', 'drone-5', 'EXTRA-1']],
    ['a whole product', { productID: 'DRONE-10' }, ['DRONE-4']],
    ['a product by its prefix', { productID: 'DRONE-0' }, ['DRONE-1', 'DRONE-2', 'DRONE-3']],
    ['the case of a product matters', { productID: 'drone' }, ['drone-5']],
    ['an unknown product', { productID: 'nothing' }, []],
    ['wildcards are not supported', { productID: 'DRONE%' }, []],
    ['type and filter', { type: 'paired', filter: 'offline' }, ['DRONE-3', 'drone-5', 'EXTRA-1']],
    ['type and product', { type: 'unpaired', productID: 'DRONE' }, ['DRONE-1', 'DRONE-4']],
    ['filter and product', { filter: 'online', productID: 'DRONE' }, ['DRONE-2', 'DRONE-4']],
    ['all three', { type: 'paired', filter: 'online', productID: 'DRONE' }, ['DRONE-2']],
    ['unknown fields are ignored', { extra: 1 }, TEST_FLEET_IDS_BY_REGISTRATION],
  ])('%s', async (_, body, ids) => {
    expect(await service.callOperation('/devices/get', body)).toMatchObject({ status: 200, body: listed(ids) });
  });

  test('a list longer than one chunk is complete, in order, and current when repeated', async () => {
    const many = (productID: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...TEST_FLEET[0],
        deviceID: `${productID}-${String(n).padStart(5, '0')}`,
        productID,
        // some share a time across a chunk boundary
        registeredAt: 1_500_000_000_000 + (n >> 6),
      }));
    const list = async (productID: string) => (await service.callOperation('/devices/get', { productID })).body;
    const first = many('AGAIN-1', 5500);
    await service.storeDevices(first);
    for (let round = 0; round < 3; round++) {
      expect(await list('AGAIN')).toEqual({ ...listed([]), nDevices: first.length, devices: first });
    }
    // from another product, but sorted between existing devices
    const second = many('AGAIN-2', 64);
    await service.storeDevices(second);
    const both = [...first.slice(0, 64), ...second, ...first.slice(64)];
    for (let round = 0; round < 2; round++) {
      expect(await list('AGAIN')).toEqual({ ...listed([]), nDevices: both.length, devices: both });
      expect(await list('AGAIN-2')).toEqual({ ...listed([]), nDevices: second.length, devices: second });
    }
  });

  test.each([
    [{ type: 'lost' }, 'type: expected one of registered, paired, unpaired.'],
    [{ type: 1 }, 'type: expected one of registered, paired, unpaired.'],
    [{ filter: 'on' }, 'filter: expected one of online, offline.'],
    [{ filter: ['online'] }, 'filter: expected one of online, offline.'],
    [{ productID: 7 }, 'productID: expected a string.'],
    [{ productID: { $gt: '' } }, 'productID: expected a string.'],
  ])('%j is rejected', async (body, message) => {
    expect(await service.callOperation('/devices/get', body)).toMatchObject({
      status: 400,
      body: { code: 'DATA-INVALID', message, at: `/${Object.keys(body)[0]}` },
    });
  });
});
