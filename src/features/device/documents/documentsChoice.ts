import { isJsonObject } from '#lib/json/json.ts';
import { settingByConnection } from '#lib/setting.ts';
import type { DocumentsChoice } from '#pipeline/ask/deviceDocuments.ts';

/** Where a connection's documents name their device; parts that were not chosen are ''. */
export const documentsChoice = settingByConnection<DocumentsChoice>({
  name: 'deviceDocuments',
  fallback: { collection: '', field: '', time: '' },
  read: (kept) => {
    if (!isJsonObject(kept)) return undefined;
    const { collection, field, time } = kept;
    const texts = typeof collection === 'string' && typeof field === 'string' && typeof time === 'string';
    return texts ? { collection, field, time } : undefined;
  },
});
