import { basename, extname } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import { IMPORT_MESSAGES } from '#server/importing/messages.ts';
import { type InputEncoding, type InputFormat, resolveEncodingByBom } from '#server/importing/readRawRecords.ts';
import type { ImportInput } from './importInput.ts';

const FORMAT_BY_EXTENSION: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.tab': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

const EXCEL = ['an Excel workbook', 'In Excel, choose File > Save As > CSV UTF-8 (Comma delimited)'] as const;
const WORKBOOKS: Readonly<Record<string, readonly [kind: string, instead: string]>> = {
  '.xlsx': EXCEL,
  '.xlsm': EXCEL,
  '.xlsb': EXCEL,
  '.ods': ['an OpenDocument spreadsheet', 'In LibreOffice, choose File > Save As > Text CSV'],
  '.numbers': ['a Numbers spreadsheet', 'In Numbers, choose File > Export To > CSV'],
};

export function assertNoWorkbookExtension(path: string): void {
  const workbook = WORKBOOKS[extname(path).toLowerCase()];
  if (workbook === undefined) return;
  throw new CommandError(IMPORT_MESSAGES.namedWorkbook(basename(path), ...workbook));
}

/** Returns the format by file name, also before `.gz`. Undefined if the extension is unknown. */
export function getFormatByFileName(path: string): InputFormat | undefined {
  return FORMAT_BY_EXTENSION[extname(path.replace(/\.gz$/i, '')).toLowerCase()];
}

/**
 * Detects the format from the beginning of the input.
 * @throws CommandError for an unknown format
 */
export async function detectInputFormat(input: ImportInput, encoding: InputEncoding): Promise<InputFormat> {
  const read = (head: Uint8Array) => new TextDecoder(resolveEncodingByBom(head, encoding)).decode(head).trimStart();
  const text = read(await input.peek((head) => /^[[{<]|^.+[\r\n]/.test(read(head))));
  if (text === '' || text.startsWith('{')) return 'ndjson';
  if (text.startsWith('[')) return 'json';
  if (text.startsWith('<')) throw new CommandError(IMPORT_MESSAGES.webPage);
  if (/^.*[,;\t|]|^"?sep=/i.test(text)) return 'csv';
  throw new CommandError(IMPORT_MESSAGES.unknownFormat);
}
