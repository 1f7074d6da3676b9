import { OrderedObject, stringify } from '#lib/json/json.ts';
import { compileStage } from './compile.ts';
import type { Condition, StageDraft } from './draft.ts';
import { OPERATOR_WORDS } from './operators.ts';

export const STAGE_NAMES: Record<StageDraft['kind'], string> = {
  match: 'Match',
  project: 'Project',
  sort: 'Sort',
  raw: 'JSON',
};

/** Longest text of a value, or of a raw stage, in a sentence. */
const TEXT_MAX = 60;

/** What a stage does, in words that follow its name: "keep where temperature > 25 and level is "warning"". */
export function sentence(stage: StageDraft): string {
  if (stage.kind === 'match') {
    if (stage.conditions.length === 0) return 'keep everything';
    return `keep where ${stage.conditions.map(conditionSentence).join(' and ')}`;
  }
  if (stage.kind === 'project') {
    const fields = listed(stage.fields);
    return `${stage.keep ? 'keep' : 'drop'} ${fields}${stage.documentID ? '' : ', without documentID'}`;
  }
  if (stage.kind === 'sort') {
    return `by ${listed(stage.fields.map(({ field, descending }) => `${field || '…'}${descending ? ' descending' : ''}`))}`;
  }
  const said = compileStage(stage);
  return shortened(said instanceof OrderedObject ? stringify(said) : stage.text.replaceAll(/\s+/g, ' '));
}

/** "temperature > 25"; a text stands in quotes, so that it never looks like a number. */
export function conditionSentence({ field, operator, value }: Condition): string {
  const name = field.trim() || '…';
  if (operator === 'exists') return value.text === 'false' ? `${name} is missing` : `${name} exists`;
  const { sign } = OPERATOR_WORDS[operator];
  if (value.type === 'null') return `${name} ${sign} null`;
  const quoted = value.type === 'text' && operator !== 'in';
  return `${name} ${sign} ${shortened(quoted ? JSON.stringify(value.text) : value.text || '…')}`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? '…' : names.join(', ');
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
