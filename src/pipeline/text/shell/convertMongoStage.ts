import { formatCountWithNoun } from '#lib/formatNumber.ts';
import {
  ExactNumber,
  type OrderedJsonEntry,
  OrderedJsonObject,
  type OrderedJsonValue,
  stringifyJson,
} from '#lib/json/json.ts';
import { toStageDraft } from '#pipeline/draft/compileDraft.ts';
import { createStageBase, createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { getStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { type ConversionNote, isMongoStage } from '#pipeline/text/parsePastedQuery.ts';
import {
  type ConversionContext,
  convertExtendedJsonToApiValue,
  getMemberStart,
  UnsupportedValueError,
} from './convertExtendedJsonToApiValue.ts';
import { convertMongoFilter, toApiFieldName } from './convertMongoFilter.ts';
import { convertMongoGroup } from './convertMongoGroup.ts';

/** Converts a stage to drafts. A stage without equivalent becomes disabled JSON. `name` is the name in the source. */
export function convertMongoStage(
  stage: OrderedJsonObject,
  name: string | undefined,
  context: ConversionContext,
): StageDraft[] {
  if (!isMongoStage(stage)) return [convertApiStage(stage, context)];
  const [type, body] = stage.entries[0] ?? ['', null];
  const from = name ?? getDisplayName(type, body);
  const at = getMemberStart(stage, 0);
  const said = Object.hasOwn(STAGE_CONVERTERS, type) ? STAGE_CONVERTERS[type]?.(body, context) : undefined;
  if (said && 'stages' in said) {
    const { stages, left, to, lost } = said;
    const drawn = stages.map(toStageDraft);
    const isExtension = drawn.some((card) => getStageDefinition(card).isExtension(card));
    const told: ConversionNote[] = stages.length > 0 ? [{ from, to, status: 'kept', at, isExtension }] : [];
    context.notes.push(...told, ...lost);
    return left ? [...drawn, createDisabledStage(left)] : drawn;
  }
  const because = said?.because ?? 'this stage is not supported';
  context.notes.push({ from, to: `${because}; kept as JSON, switched off`, status: 'not understood', at });
  return [createDisabledStage(createUnknownStage(type, body))];
}

function getDisplayName(type: string, body: OrderedJsonValue): string {
  return type === '$expression' && typeof body === 'string' ? body.slice(0, 60) : type;
}

function createUnknownStage(name: string, body: OrderedJsonValue): OrderedJsonObject {
  const type = name.slice(1);
  return new OrderedJsonObject([
    ['type', type],
    [type || 'body', body],
  ]);
}

function createDisabledStage(stage: OrderedJsonObject): StageDraft {
  return { ...createStageBase(), kind: 'raw', text: stringifyJson(stage, 2), enabled: false };
}

function convertApiStage(stage: OrderedJsonObject, making: ConversionContext): StageDraft {
  const filter = stage.entries.find(([name]) => name === 'filter')?.[1];
  if (!(filter instanceof OrderedJsonObject)) return toStageDraft(stage);
  const entries: OrderedJsonEntry[] = [];
  for (const [index, [field, value]] of filter.entries.entries()) {
    const at = getMemberStart(filter, index);
    try {
      entries.push([field, convertExtendedJsonToApiValue(value, { field, name: field, at }, making, true)]);
    } catch (error) {
      if (!(error instanceof UnsupportedValueError)) throw error;
      const to = `on ${field}: ${error.message}; its stage is kept as JSON, switched off`;
      making.notes.push({ from: error.name, to, status: 'not understood', at });
      return createDisabledStage(stage);
    }
  }
  const members = stage.entries.map(
    ([name, value]): OrderedJsonEntry => [name, name === 'filter' ? new OrderedJsonObject(entries) : value],
  );
  const [, type] = stage.entries.find(([name]) => name === 'type') ?? [];
  making.notes.push({
    from: String(type),
    to: 'unchanged',
    status: 'kept',
    at: getMemberStart(stage, 0),
  });
  return toStageDraft(new OrderedJsonObject(members));
}

type ConvertedStage = {
  stages: readonly OrderedJsonObject[];
  to: string;
  left?: OrderedJsonObject;
  lost: readonly ConversionNote[];
};

type StageConverter = (
  body: OrderedJsonValue,
  making: ConversionContext,
) => ConvertedStage | { because: string } | undefined;

const STAGE_CONVERTERS: Readonly<Record<string, StageConverter>> = {
  $match: convertMatch,
  $project: convertProject,
  $unset: convertUnset,
  $sort: convertSort,
  $group: convertMongoGroup,
};

function convertMatch(body: OrderedJsonValue, making: ConversionContext): ConvertedStage | undefined {
  if (!(body instanceof OrderedJsonObject)) return undefined;
  // notes on conditions follow the note on the stage
  const lost: ConversionNote[] = [];
  const { stages, conditions, left } = convertMongoFilter(body, { ...making, notes: lost });
  const matches = stages.filter(({ entries }) => entries[0]?.[1] === 'match').length;
  const apart = matches > 1 ? `, in ${matches} stages because a field has several conditions` : '';
  return {
    stages: left.length === 0 && stages.length === 0 ? [createStageObject('match', 'filter', [])] : stages,
    to: `Match, ${formatCountWithNoun(conditions, 'condition')}${apart}`,
    ...(left.length > 0 && { left: createStageObject('match', 'filter', left) }),
    lost,
  };
}

function convertProject(body: OrderedJsonValue): ReturnType<StageConverter> {
  if (!(body instanceof OrderedJsonObject)) return undefined;
  const kept: OrderedJsonEntry[] = [];
  const left: OrderedJsonEntry[] = [];
  const lost: ConversionNote[] = [];
  let id: 0 | 1 | undefined;
  for (const { name, value, at } of flattenSpecs(body, '')) {
    const flag = toFlag(value);
    if (toApiFieldName(name) === 'documentID' && flag !== undefined) {
      id = flag;
      const to = flag === 1 ? 'documentID' : 'documentID is dropped';
      if (name === '_id') lost.push({ from: `_id: ${flag}`, to, status: 'changed', at });
    } else if (flag !== undefined) kept.push([name, flag]);
    else {
      left.push([name, value]);
      const [operator] = value instanceof OrderedJsonObject ? (value.entries[0] ?? []) : [];
      const from = operator === undefined || operator === '$expression' ? name : operator;
      const to = `on ${name}: fields can be kept or dropped, not computed; kept as JSON, switched off`;
      lost.push({ from, to, status: 'not understood', at });
    }
  }
  const flags = new Set(kept.map(([, flag]) => flag));
  if (flags.size > 1) return { because: 'it both keeps and drops fields' };
  const specs: OrderedJsonEntry[] = [...kept, ...getIdSpec(id, kept[0]?.[1])];
  const words = kept.length > 0 || id === undefined ? `${formatCountWithNoun(kept.length, 'field')}` : 'documentID';
  const isDropping = flags.has(0) || (kept.length === 0 && id === 0);
  return {
    stages: specs.length > 0 ? [createStageObject('project', 'specs', specs)] : [],
    to: isDropping ? `Project, without ${words}` : `Project, ${words}`,
    ...(left.length > 0 && { left: createStageObject('project', 'specs', left) }),
    lost,
  };
}

function getIdSpec(id: 0 | 1 | undefined, flag: OrderedJsonValue | undefined): OrderedJsonEntry[] {
  const isPlain = id === undefined || (id === 1 && flag !== undefined);
  return isPlain ? [] : [['documentID', id]];
}

function flattenSpecs(
  body: OrderedJsonObject,
  within: string,
): { name: string; value: OrderedJsonValue; at: number | undefined }[] {
  return body.entries.flatMap(([name, value], index) => {
    const isNested = value instanceof OrderedJsonObject && !value.entries.some(([inner]) => inner.startsWith('$'));
    return isNested && value.entries.length > 0
      ? flattenSpecs(value, `${within}${name}.`)
      : [{ name: `${within}${name}`, value, at: getMemberStart(body, index) }];
  });
}

function convertUnset(body: OrderedJsonValue): ConvertedStage | undefined {
  const names = Array.isArray(body) ? body : [body];
  const fields = names.filter((name) => typeof name === 'string');
  if (fields.length < names.length || fields.length === 0) return undefined;
  const specs = fields.map((name): OrderedJsonEntry => [toApiFieldName(name), 0]);
  return {
    stages: [createStageObject('project', 'specs', specs)],
    to: `Project, without ${formatCountWithNoun(fields.length, 'field')}`,
    lost: [],
  };
}

function toFlag(flag: OrderedJsonValue): 0 | 1 | undefined {
  const number = toNumber(flag);
  if (number === undefined) return typeof flag === 'boolean' ? (flag ? 1 : 0) : undefined;
  return number === 0 ? 0 : 1;
}

function toNumber(value: OrderedJsonValue): number | undefined {
  if (value instanceof ExactNumber) return Number(value.text);
  if (typeof value === 'number') return value;
  const [first] = value instanceof OrderedJsonObject ? value.entries : [];
  return first?.[0].startsWith('$number') && typeof first[1] === 'string' ? Number(first[1]) : undefined;
}

function convertSort(body: OrderedJsonValue): ReturnType<StageConverter> {
  if (!(body instanceof OrderedJsonObject) || body.entries.length === 0) return undefined;
  const specs: OrderedJsonEntry[] = [];
  for (const [name, direction] of body.entries) {
    const number = toNumber(direction);
    if (number !== 1 && number !== -1) return { because: `${name} must be sorted by 1 or -1` };
    specs.push([toApiFieldName(name), number]);
  }
  const said = specs.map(([name, direction]) => `${name}${direction === -1 ? ' descending' : ''}`);
  return {
    stages: [createStageObject('sort', 'specs', specs)],
    to: `Sort by ${said.join(', ')}`,
    lost: [],
  };
}
