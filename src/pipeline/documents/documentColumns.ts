import { ExactNumber, isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { createZonedTimeFormat } from '#lib/time/zones.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';
import { type FieldPath, formatFieldPath, toFieldKey } from './fieldPath.ts';
import { detectTimeUnit, lacksTimeZone, toTimeMs } from './observedFields.ts';
import type { ResultGrouping } from './resultGrouping.ts';

export type DocumentColumn = {
  key: string;
  label: string;
  type: 'text' | 'id' | 'time' | 'number' | 'json';
  path: FieldPath;
  time: TimeUnit | undefined;
  mostlyNumbers?: boolean;
  /** True if some values are numbers and others, such as text, are not. */
  isMixed?: boolean;
  isRowHeader?: boolean;
  pinned?: boolean;
  showSeconds?: boolean;
  /** Converts a value to ms since 1970. Only for columns shown as times. */
  toMs?: (value: unknown) => number | undefined;
  /** Time zone of the times of groups: an IANA name or a UTC offset. `formatTime` then formats in it. */
  zone?: string;
  formatTime?: ReturnType<typeof createZonedTimeFormat>;
};

const DEPTH_MAX = 4;

/**
 * Creates columns for all fields: documentID first, the others in order of appearance. If a field is an object with
 * members in every document, its members become columns with dotted names. Numbers are shown as times if all of them
 * look like times.
 */
export function createDocumentColumns(
  documents: readonly JsonObject[],
  plain: ReadonlySet<string>,
  groups?: ResultGrouping,
): DocumentColumn[] {
  const profile = new DocumentFieldProfile();
  profile.add(documents);
  return profile.createColumns(plain, groups);
}

export class DocumentFieldProfile {
  readonly #root = createFieldNode([], 0);
  readonly #seen = new WeakSet<JsonObject>();

  add(documents: readonly JsonObject[]): void {
    for (const document of documents) {
      if (this.#seen.has(document)) continue;
      this.#seen.add(document);
      addMembers(this.#root, document);
    }
  }

  /** Times that `groups` truncated have the zone of their stage. */
  createColumns(plain: ReadonlySet<string>, groups?: ResultGrouping): DocumentColumn[] {
    const leaves = getLeaves(this.#root).sort(
      (one, other) => Number(isDocumentId(other.path)) - Number(isDocumentId(one.path)),
    );
    const zones = new Map(
      (groups?.keys ?? []).flatMap((each) => (each.kind === 'time' ? [[each.name, each.zone] as const] : [])),
    );
    return leaves.map((leaf, index) => {
      const { path } = leaf;
      const key = toFieldKey(path);
      const zone = path.length === 1 ? zones.get(path[0] ?? '') : undefined;
      // times of groups are in ms, also those that do not look like times, such as 0
      const seen = zone !== undefined ? 'ms' : leaf.unit === 'none' ? undefined : leaf.unit;
      const time = plain.has(key) || leaf.zoneless ? undefined : seen;
      return {
        key,
        label: formatFieldPath(path),
        path,
        time: seen,
        type: getColumnType(leaf, key, time),
        ...(isMostlyNumbers(leaf) && { mostlyNumbers: true }),
        ...(leaf.numbers > 0 && leaf.numbers < leaf.count - leaf.nulls && { isMixed: true }),
        ...(index === 0 && { isRowHeader: true }),
        ...(isDocumentId(path) && { pinned: true }),
        ...(time && { showSeconds: true, toMs: (value: unknown) => toTimeMs(value, time) }),
        ...(zone !== undefined && { zone, formatTime: createZonedTimeFormat(zone) }),
      };
    });
  }
}

export function getValueAtPath(document: JsonObject, path: FieldPath): unknown {
  let value: unknown = document;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

type FieldNode = {
  path: FieldPath;
  depth: number;
  count: number;
  numbers: number;
  nulls: number;
  nested: number;
  objects: number;
  hasMembers: boolean;
  hasEmpty: boolean;
  unit: TimeUnit | 'none' | undefined;
  zoneless: boolean;
  children: Map<string, FieldNode>;
};

function createFieldNode(path: FieldPath, depth: number): FieldNode {
  const counts = {
    count: 0,
    numbers: 0,
    nulls: 0,
    nested: 0,
    objects: 0,
    hasMembers: false,
    hasEmpty: false,
    zoneless: false,
  };
  return { path, depth, ...counts, unit: undefined, children: new Map() };
}

function addMembers(parent: FieldNode, object: JsonObject): void {
  for (const name of Object.keys(object)) {
    let member = parent.children.get(name);
    if (!member) {
      member = createFieldNode([...parent.path, name], parent.depth + 1);
      parent.children.set(name, member);
    }
    addValue(member, object[name]);
  }
}

function addValue(member: FieldNode, value: unknown): void {
  member.count++;
  if (value === null) {
    member.nulls++;
    return;
  }
  if (typeof value === 'number' || value instanceof ExactNumber) member.numbers++;
  else if (typeof value === 'object') member.nested++;
  const unit = detectTimeUnit(value) ?? 'none';
  member.unit = member.unit === undefined || member.unit === unit ? unit : 'none';
  member.zoneless ||= lacksTimeZone(value);
  if (!isJsonObject(value)) return;
  member.objects++;
  if (member.depth >= DEPTH_MAX) return;
  addMembers(member, value);
  if (Object.keys(value).length === 0) member.hasEmpty = true;
  else member.hasMembers = true;
}

function getLeaves({ children }: FieldNode): FieldNode[] {
  return [...children.values()].flatMap((member) =>
    member.hasMembers && !member.hasEmpty && member.objects === member.count ? getLeaves(member) : [member],
  );
}

function isDocumentId(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'documentID';
}

function getColumnType(leaf: FieldNode, key: string, time: TimeUnit | undefined): DocumentColumn['type'] {
  if (time) return 'time';
  if (key === 'documentID' || key === 'deviceID') return 'id';
  const valued = leaf.count - leaf.nulls;
  if (valued > 0 && leaf.numbers === valued) return 'number';
  return leaf.nested > 0 ? 'json' : 'text';
}

function isMostlyNumbers({ count, nulls, numbers }: FieldNode): boolean {
  return numbers < count - nulls && numbers * 2 > count - nulls;
}
