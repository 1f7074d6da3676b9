import { ExactNumber, isJsonObject, type JsonObject } from '#lib/json.ts';
import { NOTHING_SEEN, type TimeUnit, timeOf, withDocuments } from './fieldsSeen.ts';

/** A column of documents as a grid takes it: `path` are the names that lead to its value, one inside the other. */
export type DocumentColumn = {
  key: string;
  label: string;
  type: 'text' | 'id' | 'time' | 'number' | 'json';
  path: readonly string[];
  /** What its values are, where all that were seen are times. */
  time: TimeUnit | undefined;
  heading?: boolean;
  pinned?: boolean;
  seconds?: boolean;
  /** The time in ms that a value is; only where values are shown as times. */
  msOf?: (value: unknown) => number | undefined;
};

const DEPTH_MAX = 4;

/**
 * A column for every field that any document has, documentID first, the others in the order they are met. Where a field
 * is an object in every document that has it, its members are columns of their own, with dotted names. A number is a
 * time where it was one in every document; `plain` names the columns of which it is not to be believed.
 */
export function documentColumns(documents: readonly JsonObject[], plain: ReadonlySet<string>): DocumentColumn[] {
  const { fields } = withDocuments(NOTHING_SEEN, documents, true);
  const paths = pathsOf(documents, [], 0);
  paths.sort((one, other) => Number(isId(other)) - Number(isId(one)));
  const labels = paths.map((path) => path.join('.'));
  return paths.map((path, index) => {
    const label = labels[index] ?? '';
    // a name with a dot in it may read like two names
    const key = labels.indexOf(label) === index ? label : JSON.stringify(path);
    const seen = fields.get(label)?.time;
    const time = plain.has(key) ? undefined : seen;
    return {
      key,
      label,
      path,
      time: seen,
      type: typeOf(documents, path, label, time),
      ...(index === 0 && { heading: true }),
      ...(isId(path) && { pinned: true }),
      ...(time && { seconds: true, msOf: (value: unknown) => timeOf(value, time) }),
    };
  });
}

/** What a document holds at a path; undefined where it is missing, which null is not. */
export function valueAt(document: JsonObject, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isId(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'documentID';
}

function pathsOf(objects: readonly JsonObject[], path: readonly string[], depth: number): (readonly string[])[] {
  const values = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
  }
  return [...values].flatMap(([name, met]) => {
    const further = [...path, name];
    const inner = met.filter(isJsonObject);
    const opened =
      inner.length === met.length && depth + 1 < DEPTH_MAX && inner.some((one) => Object.keys(one).length > 0);
    return opened ? pathsOf(inner, further, depth + 1) : [further];
  });
}

function typeOf(
  documents: readonly JsonObject[],
  path: readonly string[],
  label: string,
  time: TimeUnit | undefined,
): DocumentColumn['type'] {
  if (time) return 'time';
  if (label === 'documentID' || label === 'deviceID') return 'id';
  const values = documents.map((document) => valueAt(document, path)).filter((value) => value != null);
  if (values.length > 0 && values.every(isNumber)) return 'number';
  return values.some((value) => typeof value === 'object' && !isNumber(value)) ? 'json' : 'text';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}
