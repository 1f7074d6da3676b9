import type { JsonObject, OrderedObject } from '#lib/json/json.ts';
import { valueAt } from '#pipeline/documents/documentColumns.ts';
import { NOTHING_SEEN, type SeenField, withDocuments } from '#pipeline/documents/fieldsSeen.ts';
import { stageOf } from '#pipeline/draft/stages/card.ts';

/** Which documents are a device's: those of a collection whose field holds its ID, the newest by another field. */
export type DocumentsChoice = { collection: string; field: string; time: string };

/** What was found, and what of the choice was guessed; `field` is '' where none looks like it. */
export type DeviceDocuments = {
  choice: DocumentsChoice;
  guessed: { field: boolean; time: boolean };
  documents: readonly JsonObject[];
  /** Whether they come newest first; else in the service's order. */
  sorted: boolean;
  /** Whether there may be more. */
  more: boolean;
  requests: number;
};

type Options = {
  /** Parts that are '' are guessed from a page of the collection. */
  choice: DocumentsChoice;
  deviceID: string;
  /** Whether the service sorts, which the interface does not promise. */
  sorts: boolean;
  /** Asks for one page, counted from 1. */
  ask: (pipeline: readonly OrderedObject[], page: number) => Promise<readonly JsonObject[]>;
  /** Whether a text is the ID of some device. */
  isDevice: (text: string) => boolean;
  requestsMax: number;
};

/** As many are enough for a look. */
const ENOUGH = 100;

/** Values of a field that are looked up among the devices. */
const LOOKED_UP = 3;

/** Asks for a device's newest documents, or for its first ones where the service does not sort. */
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
  // where nothing is sorted, times are only what they are drawn over
  if (!sorts && !chosen.time) chosen = { ...chosen, time: guessedTime(seenIn(documents)) };
  const guessed = { field: choice.field !== chosen.field, time: choice.time !== chosen.time };
  return { choice: chosen, guessed, documents, sorted, more, requests };
}

/** The query that finds them, as it can be opened and changed elsewhere. */
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

/** The field that holds IDs of devices, or one whose name says that it does. */
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

/** A field of times, of those whose name says so first. */
function guessedTime(seen: readonly SeenField[]): string {
  const times = seen.filter(({ time }) => time !== undefined);
  return (times.find(({ name }) => /time|date|at$|stamp|^ts$/i.test(name)) ?? times[0])?.name ?? '';
}
