import { JsonSyntaxError, OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { areStrings, type DraftError, type StageBase, type StageDefinition, shortenText } from './stageBase.ts';

export type RawDraft = StageBase & { kind: 'raw'; text: string };

export const RAW_STAGE: StageDefinition<RawDraft> = {
  name: 'JSON',
  hint: 'sent as written',
  createContent: () => ({ kind: 'raw', text: '{\n  "type": ""\n}' }),
  compile: compileRaw,
  isValidContent: ({ text }) => areStrings(text),
  describe: (stage) => {
    const said = compileRaw(stage);
    return shortenText(said instanceof OrderedJsonObject ? stringifyJson(said) : stage.text.replaceAll(/\s+/g, ' '));
  },
  isExtension: () => false,
  fields: undefined,
};

function compileRaw({ text }: RawDraft): OrderedJsonObject | DraftError {
  try {
    const stage = parseOrderedJson(text);
    if (!(stage instanceof OrderedJsonObject)) {
      return { message: 'A stage is a JSON object such as {"type": "match", "filter": {}}.' };
    }
    const typed = stage.entries.some(([name, value]) => name === 'type' && typeof value === 'string');
    return typed ? stage : { message: 'A stage needs a "type" that is text.' };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { message: `Invalid JSON: ${error.message} in line ${error.line}, column ${error.column}.` };
  }
}
