import type { DocumentSource } from '#contract/hostConfig.ts';
import type { JsonObject, OrderedJsonObject } from '#lib/json/json.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import {
  findTimeField,
  NO_OBSERVED_FIELDS,
  type ObservedField,
  type ObservedFields,
  observeDocumentFields,
} from '#pipeline/documents/observedFields.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';

export type DeviceDocumentsCriteria = DocumentSource;

/** Result, and the fields that were guessed. `choice.field` is '' if no field is suitable. */
export type DeviceDocumentsResult = {
  criteria: DeviceDocumentsCriteria;
  guessed: { field: boolean; time: boolean };
  documents: readonly JsonObject[];
  isSorted: boolean;
  hasMore: boolean;
  requestCount: number;
};

type DeviceDocumentsOptions = {
  criteria: DeviceDocumentsCriteria;
  deviceID: string;
  canSort: boolean;
  fetchPage: (pipeline: readonly OrderedJsonObject[], page: number) => Promise<readonly JsonObject[]>;
  isDeviceID: (text: string) => boolean;
  requestsMax: number;
};

const DOCUMENTS_MAX = 100;

const SAMPLE_MAX = 3;

/** Requests the newest documents of a device, or its first ones if the service does not sort. */
export async function fetchDeviceDocuments(options: DeviceDocumentsOptions): Promise<DeviceDocumentsResult> {
  const { criteria, deviceID, canSort, fetchPage, isDeviceID, requestsMax } = options;
  let requests = 0;
  let chosen = criteria;
  if (!criteria.field || (canSort && !criteria.time)) {
    requests++;
    chosen = resolveCriteriaFromDocuments(criteria, await fetchPage([], 1), { deviceID, isDeviceID });
  }
  const sorted = canSort && chosen.time !== '';
  const documents: JsonObject[] = [];
  let more = false;
  if (chosen.field) {
    const pipeline = buildDeviceDocumentsPipeline(chosen, deviceID, canSort);
    for (let [page, size] = [1, 0]; requests < requestsMax && documents.length < DOCUMENTS_MAX; page++) {
      requests++;
      const answer = await fetchPage(pipeline, page);
      documents.push(...answer);
      size = Math.max(size, answer.length);
      more = answer.length > 0 && answer.length === size;
      if (!more) break;
    }
  }
  // without sorting, the time field is only the chart's axis
  if (!canSort && !chosen.time) chosen = { ...chosen, time: findTimeField(observeFields(documents))?.name ?? '' };
  const guessed = { field: criteria.field !== chosen.field, time: criteria.time !== chosen.time };
  return { criteria: chosen, guessed, documents, isSorted: sorted, hasMore: more, requestCount: requests };
}

export function buildDeviceDocumentsPipeline(
  { field, time }: DeviceDocumentsCriteria,
  deviceID: string,
  sorts: boolean,
): OrderedJsonObject[] {
  const match = createStageObject('match', 'filter', [[field, deviceID]]);
  return sorts && time ? [match, createStageObject('sort', 'specs', [[time, -1]])] : [match];
}

type DeviceMatcher = { deviceID?: string; isDeviceID: (text: string) => boolean };

export function resolveCriteriaFromDocuments(
  choice: DeviceDocumentsCriteria,
  documents: readonly JsonObject[],
  device: DeviceMatcher,
): DeviceDocumentsCriteria {
  const seen = observeFields(documents);
  return {
    collection: choice.collection,
    field: choice.field || guessDeviceField([...seen.fields.values()], documents, device),
    time: choice.time || (findTimeField(seen)?.name ?? ''),
  };
}

function observeFields(documents: readonly JsonObject[]): ObservedFields {
  return observeDocumentFields(NO_OBSERVED_FIELDS, documents, true);
}

function guessDeviceField(
  seen: readonly ObservedField[],
  documents: readonly JsonObject[],
  device: DeviceMatcher,
): string {
  const holding = seen.filter(({ name }) => {
    const texts = documents
      .map((document) => getValueAtPath(document, name.split('.')))
      .filter((value) => typeof value === 'string');
    return texts.some((text) => text === device.deviceID) || texts.slice(0, SAMPLE_MAX).some(device.isDeviceID);
  });
  const named = seen.filter(({ name, types }) => /device/i.test(name) && types.has('text'));
  const [best] = [...holding.filter((field) => named.includes(field)), ...holding, ...named];
  return best?.name ?? '';
}
