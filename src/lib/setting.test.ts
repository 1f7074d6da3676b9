import { beforeEach, expect, test, vi } from 'vitest';
import { createPerConnectionSetting, removeConnectionSettings, setting } from './setting.ts';

const kept = new Map<string, string>();

const localStorage = new Proxy(
  {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
  {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: '' }),
  },
);

beforeEach(() => {
  kept.clear();
  const tab = new EventTarget();
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  vi.stubGlobal('dispatchEvent', tab.dispatchEvent.bind(tab));
});

const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

function rowHeight() {
  return setting({ name: 'rowHeight', fallback: 36, parse: number });
}

test('keeps the value for the next visit', () => {
  expect(rowHeight().get()).toBe(36);
  rowHeight().set(28);
  expect(rowHeight().get()).toBe(28);
  expect(rowHeight().getDroppedParts()).toEqual([]);
});

test('ignores a value of another version, and reads a value without a version', () => {
  kept.set('fleetlens.rowHeight', '{"v":2,"value":28}');
  expect(rowHeight().get()).toBe(36);
  kept.set('fleetlens.rowHeight', '30');
  expect(rowHeight().get()).toBe(30);
});

test('drops and reports a damaged value until the user sets a new one', () => {
  kept.set('fleetlens.rowHeight', '{"v":1,"val');
  const damaged = rowHeight();
  expect([damaged.get(), damaged.getDroppedParts()]).toEqual([36, ['all of it']]);
  damaged.set(28);
  expect(damaged.getDroppedParts()).toEqual([]);
});

test('reports a damaged part, and keeps the rest', () => {
  kept.set('fleetlens.widths', '{"v":1,"value":{"a":1,"b":"wide"}}');
  const widths = setting<Record<string, number>>({
    name: 'widths',
    fallback: {},
    parse: (value, drop) => {
      const entries = Object.entries(value as object).filter(([name, width]) => number(width) ?? void drop(name));
      return Object.fromEntries(entries);
    },
  });
  expect([widths.get(), widths.getDroppedParts()]).toEqual([{ a: 1 }, ['b']]);
});

test('notifies about a change in another tab', () => {
  const heard = vi.fn();
  const here = rowHeight();
  expect(here.get()).toBe(36);
  const stop = here.subscribe(heard);
  rowHeight().set(28);
  expect(heard).not.toHaveBeenCalled();
  dispatchEvent(Object.assign(new Event('storage'), { key: 'fleetlens.rowHeight' }));
  expect([here.get(), heard.mock.calls.length]).toEqual([28, 1]);
  stop();
});

test('settings of a connection are separate, removed with it, and restored with it', () => {
  const recent = () => createPerConnectionSetting({ name: 'page', fallback: 1, parse: number });
  recent()('a').set(5);
  recent()('b').set(7);
  expect([recent()('a').get(), recent()('b').get()]).toEqual([5, 7]);
  const bringBack = removeConnectionSettings('a');
  expect([recent()('a').get(), recent()('b').get()]).toEqual([1, 7]);
  bringBack();
  expect([recent()('a').get(), recent()('b').get()]).toEqual([5, 7]);
});

test('with blocked storage a value lasts until the page is left', () => {
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new Error('blocked');
    },
  });
  const here = setting({ name: 'unkept', fallback: 36, parse: number });
  here.set(28);
  expect(here.get()).toBe(28);
});
