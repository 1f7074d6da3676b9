import { toVisibleText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';

export function describeGroup(keys: readonly DocumentColumn[], group: JsonObject): string {
  if (keys.length === 0) return 'all documents';
  return keys
    .map(({ path, isMixed, toMs, formatTime }) => {
      const value = getValueAtPath(group, path);
      const ms = formatTime && toMs?.(value);
      if (ms !== undefined) return formatTime?.(ms, 'local', 0) ?? '';
      if (value === undefined) return 'missing';
      return toVisibleText(typeof value === 'string' && !isMixed ? value || 'empty' : stringifyJson(value));
    })
    .join(' · ');
}

/** Identifies a group by the values of its keys, of which a missing one differs from null. */
export function getGroupId(keys: readonly { name: string }[], group: JsonObject): string {
  return stringifyJson(keys.map(({ name }) => (Object.hasOwn(group, name) ? [group[name]] : [])));
}
