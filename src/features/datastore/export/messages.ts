import { pluralize } from '#lib/formatNumber.ts';

export const datastoreExportMessages = {
  allFieldsOfAllDocuments: 'all fields of all documents',
  allPages: 'all pages',
  columns: 'Columns',
  couldNotWriteFile: (message: string) => `Could not write the file: ${message}`,
  csv: 'CSV, one column per field',
  dataChangedDuringExport: 'The data changed during the export.',
  documents: 'Documents',
  documentsOfPages: (documents: number, pages: number, characters: string, duration: string) =>
    `${pluralize(documents, 'document')} of ${pluralize(pages, 'page')}, ${characters} ${duration}`,
  duplicatesSkipped: (duplicates: number) => `${duplicates} skipped.`,
  export: 'Export',
  exportAllPages: 'Export all pages',
  exportDocuments: (documents: string) => `Export ${documents}`,
  exportedSummary: (summary: string) => `Exported ${summary}.`,
  fetchesEveryPageTwice: 'Fetches every page twice: first for the columns, then for the rows.',
  findingColumns: 'finding columns',
  format: 'Format',
  inMsS: (ms: string) => `in ${ms} s`,
  json: 'JSON, one array',
  ndjson: 'NDJSON, one document per line',
  resumeFromPageNextPage: (nextPage: number) => `Resume from page ${nextPage}`,
  signInAgain: 'sign in again, then resume',
  stoppedAfterSummary: (summary: string) => `Stopped after ${summary}.`,
  theShown: (shown: number) => `the ${shown} shown`,
  thisPage: (documents: string) => `this page, ${documents}`,
};
