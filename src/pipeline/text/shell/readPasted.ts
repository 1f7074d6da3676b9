import { JsonError } from '#lib/json/json.ts';
import { curlBody } from '#pipeline/text/curl.ts';
import { isMongoStage, type Pasted, readJson, type Written, writtenIn } from '#pipeline/text/paste.ts';
import { convertStage } from './convertStage.ts';
import type { Making } from './plainValue.ts';
import { readShell } from './shellText.ts';

/** A converted paste; `asked` lists fields with time comparisons but unknown unit. */
export type Converted = Pasted & { asked: readonly string[] };

/** Maximum length of text parsed with positions, in characters. */
const PLACED_MAX = 1_000_000;

/** Parses pasted text in JSON or shell syntax; returns syntax errors. */
export function readPasted(text: string): Written | JsonError {
  try {
    const body = curlBody(text);
    return body === undefined ? readBody(text) : { ...readBody(body), title: CURL };
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

const CURL = 'A curl command';

/** @throws JsonError */
function readBody(text: string): Written {
  const json = text.length > PLACED_MAX ? readJson(text) : undefined;
  const written = json === undefined || json instanceof JsonError ? undefined : writtenIn(json);
  return written ?? readShell(text);
}

/** Converts parsed text with the time units of fields: known by `unitOf`, else `chosen` by the user. */
export function convertPasted(
  { stages, names, ...written }: Written,
  unitOf: Making['unitOf'],
  chosen: Making['chosen'] = new Map(),
): Converted {
  const making: Making = { unitOf, chosen, notes: [], asked: new Set() };
  const cards = stages.flatMap((stage, index) => convertStage(stage, names?.[index], making));
  const isMongo = written.title === 'A list of stages' && stages.some(isMongoStage);
  const notes = [...written.notes, ...making.notes];
  return {
    ...written,
    title: isMongo ? 'A Mongo-style pipeline' : written.title,
    // positions in the body do not apply to the command
    notes: written.title === CURL ? notes.map((note) => ({ ...note, at: undefined })) : notes,
    stages: cards,
    converted: cards.filter(({ enabled }) => enabled).length,
    asked: [...making.asked],
  };
}
