import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { OpenApiValidator } from '#contract/testing/openApiValidator.ts';
import { arbitraryRequest, type FuzzRequest } from '#server/testing/fuzz/arbitraryRequest.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { describeOnEachDatabase, type TestService } from '#server/testing/testService.ts';
import { FailedSignInLimiter } from './authentication.ts';
import { createStoreOperationHandler } from './operations.ts';

const RUNS = Number(process.env['FLEETLENS_FUZZ_RUNS'] ?? getTestRepeatCount(500, 20_000));
const SEED = Number(process.env['FLEETLENS_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

const PROGRESS = 10_000;

describeOnEachDatabase('any request', { quickOn: 'postgres' }, (service) => {
  beforeAll(async () => {
    await service.storeDevices(TEST_FLEET);
    await service.storeDocuments('c', [{ documentID: 'a', a: 1, b: { a: [1, { c: null }] } }, { a: 'x', s: 'ü' }, {}]);
  });

  test(
    `gets a valid response and changes nothing (seed ${SEED})`,
    async () => {
      const attempts = new FailedSignInLimiter();
      const operate = createStoreOperationHandler({ store: service.store, attempts });
      const app = service.createApp({ operate, log: undefined });
      const unheard: unknown[] = [];
      let sent = 0;
      const hear = (reason: unknown) => unheard.push(reason);
      process.on('unhandledRejection', hear);
      const before = await contents(service);
      const described = new OpenApiValidator(await (await service.request('/openapi.json', {}, app)).json());
      const send = async ({ path, query, method, headers, body }: FuzzRequest) => {
        attempts.clear();
        if (++sent % PROGRESS === 0) process.stderr.write(`${service.kind}: ${sent} requests\n`);
        const init = { method, headers, body: body as BodyInit };
        const response = await service.request(`${path}${query}`, init, app);
        expect(response.status).toBeLessThan(500);
        if (response.status === 204) return;
        const answer = await response.json();
        expect(answer).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        const operation = path.replace(/^\/api/, '');
        if (method === 'POST' && described.hasPath(operation)) {
          expect(described.findResponseError(operation, response.status, answer)).toBeUndefined();
        }
      };
      await fc.assert(fc.asyncProperty(arbitraryRequest, send), { numRuns: RUNS, seed: SEED });
      expect(await contents(service)).toEqual(before);
      expect(unheard).toEqual([]);
      process.off('unhandledRejection', hear);
    },
    60_000 + RUNS * 60,
  );

  test.each<[string, unknown]>([
    ['SQL in a dotted name', match({ "a'.b' or 1=1 --": 1, 'a") = 1 or ("b': 1 })],
    ['SQL in a path', { deviceID: "x' union select record from device --", path: "a' --" }],
    ['SQL in a product', { productID: "%' or '1'='1" }],
    ['an operator beside an earlier sibling', match({ a: { b: 1, $where: 'sleep(1)' } })],
    ['an operator in a list', match({ a: { $in: [{ $ne: 1 }] } })],
    ['an operator under another', match({ a: { $eq: { $gt: '' } } })],
    ['a cast in a name', match({ 'a::text': 1, 'a->>b': 1, $1: 1 })],
    ['a list where a name is due', { collection: ['c'], pipeline: [] }],
    ['a length where a list is due', { collection: 'c', pipeline: { length: 1e9 } }],
    ['a list as long as the body', match({ a: { $in: Array.from({ length: 200_000 }, (_, n) => n) } })],
    ['as many fields as the body holds', match(fields(80_000, 1))],
    ['a name as long as the body', match({ ['a.'.repeat(400_000)]: 1 })],
    ['32 stages of 64 operators each', many({ type: 'match', filter: fields(64, { $gt: 1, $lt: 5, $ne: 3 }) })],
    ['32 stages of deep projections', many({ type: 'project', specs: fields(64, 1, '.a'.repeat(15)) })],
    ['32 sorts', many({ type: 'sort', specs: fields(64, -1, '.a'.repeat(15)) })],
    ['32 groups', many({ type: 'group', condition: fields(8, '$a'), fields: fields(16, { $max: '$b' }, 'm') })],
    ['the number of a page beyond all pages', { collection: 'c', nPage: 9007199254740991 }],
  ])(
    '%s causes no error and no change',
    async (_, body) => {
      const before = await contents(service);
      for (const path of ['/devices/get', '/device/get', '/datastore/pipeline']) {
        const { status, text } = await service.callOperation(path, body);
        expect(status).toBeLessThan(500);
        expect(text).not.toMatch(/syntax|relation|column|select/i);
      }
      expect(await contents(service)).toEqual(before);
    },
    30_000,
  );
});

function match(filter: unknown) {
  return { collection: 'c', pipeline: [{ type: 'match', filter }] };
}

function many(stage: unknown) {
  return { collection: 'c', pipeline: Array(32).fill(stage) };
}

function fields(count: number, value: unknown, suffix = ''): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}${suffix}`, value]));
}

async function contents({ store: { database } }: TestService): Promise<unknown> {
  const sum = (table: string) => `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t)`;
  return database.query(`select ${['project', 'device', 'collection', 'document'].map(sum).join(', ')}`);
}
