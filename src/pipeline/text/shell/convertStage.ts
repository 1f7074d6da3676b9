import { pluralize } from '#lib/formatNumber.ts';
import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject, stringifyJson } from '#lib/json/json.ts';
import { toStageDraft } from '#pipeline/draft/compileDraft.ts';
import { createStageBase, createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { getStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { type ConversionNote, isMongoStage } from '#pipeline/text/parsePastedQuery.ts';
import { convertFilter, toApiFieldName } from './convertFilter.ts';
import { convertGroup } from './convertGroup.ts';
import { type ConversionContext, convertValue, getMemberStart, UnsupportedValueError } from './convertValue.ts';
import { conversionMessages } from './messages.ts';

/** Converts a stage to drafts. A stage without equivalent becomes disabled JSON. `name` is the name in the source. */
export function convertStage(stage: OrderedObject, name: string | undefined, making: ConversionContext): StageDraft[] {
  if (!isMongoStage(stage)) return [convertApiStage(stage, making)];
  const [type, body] = stage.entries[0] ?? ['', null];
  const from = name ?? getDisplayName(type, body);
  const at = getMemberStart(stage, 0);
  const said = Object.hasOwn(STAGE_CONVERTERS, type) ? STAGE_CONVERTERS[type]?.(body, making) : undefined;
  if (said && 'stages' in said) {
    const { stages, left, to, lost } = said;
    const drawn = stages.map(toStageDraft);
    const isExtension = drawn.some((card) => getStageDefinition(card).isExtension(card));
    const told: ConversionNote[] = stages.length > 0 ? [{ from, to, status: 'kept', at, isExtension }] : [];
    making.notes.push(...told, ...lost);
    return left ? [...drawn, createDisabledStage(left)] : drawn;
  }
  const because = said?.because ?? conversionMessages.stageNotSupported;
  making.notes.push({ from, to: conversionMessages.keptAsJson(because), status: 'not understood', at });
  return [createDisabledStage(createUnknownStage(type, body))];
}

function getDisplayName(type: string, body: OrderedJson): string {
  return type === '$expression' && typeof body === 'string' ? body.slice(0, 60) : type;
}

function createUnknownStage(name: string, body: OrderedJson): OrderedObject {
  const type = name.slice(1);
  return new OrderedObject([
    ['type', type],
    [type || 'body', body],
  ]);
}

function createDisabledStage(stage: OrderedObject): StageDraft {
  return { ...createStageBase(), kind: 'raw', text: stringifyJson(stage, 2), enabled: false };
}

function convertApiStage(stage: OrderedObject, making: ConversionContext): StageDraft {
  const filter = stage.entries.find(([name]) => name === 'filter')?.[1];
  if (!(filter instanceof OrderedObject)) return toStageDraft(stage);
  const entries: JsonEntry[] = [];
  for (const [index, [field, value]] of filter.entries.entries()) {
    const at = getMemberStart(filter, index);
    try {
      entries.push([field, convertValue(value, { field, name: field, at }, making, true)]);
    } catch (error) {
      if (!(error instanceof UnsupportedValueError)) throw error;
      const to = conversionMessages.onField(field, conversionMessages.stageKeptAsJson(error.message));
      making.notes.push({ from: error.name, to, status: 'not understood', at });
      return createDisabledStage(stage);
    }
  }
  const members = stage.entries.map(
    ([name, value]): JsonEntry => [name, name === 'filter' ? new OrderedObject(entries) : value],
  );
  const [, type] = stage.entries.find(([name]) => name === 'type') ?? [];
  making.notes.push({
    from: String(type),
    to: conversionMessages.unchanged,
    status: 'kept',
    at: getMemberStart(stage, 0),
  });
  return toStageDraft(new OrderedObject(members));
}

type ConvertedStage = {
  stages: readonly OrderedObject[];
  to: string;
  left?: OrderedObject;
  lost: readonly ConversionNote[];
};

type StageConverter = (
  body: OrderedJson,
  making: ConversionContext,
) => ConvertedStage | { because: string } | undefined;

const STAGE_CONVERTERS: Readonly<Record<string, StageConverter>> = {
  $match: convertMatch,
  $project: convertProject,
  $unset: convertUnset,
  $sort: convertSort,
  $group: convertGroup,
};

function convertMatch(body: OrderedJson, making: ConversionContext): ConvertedStage | undefined {
  if (!(body instanceof OrderedObject)) return undefined;
  // notes on conditions follow the note on the stage
  const lost: ConversionNote[] = [];
  const { stages, conditions, left } = convertFilter(body, { ...making, notes: lost });
  const matches = stages.filter(({ entries }) => entries[0]?.[1] === 'match').length;
  const apart = matches > 1 ? conversionMessages.severalStagesSuffix(matches) : '';
  return {
    stages: left.length === 0 && stages.length === 0 ? [createStageObject('match', 'filter', [])] : stages,
    to: `${conversionMessages.match(conditions)}${apart}`,
    ...(left.length > 0 && { left: createStageObject('match', 'filter', left) }),
    lost,
  };
}

function convertProject(body: OrderedJson): ReturnType<StageConverter> {
  if (!(body instanceof OrderedObject)) return undefined;
  const kept: JsonEntry[] = [];
  const left: JsonEntry[] = [];
  const lost: ConversionNote[] = [];
  let id: 0 | 1 | undefined;
  for (const { name, value, at } of flattenSpecs(body, '')) {
    const flag = toFlag(value);
    if (toApiFieldName(name) === 'documentID' && flag !== undefined) {
      id = flag;
      const to = flag === 1 ? 'documentID' : conversionMessages.documentIdDropped;
      if (name === '_id') lost.push({ from: `_id: ${flag}`, to, status: 'changed', at });
    } else if (flag !== undefined) kept.push([name, flag]);
    else {
      left.push([name, value]);
      const [operator] = value instanceof OrderedObject ? (value.entries[0] ?? []) : [];
      const from = operator === undefined || operator === '$expression' ? name : operator;
      const to = conversionMessages.onField(name, conversionMessages.computedFieldNotSupported);
      lost.push({ from, to, status: 'not understood', at });
    }
  }
  const flags = new Set(kept.map(([, flag]) => flag));
  if (flags.size > 1) return { because: conversionMessages.keepsAndDrops };
  const specs: JsonEntry[] = [...kept, ...getIdSpec(id, kept[0]?.[1])];
  const words = kept.length > 0 || id === undefined ? `${pluralize(kept.length, 'field')}` : 'documentID';
  const isDropping = flags.has(0) || (kept.length === 0 && id === 0);
  return {
    stages: specs.length > 0 ? [createStageObject('project', 'specs', specs)] : [],
    to: isDropping ? conversionMessages.projectWithout(words) : conversionMessages.project(words),
    ...(left.length > 0 && { left: createStageObject('project', 'specs', left) }),
    lost,
  };
}

function getIdSpec(id: 0 | 1 | undefined, flag: OrderedJson | undefined): JsonEntry[] {
  const isPlain = id === undefined || (id === 1 && flag !== undefined);
  return isPlain ? [] : [['documentID', id]];
}

function flattenSpecs(
  body: OrderedObject,
  within: string,
): { name: string; value: OrderedJson; at: number | undefined }[] {
  return body.entries.flatMap(([name, value], index) => {
    const isNested = value instanceof OrderedObject && !value.entries.some(([inner]) => inner.startsWith('$'));
    return isNested && value.entries.length > 0
      ? flattenSpecs(value, `${within}${name}.`)
      : [{ name: `${within}${name}`, value, at: getMemberStart(body, index) }];
  });
}

function convertUnset(body: OrderedJson): ConvertedStage | undefined {
  const names = Array.isArray(body) ? body : [body];
  const fields = names.filter((name) => typeof name === 'string');
  if (fields.length < names.length || fields.length === 0) return undefined;
  const specs = fields.map((name): JsonEntry => [toApiFieldName(name), 0]);
  return {
    stages: [createStageObject('project', 'specs', specs)],
    to: conversionMessages.projectWithout(pluralize(fields.length, 'field')),
    lost: [],
  };
}

function toFlag(flag: OrderedJson): 0 | 1 | undefined {
  const number = toNumber(flag);
  if (number === undefined) return typeof flag === 'boolean' ? (flag ? 1 : 0) : undefined;
  return number === 0 ? 0 : 1;
}

function toNumber(value: OrderedJson): number | undefined {
  if (value instanceof ExactNumber) return Number(value.text);
  if (typeof value === 'number') return value;
  const [first] = value instanceof OrderedObject ? value.entries : [];
  return first?.[0].startsWith('$number') && typeof first[1] === 'string' ? Number(first[1]) : undefined;
}

function convertSort(body: OrderedJson): ReturnType<StageConverter> {
  if (!(body instanceof OrderedObject) || body.entries.length === 0) return undefined;
  const specs: JsonEntry[] = [];
  for (const [name, direction] of body.entries) {
    const number = toNumber(direction);
    if (number !== 1 && number !== -1) return { because: conversionMessages.sortDirectionInvalid(name) };
    specs.push([toApiFieldName(name), number]);
  }
  const said = specs.map(([name, direction]) => `${name}${direction === -1 ? ' descending' : ''}`);
  return {
    stages: [createStageObject('sort', 'specs', specs)],
    to: conversionMessages.sortBy(said.join(', ')),
    lost: [],
  };
}
