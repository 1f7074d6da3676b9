import { JsonError } from '#lib/json/json.ts';
import { curlBody } from '#pipeline/text/curl.ts';
import { isMongoStage, type Pasted, readJson, type Written, writtenIn } from '#pipeline/text/paste.ts';
import { convertStage } from './convertStage.ts';
import type { Making } from './plainValue.ts';
import { readShell } from './shellText.ts';

/** What was pasted as it would be here; `asked` are fields whose times are compared, and nobody knows how they are kept. */
export type Converted = Pasted & { asked: readonly string[] };

/** Longest text that is read with the place of everything in it. */
const PLACED_MAX = 1_000_000;

/** What a pasted text says as it is written, in JSON or as in a shell or a script; or where it makes no sense. */
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

/** What it becomes, where a field's times are kept as `unitOf` says, or else as was `chosen` for them. */
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
    // places in what a command sends are none of the command's
    notes: written.title === CURL ? notes.map((note) => ({ ...note, at: undefined })) : notes,
    stages: cards,
    converted: cards.filter(({ enabled }) => enabled).length,
    asked: [...making.asked],
  };
}
