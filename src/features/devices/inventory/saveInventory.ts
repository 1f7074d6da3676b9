import { INVENTORY } from '#fleet/model/joined.ts';
import type { Outcome } from '#fleet/questions/inventory.ts';
import { csvLine } from '#lib/csv.ts';
import { fileTarget } from '#lib/fileTarget.ts';
import type { PastedList } from './useInventory.ts';

/** Writes the entries of one outcome, or all of them, as CSV. */
export async function saveInventory({ found }: PastedList, outcome?: Outcome): Promise<void> {
  const name = `${INVENTORY}${outcome ? `-${outcome.replace(' ', '-')}` : ''}.csv`;
  const target = await fileTarget(name, 'text/csv').catch(() => undefined);
  if (!target || !found) return;
  await target.write(csvLine(['line', 'entry', 'outcome']));
  for (const entry of found.inventory.entries) {
    if (outcome && entry.outcome !== outcome) continue;
    await target.write(csvLine([String(entry.line), entry.text, entry.outcome]));
  }
  await target.close();
}
