import type { Condition } from '#pipeline/draft/stages/match.ts';
import { asType, TYPE_NAMES, type ValueDraft, type ValueType } from '#pipeline/draft/value.ts';
import type { FieldsSeen, SeenField } from './fieldsSeen.ts';

/** What is odd about the type of a condition's value, and the value that mends it. */
type Lint = { message: string; type: ValueType; mended: ValueDraft };

/** Documents that must have been seen, and the share of one type among them, before anything is said. */
const SEEN_MIN = 5;
const SHARE_MIN = 0.9;

/** An empty value of the type that was seen most of a field. */
export function learnedValue(seenField: SeenField | undefined): ValueDraft | undefined {
  if (!seenField) return undefined;
  const [type = 'text'] = [...seenField.types].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (type === 'boolean') return { type, text: 'true' };
  return { type: type === 'null' || type === 'json' ? 'text' : type, text: '' };
}

/** Says when a value has another type than nearly every one that was seen, and can be written as that type. */
export function lintOf({ field, operator, value }: Condition, seen: FieldsSeen): Lint | undefined {
  const seenField = seen.fields.get(field.trim());
  if (!seenField || operator === 'exists' || value.type === 'null') return undefined;
  const typed = [...seenField.types].filter(([type]) => type !== 'null');
  const total = [...seenField.types].reduce((sum, [, count]) => sum + count, 0);
  const [type, count] = typed.sort(([, a], [, b]) => b - a)[0] ?? [];
  if (type === undefined || count === undefined || type === value.type) return undefined;
  const valued = typed.reduce((sum, [, each]) => sum + each, 0);
  if (valued < SEEN_MIN || count / valued < SHARE_MIN) return undefined;
  const mended = operator === 'in' ? listAs(value, type) : asType(value, type);
  if (!mended) return undefined;
  const message = `${TYPE_NAMES[type]} in ${count} of ${total} seen, ${TYPE_NAMES[value.type]} here`;
  return { message, type, mended };
}

function listAs(value: ValueDraft, type: ValueType): ValueDraft | undefined {
  if (value.type === 'json') return undefined;
  const items = value.text.split(',').map((text) => asType({ type: value.type, text }, type));
  return items.every((item) => item !== undefined)
    ? { type, text: items.map(({ text }) => text).join(', ') }
    : undefined;
}
