import { isJsonObject } from '#lib/json/json.ts';
import { createConnectionSettings } from '#lib/setting.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { DEVICES_PATH } from './routePaths.ts';

export type SavedView = { name: string; link: string };

/** A connection's views in order; `first` names the default view. */
export type SavedViewsState = { views: readonly SavedView[]; first?: string | undefined };

const FILE_FORMAT = 'fleetlens-views';
const FILE_VERSION = 1;

const EMPTY_LIST: SavedViewsState = { views: [] };

export const getSavedViewsSetting = createConnectionSettings<SavedViewsState>({
  name: 'views',
  fallback: EMPTY_LIST,
  parse: (kept, drop) => {
    const shelf = parseViewList(kept);
    for (let lost = shelf?.lost ?? 0; lost > 0; lost--) drop('a view');
    return shelf && { views: shelf.views, first: shelf.first };
  },
});

export function getDefaultViewUrl(connectionId: string): string | undefined {
  const { views, first } = getSavedViewsSetting(connectionId).get();
  return views.find(({ name }) => name === first)?.link;
}

/** Adds a view, or replaces the view of the same name in place. */
export function addOrReplaceView({ views, first }: SavedViewsState, view: SavedView): SavedViewsState {
  const replaces = views.some(({ name }) => name === view.name);
  return { first, views: replaces ? views.map((old) => (old.name === view.name ? view : old)) : [...views, view] };
}

export function renameView({ views, first }: SavedViewsState, from: string, to: string): SavedViewsState {
  if (views.some(({ name }) => name === to)) return { views, first };
  return {
    first: first === from ? to : first,
    views: views.map((view) => (view.name === from ? { ...view, name: to } : view)),
  };
}

export function moveView({ views, first }: SavedViewsState, name: string, by: -1 | 1): SavedViewsState {
  const from = views.findIndex((view) => view.name === name);
  const [view, other] = [views[from], views[from + by]];
  if (!view || !other) return { views, first };
  return { first, views: views.map((old, at) => (at === from ? other : at === from + by ? view : old)) };
}

export function serializeViews(shelf: SavedViewsState): string {
  return `${JSON.stringify({ format: FILE_FORMAT, version: FILE_VERSION, ...shelf }, null, 2)}\n`;
}

/** Parses a views file; `lost` counts unreadable entries. */
export function parseViewsFile(text: string): (SavedViewsState & { lost: number }) | { complaint: string } {
  const file: unknown = tryCatch(() => JSON.parse(text));
  if (!isJsonObject(file) || file['format'] !== FILE_FORMAT) return { complaint: 'This file contains no saved views.' };
  const { version } = file;
  if (typeof version === 'number' && version > FILE_VERSION) {
    return { complaint: `This file has version ${version} and needs a newer version of Fleetlens.` };
  }
  return parseViewList(file) ?? { complaint: 'This file contains no saved views.' };
}

function parseViewList(kept: unknown): (SavedViewsState & { lost: number }) | undefined {
  if (!isJsonObject(kept) || !Array.isArray(kept['views'])) return undefined;
  const all: unknown[] = kept['views'];
  const views = all.flatMap((view) => {
    if (!isJsonObject(view)) return [];
    const { name, link } = view;
    return typeof name === 'string' && name.trim() && isDevicesUrl(link) ? [{ name, link }] : [];
  });
  const unique = views.filter(({ name }, at) => views.findIndex((view) => view.name === name) === at);
  const first = unique.find(({ name }) => name === kept['first'])?.name;
  return { views: unique, first, lost: all.length - unique.length };
}

/** Accepts only device-list links of this console. */
function isDevicesUrl(link: unknown): link is string {
  return typeof link === 'string' && /^\/devices(?:[?#]|$)/.test(link) && link.startsWith(DEVICES_PATH);
}
