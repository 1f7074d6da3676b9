import { expect, test, vi } from 'vitest';
import { LazyModule, startIdlePreload } from './lazyModule.ts';

test('loads the code once for all callers, and then returns it synchronously', async () => {
  const load = vi.fn(async () => 'code');
  const later = new LazyModule(load);
  expect(later.code).toBeUndefined();
  expect(await Promise.all([later.load(), later.load()])).toEqual(['code', 'code']);
  expect(later.code).toBe('code');
  await later.load();
  expect(load).toHaveBeenCalledOnce();
});

test('a failed load is retried by the next caller', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('gone'));
  const later = new LazyModule(load);
  await expect(later.load()).rejects.toThrow('gone');
  expect(later.code).toBeUndefined();
  expect(await later.load()).toBe('code');
});

test('preloads modules in turn, except seldom used ones, continues after a failure, and can be stopped', async () => {
  const order: string[] = [];
  const piece = (name: string, fails = false) =>
    new LazyModule(async () => {
      order.push(name);
      if (fails) throw new Error(name);
      return name;
    });
  const seldom = vi.fn(async () => 'seldom');
  new LazyModule(seldom, { seldom: true });
  const [first, gone, last] = [piece('first'), piece('gone', true), piece('last')];
  await piece('wanted before').load();
  const stop = startIdlePreload();
  await vi.waitFor(() => expect(last.code).toBe('last'), { timeout: 30_000 });
  stop();
  expect(order).toEqual(['wanted before', 'first', 'gone', 'last']);
  expect([first.code, gone.code, seldom.mock.calls.length]).toEqual(['first', undefined, 0]);
  const unwanted = piece('unwanted');
  startIdlePreload()();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unwanted.code).toBeUndefined();
});
