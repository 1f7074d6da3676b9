import { expect, test } from 'vitest';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, TEST_PROJECT } from '#server/testing/testService.ts';
import { type InputFormat, readRawRecords } from './readRawRecords.ts';
import { createDeviceImport, createDocumentImport, runImport } from './runImport.ts';

describeOnEachDatabase('import', { quickOn: 'postgres' }, (service) => {
  const documents = (collection: string, text: string, format: InputFormat = 'json') => {
    const { database } = service.store;
    const target = { project: TEST_PROJECT, collection };
    return runImport(database, createDocumentImport(database, target, records(text, format)));
  };
  const devices = (text: string) =>
    runImport(
      service.store.database,
      createDeviceImport({ project: TEST_PROJECT, onlineField: 'online' }, records(text, 'json')),
    );
  const found = async (collection: string, nPage = 1) => {
    const { text } = await service.callOperation('/datastore/pipeline', { collection, nPage });
    return text.slice(text.indexOf('"documents":') + 12, -1);
  };

  test('documents keep every digit and their order', async () => {
    const text = '{"documentID":"b","n":9007199254740993}\n{"documentID":"a","n":1.10}';
    expect(await documents('exact', text)).toMatchObject({ stored: 2 });
    expect(await found('exact')).toBe('[{"documentID": "b", "n": 9007199254740993},{"documentID": "a", "n": 1.10}]');
  });

  test('a document without an ID gets one', async () => {
    await documents('anonymous', '{"n":1}\n{"n":2}');
    const list = JSON.parse(await found('anonymous')) as { documentID: string; n: number }[];
    expect(list.map(({ n }) => n)).toEqual([1, 2]);
    expect(new Set(list.map(({ documentID }) => documentID)).size).toBe(2);
  });

  test('a second import continues after the first', async () => {
    await documents('twice', lines(0, 2500));
    await documents('twice', lines(2500, 30));
    expect(JSON.parse(await found('twice', 127))).toEqual(
      Array.from({ length: 10 }, (_, n) => ({ documentID: `d${2520 + n}`, n: 2520 + n })),
    );
    const sql = `select min(seq), max(seq), count(*) from document where collection = 'twice'`;
    const [row] = await service.store.database.query(sql);
    expect(row).toEqual(['1', '2530', '2530']);
  });

  const LINE_BREAK = 'a string contains a line break or control character at character 8 of the record';
  const UNSTORABLE = 'the record contains a character or number that the database cannot store';
  test.each<[string, string, number, string, InputFormat?]>([
    ['text that is not JSON', `${lines(0, 5000)}\n{"a":`, 5001, 'unexpected end at character 6 of the record'],
    ['a list instead of an object', '{}\n[]', 2, 'expected a JSON object'],
    ['an ID that is not text', '{"documentID":5}', 1, 'documentID: expected text'],
    ['an empty ID', '{}\n{"documentID":""}', 2, 'documentID: is empty'],
    ['an ID that is null', '{"documentID":null}', 1, 'documentID: is null'],
    ['a long ID', `{}\n{"documentID":"${'é'.repeat(4500)}"}`, 2, 'documentID: longer than 1,000 bytes'],
    ['an ID again', `${lines(0, 3000)}\n{"documentID":"d77"}`, 3001, 'the documentID "d77" is already used in line 78'],
    ['NUL', `${lines(0, 10)}\n{"a":"\\u0000"}`, 11, UNSTORABLE],
    ['a lone surrogate', '{"a":"\\ud800"}', 1, UNSTORABLE],
    ['a number out of range', '{"a":1e999999}', 1, 'a number is out of range at character 6 of the record'],
    ['a number with too many digits', '{}\n{"a":1e100000}', 2, 'a number is out of range at character 6 of the record'],
    [
      'endless nesting',
      `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
      1,
      'nested deeper than 100 levels at character 105 of the record',
    ],
    ['a line break within a string', '[{"a":1},\n {"b":"x\ny"}]', 2, LINE_BREAK, 'json'],
    ['an error in many lines', '[\n{\n"a": 1,\n"b" 2\n}]', 4, 'expected a colon at character 15 of the record', 'json'],
  ])('%s is reported with its line, and nothing is stored', async (_, text, line, message, format) => {
    await expect(documents('bad', text, format)).rejects.toMatchObject({ line, message });
    expect(await found('bad')).toBe('[]');
    expect(await service.store.database.query(`select * from collection where name = 'bad'`)).toEqual([]);
  });

  test('devices keep their record as written, and are online according to the online field', async () => {
    const [first, second] = TEST_FLEET.map((device) => JSON.stringify(device));
    await devices(`${first?.replace('}', ',"online":true,"serial":9007199254740993}')}\n${second}`);
    const { text } = await service.callOperation('/devices/get', { filter: 'online' });
    expect(text).toContain('"nDevices":1');
    expect(text).toContain('"serial":9007199254740993');
  });

  test.each([
    [{ name: 5 }, 'name: expected text'],
    [{ admin: undefined }, 'admin: is missing'],
    [{ admin: null }, 'admin: is null'],
    [{ registeredAt: 1.5 }, 'registeredAt: expected a whole number of milliseconds'],
    [{ paired: 'yes' }, 'paired: expected true or false'],
    [{ deviceID: '' }, 'deviceID: is empty'],
    [{ deviceID: null }, 'deviceID: is null'],
    [{ deviceID: undefined }, 'deviceID: is missing'],
    [{ deviceID: 'OTHER' }, 'the deviceID "OTHER" is already used in line 1'],
    [{ deviceID: `${'x'.repeat(1001)}` }, 'deviceID: longer than 1,000 bytes'],
    [{ deviceID: 'GATEWAY-1' }, 'a device with the deviceID "GATEWAY-1" is already stored. Use --update to replace it'],
  ])('a device with %j is rejected', async (fields, message) => {
    const write = (more: object) => JSON.stringify({ ...TEST_FLEET[0], ...more });
    const [other, record] = [write({ deviceID: 'OTHER' }), write({ deviceID: 'NEW', ...fields })];
    const rejected = { line: 2, message: expect.stringContaining(message) };
    await expect(devices(`${other}\n${record}`)).rejects.toMatchObject(rejected);
    const { status } = await service.callOperation('/device/get', { deviceID: 'OTHER' });
    expect(status).toBe(404);
  });

  test.each([
    ['null', ',"lastPairedAt":null'],
    ['absent', ''],
  ])('stores 0 for a device never paired when the file has %s', async (word, member) => {
    const { lastPairedAt, ...rest } = TEST_FLEET[1] as Record<string, unknown>;
    const record = JSON.stringify({ ...rest, deviceID: `NEVER-${word}` });
    await devices(record.replace(/}$/, `${member},"more":1.10}`));
    const { text } = await service.callOperation('/device/get', { deviceID: `NEVER-${word}` });
    expect(text).toContain('"more":1.10,"lastPairedAt":0}');
    expect(lastPairedAt).not.toBe(0);
  });

  test('a repeated field is rejected', async () => {
    const record = JSON.stringify({ ...TEST_FLEET[0], deviceID: 'TWICE' }).replace('{', '{"name":"x",');
    await expect(devices(record)).rejects.toThrow('the field "name" occurs twice');
  });
});

function records(text: string, format: InputFormat) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  return readRawRecords(bytes(), { format });
}

function lines(from: number, count: number): string {
  return Array.from({ length: count }, (_, n) => `{"documentID":"d${from + n}","n":${from + n}}`).join('\n');
}
