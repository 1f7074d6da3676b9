import { JsonError } from '#lib/json/json.ts';
import { extractCurlBody } from '#pipeline/text/extractCurlBody.ts';
import {
  extractQuery,
  isMongoStage,
  type ParsedQuery,
  type PastedQuery,
  parseJsonOrError,
} from '#pipeline/text/parsePastedQuery.ts';
import { convertStage } from './convertStage.ts';
import type { ConversionContext } from './convertValue.ts';
import { parseShell } from './parseShell.ts';

/** A converted paste; `asked` lists fields with time comparisons but unknown unit. */
export type ConvertedQuery = PastedQuery & { fieldsWithoutUnit: readonly string[] };

/** Maximum length of text parsed with positions, in characters. */
const POSITIONED_MAX = 1_000_000;

/** Parses pasted text in JSON or shell syntax; returns syntax errors. */
export function parsePastedText(text: string): ParsedQuery | JsonError {
  try {
    const body = extractCurlBody(text);
    return body === undefined ? parseBody(text) : { ...parseBody(body), title: CURL_TITLE };
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

const CURL_TITLE = 'A curl command';

/** @throws JsonError */
function parseBody(text: string): ParsedQuery {
  const json = text.length > POSITIONED_MAX ? parseJsonOrError(text) : undefined;
  const written = json === undefined || json instanceof JsonError ? undefined : extractQuery(json);
  return written ?? parseShell(text);
}

/** Converts parsed text with the time units of fields: known by `unitOf`, else `chosen` by the user. */
export function convertParsedQuery(
  { stages, names, ...written }: ParsedQuery,
  unitOf: ConversionContext['getUnit'],
  chosen: ConversionContext['chosenUnits'] = new Map(),
): ConvertedQuery {
  const making: ConversionContext = { getUnit: unitOf, chosenUnits: chosen, notes: [], fieldsWithoutUnit: new Set() };
  const cards = stages.flatMap((stage, index) => convertStage(stage, names?.[index], making));
  const isMongo = written.title === 'A list of stages' && stages.some(isMongoStage);
  const notes = [...written.notes, ...making.notes];
  return {
    ...written,
    title: isMongo ? 'A Mongo-style pipeline' : written.title,
    // positions in the body do not apply to the command
    notes: written.title === CURL_TITLE ? notes.map((note) => ({ ...note, at: undefined })) : notes,
    stages: cards,
    convertedCount: cards.filter(({ enabled }) => enabled).length,
    fieldsWithoutUnit: [...making.fieldsWithoutUnit],
  };
}
