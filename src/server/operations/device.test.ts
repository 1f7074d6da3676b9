import { beforeAll, expect, test } from 'vitest';
import { DEVICE_FIELD_NAMES } from '#contract/device.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

describeOnEachDatabase('get one device', (service) => {
  const [first] = TEST_FLEET;
  beforeAll(() => service.storeDevices(TEST_FLEET));

  const message = 'Details of the device are successfully fetched: ';
  const fetched = (device: unknown) => ({ status: 200, body: { code: 'DEVICE-DETAILS-FETCHED', message, device } });

  const outcome = async (body: unknown) => {
    const answer = await service.callOperation('/device/get', body);
    return { status: answer.status, body: answer.body };
  };

  test.each([undefined, null, ''])('path %j returns the whole record', async (path) => {
    expect(await outcome({ deviceID: 'GATEWAY-1', path })).toEqual(fetched(first));
  });

  test.each(DEVICE_FIELD_NAMES)('path %s returns only that field', async (path) => {
    expect(await outcome({ deviceID: 'GATEWAY-1', path })).toEqual(fetched({ [path]: first?.[path] }));
  });

  test('path can name additional fields', async () => {
    const location = { site: 'Harbour' };
    expect(await outcome({ deviceID: 'EXTRA-1', path: 'location' })).toEqual(fetched({ location }));
  });

  test.each(['nothing', 'location.site', '__proto__', 'toString', 'Admin'])('path %s is undefined', async (path) => {
    expect(await outcome({ deviceID: 'GATEWAY-1', path })).toEqual({
      status: 400,
      body: { code: 'PATH-INVALID', message: 'Data is undefined at the specified path.' },
    });
  });

  test.each(['UNKNOWN', 'gateway-1', "' or true --"])('%s is not registered', async (deviceID) => {
    expect(await outcome({ deviceID })).toEqual({
      status: 404,
      body: { code: 'DEVICE-ID-INVALID', message: 'Device is not registered with the project.' },
    });
  });

  const missing = 'Device ID is required for fetching its details.';
  test.each([
    [{}, missing, '/deviceID'],
    [{ deviceID: null }, missing, '/deviceID'],
    [{ deviceID: '', path: 'admin' }, missing, '/deviceID'],
    [{ deviceID: 5 }, 'deviceID: expected a string.', '/deviceID'],
    [{ deviceID: { $gt: '' } }, 'deviceID: expected a string.', '/deviceID'],
    [{ deviceID: 'GATEWAY-1', path: 5 }, 'path: expected a string.', '/path'],
    [{ deviceID: 'GATEWAY-1', path: ['admin'] }, 'path: expected a string.', '/path'],
  ])('%j is rejected', async (body, message, at) => {
    expect(await outcome(body)).toEqual({ status: 400, body: { code: 'DATA-INVALID', message, at } });
  });
});

describeOnEachDatabase('a record is returned as stored', (service) => {
  const record =
    '{"deviceID":"D","zeta":9007199254740993,"ratio":1.10,"text":"a\\u0000b\\ud800","__proto__":{"a":null}}';
  const insert = `insert into device values ('test', 'D', 'P', true, true, 1, $1)`;
  beforeAll(() => service.store.database.query(insert, [record]));

  test('as a whole', async () => {
    expect((await service.callOperation('/device/get', { deviceID: 'D' })).text).toContain(`"device":${record}}`);
    expect((await service.callOperation('/devices/get', {})).text).toContain(`"devices":[${record}]}`);
  });

  test.each([
    ['zeta', '9007199254740993'],
    ['ratio', '1.10'],
    ['text', '"a\\u0000b\\ud800"'],
    ['__proto__', '{"a":null}'],
  ])('field %s', async (path, text) => {
    const answer = await service.callOperation('/device/get', { deviceID: 'D', path });
    expect(answer.text).toContain(`"device":{${JSON.stringify(path)}:${text}}}`);
  });
});
