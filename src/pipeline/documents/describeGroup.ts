import { toVisibleText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';
import type { ResultGrouping } from './resultGrouping.ts';

/** Texts that are quoted, because another value is written so. */
const AMBIGUOUS_TEXT = /^(?:missing|empty|null|true|false)$/;

export function findKeyColumns({ keys }: ResultGrouping, columns: readonly DocumentColumn[]): DocumentColumn[] {
  return keys.map(({ name }) => {
    const column = columns.find(({ path }) => path.length === 1 && path[0] === name);
    return column ?? { key: name, label: name, path: [name], type: 'text', time: undefined };
  });
}

export function describeGroup(keys: readonly DocumentColumn[], group: JsonObject): string {
  if (keys.length === 0) return 'all documents';
  return keys
    .map(({ path, isMixed, toMs, formatTime }) => {
      const value = getValueAtPath(group, path);
      const ms = formatTime && toMs?.(value);
      if (ms !== undefined) return formatTime?.(ms, 'local', 0) ?? '';
      if (value === undefined) return 'missing';
      const isPlain = typeof value === 'string' && !isMixed && !AMBIGUOUS_TEXT.test(value);
      return toVisibleText(isPlain || value === '' ? value || 'empty' : stringifyJson(value));
    })
    .join(' · ');
}

/** Identifies a group by the values of its keys, of which a missing one differs from null. */
export function getGroupId(keys: readonly { name: string }[], group: JsonObject): string {
  return stringifyJson(keys.map(({ name }) => (Object.hasOwn(group, name) ? [group[name]] : [])));
}
