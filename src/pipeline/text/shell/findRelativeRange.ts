import { type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { formatRelativePeriod } from '#pipeline/draft/stages/range.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { type ConversionContext, getMemberStart, type ValueLocation } from './convertValue.ts';

type ConvertedRange = { stage: OrderedObject; rest: readonly JsonEntry[] };

/**
 * Finds a relative range such as `$gte: datetime.now() - timedelta(days=2)`. Undefined if the field has another lower bound, or
 * an upper bound other than now; such bounds are fixed at the time of the paste.
 */
export function findRelativeRange(
  conditions: OrderedObject,
  place: ValueLocation,
  making: ConversionContext,
): ConvertedRange | undefined {
  const { entries } = conditions;
  const lower = entries.filter(([operator]) => operator === '$gte' || operator === '$gt');
  const upper = entries.filter(([operator]) => operator === '$lte' || operator === '$lt');
  const [since, ...others] = lower;
  const offset = since && getOffsetFromNow(since[1]);
  const last = offset && formatRelativePeriod(-offset.ms);
  if (!since || !last || others.length > 0 || upper.some(([, value]) => getOffsetFromNow(value)?.ms !== 0))
    return undefined;

  const known = making.getUnit(place.field) ?? (offset.isNumber ? 'ms' : undefined);
  if (!known) making.fieldsWithoutUnit.add(place.field);
  const unit = known ?? making.chosenUnits.get(place.field) ?? 'ms';
  const told = (entry: JsonEntry, to: string) =>
    making.notes.push({
      from: `${place.name}.${entry[0]}`,
      to,
      status: 'changed',
      at: getMemberStart(conditions, entries.indexOf(entry)) ?? place.at,
    });
  told(since, `range of the last ${last}, recalculated at each run`);
  for (const entry of upper) told(entry, 'ignored: the range has no end');
  return {
    stage: createStageObject('range', 'time', [
      ['field', place.field],
      ['unit', unit],
      ['zone', 'local'],
      ['last', last],
    ]),
    rest: entries.filter((entry) => entry !== since && !upper.includes(entry)),
  };
}

function getOffsetFromNow(value: OrderedJson): { ms: number; isNumber: boolean } | undefined {
  const [type, ms] = (value instanceof OrderedObject && value.entries[0]) || [];
  const isNumber = type === '$nowMs';
  return (isNumber || type === '$now') && typeof ms === 'number' ? { ms, isNumber } : undefined;
}
