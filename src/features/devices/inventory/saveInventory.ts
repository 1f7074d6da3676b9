import { INVENTORY } from '#fleet/model/joined.ts';
import type { Outcome } from '#fleet/questions/inventory.ts';
import { formatCsvLine } from '#lib/csv.ts';
import { createFileWriter } from '#lib/fileWriter.ts';
import type { PastedList } from './useInventory.ts';

export async function saveInventory({ found }: PastedList, outcome?: Outcome): Promise<void> {
  const name = `${INVENTORY}${outcome ? `-${outcome.replace(' ', '-')}` : ''}.csv`;
  const target = await createFileWriter(name, 'text/csv').catch(() => undefined);
  if (!target || !found) return;
  await target.write(formatCsvLine(['line', 'entry', 'outcome']));
  for (const entry of found.inventory.entries) {
    if (outcome && entry.outcome !== outcome) continue;
    await target.write(formatCsvLine([String(entry.line), entry.text, entry.outcome]));
  }
  await target.close();
}
