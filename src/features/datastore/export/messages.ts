import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const datastoreExportMessages = {
  allFields: (rows: string) => `all fields of all ${rows}`,
  allFieldsHint: 'Fetches every page twice: first for the columns, then for the rows.',
  allPages: 'all pages',
  columns: 'Columns',
  countOfSkippedDuplicates: (duplicates: number) => `${duplicates} skipped.`,
  csvFormat: 'CSV, one column per field',
  dataChanged: 'The data changed during the export.',
  elapsedSeconds: (seconds: string) => `in ${seconds} s`,
  export: 'Export',
  exportAllPages: 'Export all pages',
  exportFinished: (summary: string) => `Exported ${summary}.`,
  exportPage: (documents: string) => `Export ${documents}`,
  exportStopped: (summary: string) => `Stopped after ${summary}.`,
  exportSummary: (rows: string, pages: number, characters: string, duration: string) =>
    `${rows} of ${formatCountWithNoun(pages, 'page')}, ${characters} ${duration}`,
  findingColumns: 'finding columns',
  format: 'Format',
  jsonFormat: 'JSON, one array',
  ndjsonFormat: 'NDJSON, one document per line',
  resumeFromPage: (page: number) => `Resume from page ${page}`,
  shownFields: (count: number) => `the ${count} shown`,
  signInToResume: 'sign in again, then resume',
  thisPage: (documents: string) => `this page, ${documents}`,
  writingFailed: (message: string) => `Could not write the file: ${message}`,
};
