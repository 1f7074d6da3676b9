import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

describeOnEachDatabase('names of inherited JavaScript properties', {}, (service) => {
  test('work as field names', async () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const document = (id: string, value: number) =>
      `{"documentID":"${id}",${names.map((name) => `"${name}":${value}`).join(',')},"in":{"__proto__":${value}}}`;
    await service.storeDocuments('names', [document('a', 1), document('b', 2), '{"documentID":"c"}']);
    const ask = async (stage: string) => {
      const { status, text } = await service.callOperation(
        '/datastore/pipeline',
        `{"collection":"names","pipeline":[${stage}]}`,
      );
      return `${status} ${[...text.matchAll(/"documentID": "(.)"/g)].map(([, id]) => id).join('')}`;
    };
    for (const name of [...names, 'in.__proto__']) {
      expect(await ask(`{"type":"match","filter":{"${name}":2}}`)).toBe('200 b');
      expect(await ask(`{"type":"match","filter":{"${name}":{"$gte":1}}}`)).toBe('200 ab');
      expect(await ask(`{"type":"match","filter":{"${name}":{"$exists":false}}}`)).toBe('200 c');
      expect(await ask(`{"type":"sort","specs":{"${name}":-1}}`)).toBe('200 bac');
    }
    expect(await ask('{"type":"match","filter":{"in":{"__proto__":2}}}')).toBe('200 b');
    const keep = '{"type":"project","specs":{"__proto__":1,"constructor":1}}';
    const { text } = await service.callOperation('/datastore/pipeline', `{"collection":"names","pipeline":[${keep}]}`);
    expect(text).toMatch(/{"documentID": "a", "__proto__": 1, "constructor": 1}/);
    const drop = '{"type":"project","specs":{"__proto__":0,"in.__proto__":0}}';
    const { text: rest } = await service.callOperation(
      '/datastore/pipeline',
      `{"collection":"names","pipeline":[${drop}]}`,
    );
    expect(rest).toContain('"in": {}');
    expect(rest).not.toContain('__proto__');
  });

  test('do not pollute other objects', async () => {
    const body = '{"__proto__":{"collection":"mixed"},"constructor":{"prototype":{"collection":"mixed"}}}';
    const { status, body: answer } = await service.callOperation('/datastore/pipeline', body);
    expect({ status, answer }).toEqual({
      status: 400,
      answer: { code: 'DATA-INVALID', message: 'Collection name is required to be specified.', at: '/collection' },
    });
    const stage = '{"collection":"mixed","pipeline":[{"__proto__":{"type":"match"}}]}';
    expect((await service.callOperation('/datastore/pipeline', stage)).body).toMatchObject({
      message: 'pipeline[0].type: expected a string that names the stage.',
    });
    const hidden = '{"collection":"mixed","pipeline":[{"type":"match","filter":{"a":{"__proto__":{"$where":1}}}}]}';
    expect((await service.callOperation('/datastore/pipeline', hidden)).status).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'collection')).toBe(false);
  });
});
