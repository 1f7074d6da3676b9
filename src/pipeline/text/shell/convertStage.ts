import { pluralize } from '#lib/formatNumber.ts';
import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { drawStage } from '#pipeline/draft/query.ts';
import { newCard, stageOf } from '#pipeline/draft/stages/card.ts';
import { kindOf, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { isMongoStage, type Note } from '#pipeline/text/paste.ts';
import { convertFilter, ownName } from './convertFilter.ts';
import { type Making, NotUnderstood, plainValue, startOf } from './plainValue.ts';

/** Converts a stage to drafts; without equivalent it becomes disabled JSON. `name` is the source name. */
export function convertStage(stage: OrderedObject, name: string | undefined, making: Making): StageDraft[] {
  if (!isMongoStage(stage)) return [ownStage(stage, making)];
  const [type, body] = stage.entries[0] ?? ['', null];
  const from = name ?? shownName(type, body);
  const at = startOf(stage, 0);
  const said = Object.hasOwn(CONVERTERS, type) ? CONVERTERS[type]?.(body, making) : undefined;
  if (said && 'stages' in said) {
    const { stages, left, to, lost } = said;
    const drawn = stages.map(drawStage);
    const isExtension = drawn.some((card) => kindOf(card).isExtension(card));
    const told: Note[] = stages.length > 0 ? [{ from, to, fate: 'kept', at, extension: isExtension }] : [];
    making.notes.push(...told, ...lost);
    return left ? [...drawn, switchedOff(left)] : drawn;
  }
  const because = said?.because ?? 'there is no such stage here';
  making.notes.push({ from, to: `${because}; stays as JSON, switched off`, fate: 'not understood', at });
  return [switchedOff(unknownStage(type, body))];
}

function shownName(type: string, body: OrderedJson): string {
  return type === '$expression' && typeof body === 'string' ? body.slice(0, 60) : type;
}

function unknownStage(name: string, body: OrderedJson): OrderedObject {
  const type = name.slice(1);
  return new OrderedObject([
    ['type', type],
    [type || 'body', body],
  ]);
}

function switchedOff(stage: OrderedObject): StageDraft {
  return { ...newCard(), kind: 'raw', text: stringifyJson(stage, 2), enabled: false };
}

/** Converts the values of a stage that is already in API form. */
function ownStage(stage: OrderedObject, making: Making): StageDraft {
  const filter = stage.entries.find(([name]) => name === 'filter')?.[1];
  if (!(filter instanceof OrderedObject)) return drawStage(stage);
  const entries: JsonEntry[] = [];
  for (const [index, [field, value]] of filter.entries.entries()) {
    const at = startOf(filter, index);
    const plain = plainValue(value, { field, name: field, at }, making, true);
    if (plain instanceof NotUnderstood) {
      const to = `on ${field}: ${plain.because}; its stage stays as JSON, switched off`;
      making.notes.push({ from: plain.name, to, fate: 'not understood', at });
      return switchedOff(stage);
    }
    entries.push([field, plain]);
  }
  const members = stage.entries.map(
    ([name, value]): JsonEntry => [name, name === 'filter' ? new OrderedObject(entries) : value],
  );
  const [, type] = stage.entries.find(([name]) => name === 'type') ?? [];
  making.notes.push({ from: String(type), to: 'as it is', fate: 'kept', at: startOf(stage, 0) });
  return drawStage(new OrderedObject(members));
}

/** Converted stages; `left` is the unconverted part, described by `lost`. */
type Said = { stages: readonly OrderedObject[]; to: string; left?: OrderedObject; lost: readonly Note[] };

type Converter = (body: OrderedJson, making: Making) => Said | { because: string } | undefined;

const CONVERTERS: Readonly<Record<string, Converter>> = {
  $match: matchOf,
  $project: projectOf,
  $unset: unsetOf,
  $sort: sortOf,
};

function matchOf(body: OrderedJson, making: Making): Said | undefined {
  if (!(body instanceof OrderedObject)) return undefined;
  // notes on conditions follow the note on the stage
  const lost: Note[] = [];
  const { stages, conditions, left } = convertFilter(body, { ...making, notes: lost });
  const matches = stages.filter(({ entries }) => entries[0]?.[1] === 'match').length;
  const apart = matches > 1 ? `, in ${matches} stages because a field has several conditions` : '';
  return {
    stages: left.length === 0 && stages.length === 0 ? [stageOf('match', 'filter', [])] : stages,
    to: `Match, ${pluralize(conditions, 'condition')}${apart}`,
    ...(left.length > 0 && { left: stageOf('match', 'filter', left) }),
    lost,
  };
}

function projectOf(body: OrderedJson): ReturnType<Converter> {
  if (!(body instanceof OrderedObject)) return undefined;
  const kept: JsonEntry[] = [];
  const left: JsonEntry[] = [];
  const lost: Note[] = [];
  let id: 0 | 1 | undefined;
  for (const { name, value, at } of specsOf(body, '')) {
    const flag = flagOf(value);
    if (ownName(name) === 'documentID' && flag !== undefined) {
      id = flag;
      const to = flag === 1 ? 'documentID' : 'documentID is left out';
      if (name === '_id') lost.push({ from: `_id: ${flag}`, to, fate: 'changed', at });
    } else if (flag !== undefined) kept.push([name, flag]);
    else {
      left.push([name, value]);
      const [operator] = value instanceof OrderedObject ? (value.entries[0] ?? []) : [];
      const from = operator === undefined || operator === '$expression' ? name : operator;
      const to = `on ${name}: fields are kept or left out, none is made; stays as JSON, switched off`;
      lost.push({ from, to, fate: 'not understood', at });
    }
  }
  const flags = new Set(kept.map(([, flag]) => flag));
  if (flags.size > 1) return { because: 'it keeps fields and leaves others out' };
  const specs: JsonEntry[] = [...kept, ...idOf(id, kept[0]?.[1])];
  const words = kept.length > 0 || id === undefined ? `${pluralize(kept.length, 'field')}` : 'documentID';
  return {
    stages: specs.length > 0 ? [stageOf('project', 'specs', specs)] : [],
    to: `Project, ${flags.has(0) || (kept.length === 0 && id === 0) ? 'without ' : ''}${words}`,
    ...(left.length > 0 && { left: stageOf('project', 'specs', left) }),
    lost,
  };
}

/** The documentID entry, unless it is implied by the other fields. */
function idOf(id: 0 | 1 | undefined, flag: OrderedJson | undefined): JsonEntry[] {
  const isPlain = id === undefined || (id === 1 && flag !== undefined);
  return isPlain ? [] : [['documentID', id]];
}

/** Flattened entries of a projection, with dotted names. */
function specsOf(body: OrderedObject, within: string): { name: string; value: OrderedJson; at: number | undefined }[] {
  return body.entries.flatMap(([name, value], index) => {
    const isNested = value instanceof OrderedObject && !value.entries.some(([inner]) => inner.startsWith('$'));
    return isNested && value.entries.length > 0
      ? specsOf(value, `${within}${name}.`)
      : [{ name: `${within}${name}`, value, at: startOf(body, index) }];
  });
}

function unsetOf(body: OrderedJson): Said | undefined {
  const names = Array.isArray(body) ? body : [body];
  const fields = names.filter((name) => typeof name === 'string');
  if (fields.length < names.length || fields.length === 0) return undefined;
  const specs = fields.map((name): JsonEntry => [ownName(name), 0]);
  return {
    stages: [stageOf('project', 'specs', specs)],
    to: `Project, without ${pluralize(fields.length, 'field')}`,
    lost: [],
  };
}

function flagOf(flag: OrderedJson): 0 | 1 | undefined {
  const number = numberOf(flag);
  if (number === undefined) return typeof flag === 'boolean' ? (flag ? 1 : 0) : undefined;
  return number === 0 ? 0 : 1;
}

function numberOf(value: OrderedJson): number | undefined {
  if (value instanceof ExactNumber) return Number(value.text);
  if (typeof value === 'number') return value;
  const [first] = value instanceof OrderedObject ? value.entries : [];
  return first?.[0].startsWith('$number') && typeof first[1] === 'string' ? Number(first[1]) : undefined;
}

function sortOf(body: OrderedJson): ReturnType<Converter> {
  if (!(body instanceof OrderedObject) || body.entries.length === 0) return undefined;
  const specs: JsonEntry[] = [];
  for (const [name, direction] of body.entries) {
    const number = numberOf(direction);
    if (number !== 1 && number !== -1) return { because: `${name} is sorted by something else than 1 or -1` };
    specs.push([ownName(name), number]);
  }
  const said = specs.map(([name, direction]) => `${name}${direction === -1 ? ' descending' : ''}`);
  return { stages: [stageOf('sort', 'specs', specs)], to: `Sort by ${said.join(', ')}`, lost: [] };
}
