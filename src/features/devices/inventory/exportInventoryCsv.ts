import { JOINED_INVENTORY_FIELD } from '#contract/device.ts';
import type { EntryOutcome } from '#fleet/queries/reconcileInventory.ts';
import { formatCsvLine } from '#lib/csv.ts';
import { openFileWriter } from '#lib/fileWriter.ts';
import type { InventoryState } from './useInventory.ts';

export async function exportInventoryCsv({ found }: InventoryState, outcome?: EntryOutcome): Promise<void> {
  const name = `${JOINED_INVENTORY_FIELD}${outcome ? `-${outcome.replace(' ', '-')}` : ''}.csv`;
  const target = await openFileWriter(name, 'text/csv').catch(() => undefined);
  if (!target || !found) return;
  await target.write(formatCsvLine(['line', 'entry', 'outcome']));
  for (const entry of found.inventory.entries) {
    if (outcome && entry.outcome !== outcome) continue;
    await target.write(formatCsvLine([String(entry.line), entry.text, entry.outcome]));
  }
  await target.close();
}
