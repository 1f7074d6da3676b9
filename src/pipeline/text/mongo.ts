import { counted } from '#lib/counts.ts';
import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject, stringify } from '#lib/json/json.ts';
import { operatorOf } from '#pipeline/draft/operators.ts';
import { stageOf } from '#pipeline/draft/stages/card.ts';

/** What became of one part of what was pasted: `from` as it was written, `to` in words. */
export type Note = { from: string; to: string; extension?: boolean };

/** A stage as it would be here; one that has no counterpart stays as it is, switched off. */
type Converted = { stage: OrderedObject; enabled: boolean; note: Note };

/** Whether a stage is written as Mongo does: one member, named with a `$`. */
export function isMongoStage(stage: OrderedObject): boolean {
  return stage.entries.length === 1 && stage.entries[0]?.[0].startsWith('$') === true;
}

export function convertMongoStage(stage: OrderedObject): Converted {
  const [name, body] = stage.entries[0] ?? ['', null];
  const converted = body instanceof OrderedObject ? CONVERTERS[name]?.(body) : undefined;
  if (converted) return { ...converted, enabled: true, note: { from: name, ...converted.note } };
  const type = name.slice(1);
  return {
    stage: new OrderedObject([
      ['type', type],
      [type || 'body', body],
    ]),
    enabled: false,
    note: { from: name, to: 'stays as JSON, switched off: unknown here' },
  };
}

type Conversion = { stage: OrderedObject; note: Omit<Note, 'from'> } | undefined;

const CONVERTERS: Readonly<Record<string, (body: OrderedObject) => Conversion>> = {
  $match: matchOf,
  $project: projectOf,
  $sort: sortOf,
};

function matchOf(body: OrderedObject): Conversion {
  const filter = flattened(body);
  if (!filter?.every(([, value]) => isKnownName(value))) return undefined;
  const renamed = filter.map(([field, value]): JsonEntry => [ownName(field), value]);
  const operators = filter.some(([, value]) => value instanceof OrderedObject && operates(value));
  const renames = body.entries.some(([name]) => name === '_id');
  const to = `Match, ${counted(filter.length, 'condition')}${renames ? '; _id becomes documentID' : ''}`;
  return { stage: stageOf('match', 'filter', renamed), note: { to, extension: operators } };
}

/** The conditions of a filter whose only combination is `$and`; none when it holds another. */
function flattened({ entries }: OrderedObject): JsonEntry[] | undefined {
  const conditions: JsonEntry[] = [];
  for (const [name, value] of entries) {
    if (name === '$and' && Array.isArray(value)) {
      for (const part of value) {
        const inner = part instanceof OrderedObject ? flattened(part) : undefined;
        if (!inner) return undefined;
        conditions.push(...inner);
      }
    } else if (name.startsWith('$')) return undefined;
    else conditions.push([name, value]);
  }
  // a field that is asked for twice would lose one of its conditions
  return new Set(conditions.map(([name]) => name)).size === conditions.length ? conditions : undefined;
}

function isKnownName(value: OrderedJson): boolean {
  if (!(value instanceof OrderedObject)) return true;
  return !operates(value) || value.entries.every(([name]) => operatorOf(name) !== undefined);
}

function operates({ entries }: OrderedObject): boolean {
  return entries.some(([name]) => name.startsWith('$'));
}

function projectOf({ entries }: OrderedObject): Conversion {
  const fields = entries.filter(([name]) => name !== '_id');
  const flags = new Set(fields.map(([, flag]) => flagOf(flag)));
  const [flag] = flags;
  if (flags.size !== 1 || flag === undefined) return undefined;
  const specs = fields.map(([name]): JsonEntry => [name, flag]);
  const dropped =
    entries.length > fields.length
      ? `; _id: ${stringify(entries.find(([name]) => name === '_id')?.[1])} is dropped`
      : '';
  const to = `Project, ${counted(fields.length, 'field')}${dropped}`;
  return { stage: stageOf('project', 'specs', specs), note: { to } };
}

function flagOf(flag: OrderedJson): 0 | 1 | undefined {
  const number = flag instanceof ExactNumber ? Number(flag.text) : flag;
  if (number === 1 || number === true) return 1;
  return number === 0 || number === false ? 0 : undefined;
}

function sortOf({ entries }: OrderedObject): Conversion {
  const specs: JsonEntry[] = [];
  for (const [name, direction] of entries) {
    const number = direction instanceof ExactNumber ? Number(direction.text) : direction;
    if (number !== 1 && number !== -1) return undefined;
    specs.push([ownName(name), number]);
  }
  const said = specs.map(([name, direction]) => `${name}${direction === -1 ? ' descending' : ''}`).join(', ');
  const to = `Sort by ${said}`;
  return specs.length > 0 ? { stage: stageOf('sort', 'specs', specs), note: { to, extension: true } } : undefined;
}

function ownName(field: string): string {
  return field === '_id' ? 'documentID' : field;
}
