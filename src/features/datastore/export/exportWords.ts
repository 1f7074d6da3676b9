import { counted } from '#lib/counts.ts';
import type { ExportReport } from '#pipeline/ask/exportPages.ts';

/** What an export was, in sentences; `ms` is how long it took. */
export function reportWords({ report, name, ms }: { report: ExportReport; name: string; ms: number }): string {
  const { complete, documents, pages, duplicates, changed, characters, error } = report;
  const took = `in ${(ms / 1000).toFixed(1)} s`;
  const what = `${counted(documents, 'document')} of ${counted(pages, 'page')}, ${size(characters)} ${took}`;
  const ended = complete ? `Exported ${what}.` : `Stopped after ${what}; ${name} keeps them.`;
  const cause = error && error.name !== 'AbortError' && !complete ? ` ${error.message}` : '';
  const twice = duplicates > 0 ? ` ${duplicates} that came twice were left out.` : '';
  return `${ended}${cause}${twice}${changed ? ' The data changed during the export.' : ''}`;
}

export function size(characters: number): string {
  return characters < 1_000_000 ? `${Math.ceil(characters / 1000)} kB` : `${(characters / 1_000_000).toFixed(1)} MB`;
}
