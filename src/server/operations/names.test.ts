import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

describeOnEachDatabase('names of inherited JavaScript properties', (service) => {
  test('work as field names', async () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
    const document = (id: string, value: number) =>
      `{"documentID":"${id}",${names.map((name) => `"${name}":${value}`).join(',')},"in":{"__proto__":${value}}}`;
    await service.storeDocuments('names', [document('a', 1), document('b', 2), '{"documentID":"c"}']);
    const find = async (stage: string) => {
      const body = `{"collection":"names","pipeline":[${stage}]}`;
      return (await service.callOperation('/datastore/pipeline', body)).text;
    };
    const ask = async (stage: string) =>
      [...(await find(stage)).matchAll(/"documentID": "(.)"/g)].map(([, id]) => id).join('');
    for (const name of [...names, 'in.__proto__']) {
      expect(await ask(`{"type":"match","filter":{"${name}":2}}`)).toBe('b');
      expect(await ask(`{"type":"match","filter":{"${name}":{"$gte":1}}}`)).toBe('ab');
      expect(await ask(`{"type":"match","filter":{"${name}":{"$exists":false}}}`)).toBe('c');
      expect(await ask(`{"type":"sort","specs":{"${name}":-1}}`)).toBe('bac');
    }
    expect(await ask('{"type":"match","filter":{"in":{"__proto__":2}}}')).toBe('b');
    const kept = await find('{"type":"project","specs":{"__proto__":1,"constructor":1}}');
    expect(kept).toMatch(/{"documentID": "a", "__proto__": 1, "constructor": 1}/);
    const rest = await find('{"type":"project","specs":{"__proto__":0,"in.__proto__":0}}');
    expect(rest).toContain('"in": {}');
    expect(rest).not.toContain('__proto__');
  });

  test('do not pollute other objects', async () => {
    const body = '{"__proto__":{"collection":"mixed"},"constructor":{"prototype":{"collection":"mixed"}}}';
    const stage = '{"collection":"mixed","pipeline":[{"__proto__":{"type":"match"}}]}';
    const hidden = '{"collection":"mixed","pipeline":[{"type":"match","filter":{"a":{"__proto__":{"$where":1}}}}]}';
    for (const [text, at] of [
      [body, '/collection'],
      [stage, '/pipeline/0/type'],
      [hidden, '/pipeline/0/filter/a/__proto__/$where'],
    ] as const) {
      const answer = await service.callOperation('/datastore/pipeline', text);
      expect(answer).toMatchObject({ status: 400, body: { at } });
    }
    expect(Object.hasOwn(Object.prototype, 'collection')).toBe(false);
  });
});
