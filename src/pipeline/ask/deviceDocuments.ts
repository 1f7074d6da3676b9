import type { JsonObject, OrderedObject } from '#lib/json/json.ts';
import { valueAt } from '#pipeline/documents/documentColumns.ts';
import { NOTHING_SEEN, type SeenField, withDocuments } from '#pipeline/documents/fieldsSeen.ts';
import { stageOf } from '#pipeline/draft/stages/card.ts';

/** Criteria for a device's documents: collection, field with the device ID, and time field to sort by. */
export type DocumentsChoice = { collection: string; field: string; time: string };

/** Result, and which fields were guessed; `choice.field` is '' if no field qualifies. */
export type DeviceDocuments = {
  choice: DocumentsChoice;
  guessed: { field: boolean; time: boolean };
  documents: readonly JsonObject[];
  sorted: boolean;
  more: boolean;
  requests: number;
};

type Options = {
  /** Empty fields are guessed from a page of the collection. */
  choice: DocumentsChoice;
  deviceID: string;
  /** The service supports sorting, an extension of the API. */
  sorts: boolean;
  ask: (pipeline: readonly OrderedObject[], page: number) => Promise<readonly JsonObject[]>;
  isDevice: (text: string) => boolean;
  requestsMax: number;
};

const ENOUGH = 100;

const LOOKED_UP = 3;

/** Requests a device's newest documents, or its first ones if the service does not sort. */
export async function deviceDocuments(options: Options): Promise<DeviceDocuments> {
  const { choice, deviceID, sorts, ask, isDevice, requestsMax } = options;
  let requests = 0;
  let chosen = choice;
  if (!choice.field || (sorts && !choice.time)) {
    requests++;
    chosen = guessedChoice(choice, await ask([], 1), { deviceID, isDevice });
  }
  const sorted = sorts && chosen.time !== '';
  const documents: JsonObject[] = [];
  let more = false;
  if (chosen.field) {
    const pipeline = documentsPipeline(chosen, deviceID, sorts);
    for (let [page, size] = [1, 0]; requests < requestsMax && documents.length < ENOUGH; page++) {
      requests++;
      const answer = await ask(pipeline, page);
      documents.push(...answer);
      size = Math.max(size, answer.length);
      more = answer.length > 0 && answer.length === size;
      if (!more) break;
    }
  }
  // without sorting, the time field is only the chart's axis
  if (!sorts && !chosen.time) chosen = { ...chosen, time: guessedTime(seenIn(documents)) };
  const guessed = { field: choice.field !== chosen.field, time: choice.time !== chosen.time };
  return { choice: chosen, guessed, documents, sorted, more, requests };
}

export function documentsPipeline({ field, time }: DocumentsChoice, deviceID: string, sorts: boolean): OrderedObject[] {
  const match = stageOf('match', 'filter', [[field, deviceID]]);
  return sorts && time ? [match, stageOf('sort', 'specs', [[time, -1]])] : [match];
}

type Device = { deviceID: string; isDevice: (text: string) => boolean };

function guessedChoice(choice: DocumentsChoice, documents: readonly JsonObject[], device: Device): DocumentsChoice {
  const seen = seenIn(documents);
  return {
    collection: choice.collection,
    field: choice.field || guessedField(seen, documents, device),
    time: choice.time || guessedTime(seen),
  };
}

function seenIn(documents: readonly JsonObject[]): readonly SeenField[] {
  return [...withDocuments(NOTHING_SEEN, documents, true).fields.values()];
}

/** Guesses the field with device IDs by its values, then by its name. */
function guessedField(seen: readonly SeenField[], documents: readonly JsonObject[], device: Device): string {
  const holding = seen.filter(({ name }) => {
    const texts = documents
      .map((document) => valueAt(document, name.split('.')))
      .filter((value) => typeof value === 'string');
    return texts.includes(device.deviceID) || texts.slice(0, LOOKED_UP).some(device.isDevice);
  });
  const named = seen.filter(({ name, types }) => /device/i.test(name) && types.has('text'));
  const [best] = [...holding.filter((field) => named.includes(field)), ...holding, ...named];
  return best?.name ?? '';
}

function guessedTime(seen: readonly SeenField[]): string {
  const times = seen.filter(({ time }) => time !== undefined);
  return (times.find(({ name }) => /time|date|at$|stamp|^ts$/i.test(name)) ?? times[0])?.name ?? '';
}
