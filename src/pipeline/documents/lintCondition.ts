import type { MatchCondition } from '#pipeline/draft/stages/match.ts';
import { convertValueType, VALUE_TYPE_LABELS, type ValueDraft, type ValueType } from '#pipeline/draft/valueDraft.ts';
import type { ObservedField, ObservedFields } from './observedFields.ts';

type ConditionLint = { message: string; type: ValueType; fix: ValueDraft };

const VALUES_MIN = 5;
const SHARE_MIN = 0.9;

export function createValueDraftForField(seenField: ObservedField | undefined): ValueDraft | undefined {
  if (!seenField) return undefined;
  const [type = 'text'] = [...seenField.types].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (type === 'boolean') return { type, text: 'true' };
  return { type: type === 'null' || type === 'json' ? 'text' : type, text: '' };
}

/**
 * Returns a warning if a condition's value has another type than nearly all values of the field and can be converted.
 */
export function lintCondition(
  { field, operator, value }: MatchCondition,
  observed: ObservedFields,
): ConditionLint | undefined {
  const seenField = observed.fields.get(field.trim());
  if (!seenField || operator === 'exists' || value.type === 'null') return undefined;
  const typed = [...seenField.types].filter(([type]) => type !== 'null');
  const total = [...seenField.types].reduce((sum, [, count]) => sum + count, 0);
  const [type, count] = typed.sort(([, a], [, b]) => b - a)[0] ?? [];
  if (type === undefined || count === undefined || type === value.type) return undefined;
  const valued = typed.reduce((sum, [, each]) => sum + each, 0);
  if (valued < VALUES_MIN || count / valued < SHARE_MIN) return undefined;
  const mended = operator === 'in' ? convertList(value, type) : convertValueType(value, type);
  if (!mended) return undefined;
  const message = `${VALUE_TYPE_LABELS[type]} in ${count} of ${total} loaded documents, ${VALUE_TYPE_LABELS[value.type]} here`;
  return { message, type, fix: mended };
}

function convertList(value: ValueDraft, type: ValueType): ValueDraft | undefined {
  if (value.type === 'json') return undefined;
  const items = value.text.split(',').map((text) => convertValueType({ type: value.type, text }, type));
  return items.every((item) => item !== undefined)
    ? { type, text: items.map(({ text }) => text).join(', ') }
    : undefined;
}
