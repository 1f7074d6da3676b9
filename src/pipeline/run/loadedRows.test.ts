import { expect, test } from 'vitest';
import { appendNewDocuments, loadMoreRows, mergeRefreshedPage } from './loadedRows.ts';

const row = (documentID: string, n = 0) => ({ documentID, n });

const shown = (documents: object[]) => ({ documents: documents as { n: number }[], newKeys: new Set<string>() });

test('a refresh puts new rows first, and updates the others in place', () => {
  const once = mergeRefreshedPage(shown([row('c'), row('b'), row('a')]), [row('e'), row('d'), row('c', 1)]);
  expect(once.documents).toEqual([row('e'), row('d'), row('c', 1), row('b'), row('a')]);
  expect([...once.newKeys]).toEqual(['ie', 'id']);
  expect(mergeRefreshedPage(once, [row('e'), row('d')])).toEqual(once);
  expect([...mergeRefreshedPage(once, [row('f'), row('e')]).newKeys]).toEqual(['if']);
});

test('distinguishes rows without a documentID by their content', () => {
  expect(mergeRefreshedPage(shown([{ n: 1 }]), [{ n: 2 }, { n: 1 }]).documents).toEqual([{ n: 2 }, { n: 1 }]);
});

test('a row repeated on a later page is kept once', () => {
  const [a, b, c] = [row('a'), row('b'), row('c')];
  expect(appendNewDocuments([a, b], [a, b, b, c, c])).toEqual([a, b, c]);
});

test('equal rows without a documentID are different rows', () => {
  const [info, error] = [{ level: 'info' }, { level: 'error' }];
  const once = appendNewDocuments([info, info], [info, info, error, info]);
  expect(once).toEqual([info, info, error, info]);
  expect(appendNewDocuments(once, [info, info, error, info, info])).toEqual([...once, info]);
});

test.each([
  // one page at a time, then two; at most one page beyond the wanted rows
  { wanted: 4, asked: [2, 3], rows: 4, more: true },
  { wanted: 100, asked: [2, 3, 4], rows: 5, more: false },
  { wanted: 5, asked: [2, 3, 4], rows: 5, more: false },
])('loads up to $wanted rows and knows whether there are more', async ({ wanted, asked, rows, more }) => {
  const pages = [[row('a'), row('b')], [row('c'), row('d')], [row('e')]];
  const seen: number[] = [];
  let count = 2;
  const ask = async (page: number) => {
    seen.push(page);
    return pages[page - 1] ?? [];
  };
  const onPage = (documents: readonly object[]) => {
    count += documents.length;
  };
  const { signal } = new AbortController();
  expect(await loadMoreRows({ fetchPage: ask, until: 1, rows: 2, wanted, signal, onPage })).toBe(more);
  expect([seen, count]).toEqual([asked, rows]);
});
