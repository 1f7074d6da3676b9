import { expect, FAULT_SENTENCES, openSignedIn, test } from '#e2e/helpers/fixtures.ts';

test('counts devices after their list has loaded', { tag: '@long' }, async ({ page, service, places }) => {
  const { devices } = places;
  await service.fault('slow', { operation: 'devices' });
  await openSignedIn(page, service, '/devices');
  expect(await devices.count()).toBe(service.devices.length);
  await devices.search.fill('nothing has this name');
  await expect.poll(devices.count).toBe(0);
});

test('run() resolves with its rows, or settles on an error', { tag: '@long' }, async ({ page, service, places }) => {
  const { datastore, frame } = places;
  const visits = [3, 7].map((n) => ({ documentID: `v${n}`, n }));
  await service.seed({ documents: { visits } });
  await openSignedIn(page, service, '/datastore');
  await datastore.collection.fill('visits');
  await service.fault('slow', { operation: 'pipeline' });
  expect(await datastore.run()).toEqual(visits);
  await expect(await datastore.cells('n')).toHaveText(['3', '7'], { timeout: 1 });
  await service.calm();
  await service.fault('forbidden', { operation: 'pipeline' });
  await expect(datastore.run()).rejects.toThrow(FAULT_SENTENCES.failed);
  await service.calm();
  await service.fault('slow', { operation: 'pipeline', times: 1 });
  await frame.refresh.click();
  await datastore.settled();
  await expect(await datastore.cells('n')).toHaveText(['3', '7'], { timeout: 1 });
});
