import { beforeAll, expect, test } from 'vitest';
import { createNoise } from '#server/testing/createNoise.ts';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

const COUNT = 2500;
const MB = 1024 * 1024;
const EVEN = Array.from({ length: 900 }, (_, n) => 2 * n);

type Answer = { documents?: { documentID: string }[]; nDocuments?: number; message?: string };

describeOnEachDatabase('a page size in the request', { quickOn: 'postgres' }, (service) => {
  beforeAll(async () => {
    const documents = Array.from({ length: COUNT }, (_, n) => ({ documentID: `d${n}`, n, even: n % 2 === 0 }));
    await service.storeDocuments('many', documents);
    for (let n = 0; n < 12; n++)
      await service.storeDocuments('large', [{ documentID: `l${n}`, text: createNoise(n === 5 ? 3 * MB : MB, n) }]);
    await service.storeDocuments('huge', [{ documentID: 'h', text: createNoise(9 * MB, 1) }, { documentID: 'small' }]);
    const text = '\u0001'.repeat(MB / 4);
    const escaped = Array.from({ length: 10 }, (_, n) => ({ documentID: `e${n}`, text }));
    await service.storeDocuments('escaped', escaped);
  });

  const read = async (body: object) => {
    const { status, body: answer } = await service.callOperation('/datastore/pipeline', body);
    const { documents = [], ...rest } = answer as Answer;
    return { status, ids: documents.map(({ documentID }) => documentID), ...rest };
  };

  test.each<[string, unknown[], (n: number) => boolean]>([
    ['all documents', [], () => true],
    ['a match', [{ type: 'match', filter: { even: true } }], (n) => n % 2 === 0],
    ['a rare match', [{ type: 'match', filter: { n: { $gte: 2000 } } }], (n) => n >= 2000],
    ['a list of values', [{ type: 'match', filter: { n: { $in: EVEN } } }], (n) => n % 2 === 0 && n < 1800],
    ['a sort', [{ type: 'sort', specs: { n: 1 } }], () => true],
    ['a project', [{ type: 'project', specs: { n: 1 } }], () => true],
  ])('%s gives the same documents at any page size', async (_, pipeline, keeps) => {
    const expected = [...Array(COUNT).keys()].filter(keeps).map((n) => `d${n}`);
    // one size after the other: values cached for one must be valid for the next
    for (const pageSize of [1000, 7, 333, undefined, 1000]) {
      const size = pageSize ?? 20;
      const pages = Math.ceil(expected.length / size) + 1;
      const some =
        size < 100 ? [1, 2, Math.floor(pages / 2), pages - 1, pages] : Array.from({ length: pages }, (_, n) => n + 1);
      for (const nPage of some) {
        const { ids } = await read({ collection: 'many', pipeline, nPage, pageSize });
        expect(ids, `page ${nPage} of ${size}`).toEqual(expected.slice((nPage - 1) * size, nPage * size));
      }
    }
  });

  test('a page over 8 MB is rejected with a suggested size', async () => {
    const refused = await read({ collection: 'large', pageSize: 12 });
    expect(refused).toMatchObject({
      status: 413,
      code: 'PAGE-TOO-LARGE',
      message: 'This page is larger than 8 MB. Request a pageSize of 2 or less.',
      at: '/pageSize',
    });
    const ids: string[] = [];
    for (let nPage = 1; nPage <= 6; nPage++) ids.push(...(await read({ collection: 'large', pageSize: 2, nPage })).ids);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, n) => `l${n}`));
    const projected = [{ type: 'project', specs: { text: 0 } }];
    expect((await read({ collection: 'large', pageSize: 1000, pipeline: projected })).nDocuments).toBe(12);
    const { message } = await read({ collection: 'escaped', pageSize: 10 });
    expect(message).toBe('This page is larger than 8 MB. Request a pageSize of 5 or less.');
  });

  test('a page of the default size, or of one document, may be larger', async () => {
    expect((await read({ collection: 'large' })).nDocuments).toBe(12);
    expect((await read({ collection: 'huge', pageSize: 1 })).ids).toEqual(['h']);
    expect((await read({ collection: 'huge', pageSize: 2 })).message).toContain('a pageSize of 1 or less');
  });

  test('a page of groups over 8 MB is rejected, too', async () => {
    const pipeline = [{ type: 'group', condition: { id: '$documentID' }, fields: { text: { $first: '$text' } } }];
    expect(await read({ collection: 'large', pipeline })).toMatchObject({ status: 413, code: 'PAGE-TOO-LARGE' });
    expect(await read({ collection: 'large', pipeline, pageSize: 2 })).toMatchObject({ status: 200, nDocuments: 2 });
  });
});
