import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFailingStage } from './findFailingStage.ts';

const { signal } = new AbortController();

test('finds the first failing stage within log2(stages) + 2 requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.nat(), async (stages, any) => {
      const at = any % stages;
      const asked: number[] = [];
      const refuses = async (first: number) => {
        asked.push(first);
        return first > at;
      };
      const found = await findFailingStage({ stages, isRejected: refuses, signal });
      expect(found).toEqual({ at, requests: asked.length });
      expect(asked.length).toBeLessThanOrEqual(Math.log2(stages) + 2);
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked).not.toContain(stages);
    }),
  );
});

test('blames no stage if the query fails without stages', async () => {
  expect(await findFailingStage({ stages: 4, isRejected: async () => true, signal })).toEqual({ at: -1, requests: 3 });
});

test('reports progress, passes errors on, and stops when canceled', async () => {
  const told: number[] = [];
  const onProgress = (requests: number) => told.push(requests);
  await findFailingStage({ stages: 8, isRejected: async (first) => first > 5, signal, onProgress });
  expect(told).toEqual([1, 2, 3]);
  const failure = new Error('no network');
  const failing = findFailingStage({ stages: 8, isRejected: () => Promise.reject(failure), signal });
  await expect(failing).rejects.toBe(failure);
  const controller = new AbortController();
  const refuses = async () => {
    controller.abort();
    return true;
  };
  await expect(findFailingStage({ stages: 8, isRejected: refuses, signal: controller.signal })).rejects.toThrow();
});
