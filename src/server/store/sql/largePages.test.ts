import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer } from '#server/http/httpServer.ts';
import { createNoise } from '#server/testing/createNoise.ts';
import { canMountMemoryDisk, mountMemoryDisk } from '#server/testing/mountMemoryDisk.ts';
import { describeOnEachDatabase, TEST_KEY, TEST_TOKEN } from '#server/testing/testService.ts';

const COUNT = 20;

/** Text of a document. Every second one compresses well. */
const textOf = (n: number) => (n % 2 ? createNoise(1_000_000, n) : 'x'.repeat(1_000_000));

describeOnEachDatabase('pages of large documents', { quickOn: 'postgres' }, (service) => {
  beforeAll(async () => {
    for (let n = 0; n < COUNT; n++) {
      const text = textOf(n);
      await service.storeDocuments('large', [{ documentID: `d${n}`, n, text, half: n % 2 === 0, deep: { a: 1 } }]);
    }
  }, 120_000);

  const page = (pipeline: unknown[]) => service.callOperation('/datastore/pipeline', { collection: 'large', pipeline });

  test('contain the same documents as pages of small documents', async () => {
    const sort = { type: 'sort', specs: { n: -1 } };
    const { body } = await page([sort, { type: 'project', specs: { text: 1, n: 1 } }]);
    const { nDocuments, documents } = body as { nDocuments: number; documents: Record<string, unknown>[] };
    expect(nDocuments).toBe(COUNT);
    expect(documents.map(({ documentID }) => documentID)).toEqual(
      [...Array(COUNT).keys()].map((n) => `d${n}`).reverse(),
    );
    // keeps failure messages short
    for (const { n, text } of documents) if (text !== textOf(Number(n))) throw new Error(`${n} has another text`);
    const matched = await page([
      { type: 'match', filter: { half: true } },
      { type: 'project', specs: { text: 0 } },
    ]);
    const second = { documentID: 'd2', deep: { a: 1 } };
    expect(matched.body).toMatchObject({ nDocuments: COUNT / 2, documents: { 1: second } });
  });

  test.runIf(canMountMemoryDisk())(
    'are aborted when the folder for temporary files is full, with a log entry',
    async () => {
      // space for the first part of the page
      const disk = mountMemoryDisk('size=5m');
      vi.stubEnv('TMPDIR', disk.path);
      const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const server = await startHttpServer(service.app, '127.0.0.1', 0);
      onTestFinished(async () => {
        await server.stop();
        printed.mockRestore();
        vi.unstubAllEnvs();
        disk.remove();
      });
      const response = await fetch(`http://127.0.0.1:${server.port}/api/datastore/pipeline?apiKey=${TEST_KEY}`, {
        method: 'POST',
        headers: { authorization: TEST_TOKEN, 'content-type': 'application/json', 'accept-encoding': 'identity' },
        body: '{"collection":"large"}',
      });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
      await vi.waitUntil(() => service.logEntries.at(-1)?.status !== 200, { timeout: 30_000 });
      expect(service.logEntries.at(-1)).toMatchObject({
        requestId: response.headers.get('x-request-id'),
        status: 503,
        error: `The folder for temporary files ${disk.path} is full (ENOSPC). Set TMPDIR to a folder with more space.`,
      });
      expect(printed).not.toHaveBeenCalled();
    },
  );
});
