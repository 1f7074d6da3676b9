import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testService.ts';

describeOnEachDatabase('a transaction', (service) => {
  test('reports the first error, not that the transaction has ended', async () => {
    const going = service.store.database.transaction(async (session) => {
      // the first error may belong to a statement that nobody awaits
      await session.query('select 1 / 0').catch(() => undefined);
      await session.query('select 1');
    });
    await expect(going).rejects.toMatchObject({ sqlState: '22012' });
  });
});
