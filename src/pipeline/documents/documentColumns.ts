import { ExactNumber, isJsonObject, type JsonObject } from '#lib/json/json.ts';
import type { TimeUnit } from '#pipeline/draft/value.ts';
import { type FieldPath, fieldKey, fieldLabel } from './fieldPath.ts';
import { isZoneless, timeOf, timeUnit } from './fieldsSeen.ts';

export type DocumentColumn = {
  key: string;
  label: string;
  type: 'text' | 'id' | 'time' | 'number' | 'json';
  path: FieldPath;
  /** Time unit, if all values are times. */
  time: TimeUnit | undefined;
  /** Most, but not all, values are numbers. */
  mostlyNumbers?: boolean;
  heading?: boolean;
  pinned?: boolean;
  seconds?: boolean;
  /** Converts a value to ms; only for columns shown as times. */
  msOf?: (value: unknown) => number | undefined;
};

const DEPTH_MAX = 4;

/**
 * Columns for all fields of the documents: documentID first, the others as found. If a field is an object in every document, its
 * members become columns with dotted names. Numbers are times if all of them look like times, except in `plain` columns. Texts
 * without a zone stay as written, as a date is the same in every zone.
 */
export function documentColumns(documents: readonly JsonObject[], plain: ReadonlySet<string>): DocumentColumn[] {
  const profile = new ColumnProfile();
  profile.add(documents);
  return profile.columns(plain);
}

/** Field statistics, updated incrementally; each document is counted once. */
export class ColumnProfile {
  readonly #root = node([], 0);
  readonly #seen = new WeakSet<JsonObject>();

  add(documents: readonly JsonObject[]): void {
    for (const document of documents) {
      if (this.#seen.has(document)) continue;
      this.#seen.add(document);
      addMembers(this.#root, document);
    }
  }

  columns(plain: ReadonlySet<string>): DocumentColumn[] {
    const leaves = leavesOf(this.#root).sort((one, other) => Number(isId(other.path)) - Number(isId(one.path)));
    return leaves.map((leaf, index) => {
      const { path } = leaf;
      const key = fieldKey(path);
      const seen = leaf.unit === 'none' ? undefined : leaf.unit;
      const time = plain.has(key) || leaf.zoneless ? undefined : seen;
      return {
        key,
        label: fieldLabel(path),
        path,
        time: seen,
        type: typeOf(leaf, key, time),
        ...(isMostlyNumbers(leaf) && { mostlyNumbers: true }),
        ...(index === 0 && { heading: true }),
        ...(isId(path) && { pinned: true }),
        ...(time && { seconds: true, msOf: (value: unknown) => timeOf(value, time) }),
      };
    });
  }
}

/** Value at a path; undefined if missing, null if null. */
export function valueAt(document: JsonObject, path: FieldPath): unknown {
  let value: unknown = document;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

type Node = {
  path: FieldPath;
  depth: number;
  met: number;
  numbers: number;
  nulls: number;
  /** Objects and lists; number of objects; any object with members. */
  nested: number;
  objects: number;
  filled: boolean;
  unit: TimeUnit | 'none' | undefined;
  /** A value is a time without a zone. */
  zoneless: boolean;
  within: Map<string, Node>;
};

function node(path: FieldPath, depth: number): Node {
  const counts = { met: 0, numbers: 0, nulls: 0, nested: 0, objects: 0, filled: false, zoneless: false };
  return { path, depth, ...counts, unit: undefined, within: new Map() };
}

function addMembers(parent: Node, object: JsonObject): void {
  for (const name of Object.keys(object)) {
    let member = parent.within.get(name);
    if (!member) {
      member = node([...parent.path, name], parent.depth + 1);
      parent.within.set(name, member);
    }
    addValue(member, object[name]);
  }
}

function addValue(member: Node, value: unknown): void {
  member.met++;
  if (value === null) {
    member.nulls++;
    return;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) member.numbers++;
  else if (typeof value === 'object') member.nested++;
  const unit = timeUnit(value) ?? 'none';
  member.unit = member.unit === undefined || member.unit === unit ? unit : 'none';
  member.zoneless ||= isZoneless(value);
  if (!isJsonObject(value)) return;
  member.objects++;
  if (member.depth >= DEPTH_MAX) return;
  addMembers(member, value);
  member.filled ||= Object.keys(value).length > 0;
}

/** Fields that become columns: members of fields that are always objects, else the field itself. */
function leavesOf({ within }: Node): Node[] {
  return [...within.values()].flatMap((member) =>
    member.filled && member.objects === member.met ? leavesOf(member) : [member],
  );
}

function isId(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'documentID';
}

function typeOf(leaf: Node, key: string, time: TimeUnit | undefined): DocumentColumn['type'] {
  if (time) return 'time';
  if (key === 'documentID' || key === 'deviceID') return 'id';
  const valued = leaf.met - leaf.nulls;
  if (valued > 0 && leaf.numbers === valued) return 'number';
  return leaf.nested > 0 ? 'json' : 'text';
}

function isMostlyNumbers({ met, nulls, numbers }: Node): boolean {
  return numbers < met - nulls && numbers * 2 > met - nulls;
}
