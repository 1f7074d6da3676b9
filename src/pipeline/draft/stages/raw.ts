import { JsonError, OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { areTexts, type Card, type Complaint, type Kind, shortened } from './card.ts';

/** A stage that has no form, as JSON text. */
export type RawDraft = Card & { kind: 'raw'; text: string };

export const RAW: Kind<RawDraft> = {
  name: 'JSON',
  hint: 'as it is sent',
  begin: () => ({ kind: 'raw', text: '{\n  "type": ""\n}' }),
  compile: compileRaw,
  isKept: ({ text }) => areTexts(text),
  sentence: (stage) => {
    const said = compileRaw(stage);
    return shortened(said instanceof OrderedObject ? stringifyJson(said) : stage.text.replaceAll(/\s+/g, ' '));
  },
  isExtension: () => false,
  fields: undefined,
};

function compileRaw({ text }: RawDraft): OrderedObject | Complaint {
  try {
    const stage = parseOrderedJson(text);
    if (!(stage instanceof OrderedObject)) {
      return { message: 'A stage is a JSON object such as {"type": "match", "filter": {}}.' };
    }
    const typed = stage.entries.some(([name, value]) => name === 'type' && typeof value === 'string');
    return typed ? stage : { message: 'A stage needs a "type", a text.' };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { message: `This is not JSON: ${error.message} in line ${error.line}, column ${error.column}.` };
  }
}
