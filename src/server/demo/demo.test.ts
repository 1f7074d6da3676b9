import { expect, test } from 'vitest';
import { databases, openDatabase } from '#server/testing/service.ts';
import { DEMO_COLLECTIONS, makeDemo } from './demo.ts';

test('the demo is the same on every database, to the byte', async () => {
  const sums = new Set<string>();
  for (const kind of databases()) {
    const { database, remove } = await openDatabase(kind);
    await makeDemo(database, 'p', { devices: 60, documents: 1200, seed: 5 });
    const [row] = await database.query(
      `select (select md5(string_agg(record || online, ',' order by device_id)) from device),
         (select md5(string_agg(seq || document_id || body, ',' order by collection, seq)) from document),
         (select string_agg(name, ',' order by name collate "C") from collection where documents > 0)`,
    );
    sums.add(JSON.stringify(row));
    expect(row?.[2]).toBe([...DEMO_COLLECTIONS].sort().join(','));
    await database.close();
    await remove();
  }
  expect(sums.size).toBe(1);
});
