import { isJsonObject } from '#lib/json/json.ts';
import { createConnectionSettings } from '#lib/setting.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { DEVICES } from './addresses.ts';

export type SavedView = { name: string; link: string };

/** A connection's views in order; `first` names the default view. */
export type ViewShelf = { views: readonly SavedView[]; first?: string | undefined };

const FILE_FORMAT = 'fleetlens-views';
const FILE_VERSION = 1;

const EMPTY: ViewShelf = { views: [] };

export const savedViews = createConnectionSettings<ViewShelf>({
  name: 'views',
  fallback: EMPTY,
  read: (kept, drop) => {
    const shelf = readShelf(kept);
    for (let lost = shelf?.lost ?? 0; lost > 0; lost--) drop('a view');
    return shelf && { views: shelf.views, first: shelf.first };
  },
});

export function firstView(connectionId: string): string | undefined {
  const { views, first } = savedViews(connectionId).get();
  return views.find(({ name }) => name === first)?.link;
}

/** Adds a view, or replaces the view of the same name in place. */
export function withView({ views, first }: ViewShelf, view: SavedView): ViewShelf {
  const replaces = views.some(({ name }) => name === view.name);
  return { first, views: replaces ? views.map((old) => (old.name === view.name ? view : old)) : [...views, view] };
}

export function renamed({ views, first }: ViewShelf, from: string, to: string): ViewShelf {
  if (views.some(({ name }) => name === to)) return { views, first };
  return {
    first: first === from ? to : first,
    views: views.map((view) => (view.name === from ? { ...view, name: to } : view)),
  };
}

export function moved({ views, first }: ViewShelf, name: string, by: -1 | 1): ViewShelf {
  const from = views.findIndex((view) => view.name === name);
  const [view, other] = [views[from], views[from + by]];
  if (!view || !other) return { views, first };
  return { first, views: views.map((old, at) => (at === from ? other : at === from + by ? view : old)) };
}

export function viewsFile(shelf: ViewShelf): string {
  return `${JSON.stringify({ format: FILE_FORMAT, version: FILE_VERSION, ...shelf }, null, 2)}\n`;
}

/** Parses a views file; `lost` counts unreadable entries. */
export function readViewsFile(text: string): (ViewShelf & { lost: number }) | { complaint: string } {
  const file: unknown = tryCatch(() => JSON.parse(text));
  if (!isJsonObject(file) || file['format'] !== FILE_FORMAT) return { complaint: 'This file holds no saved views.' };
  const { version } = file;
  if (typeof version === 'number' && version > FILE_VERSION) {
    return { complaint: `This file is of version ${version}, which a newer console wrote; this one reads version 1.` };
  }
  return readShelf(file) ?? { complaint: 'This file holds no saved views.' };
}

function readShelf(kept: unknown): (ViewShelf & { lost: number }) | undefined {
  if (!isJsonObject(kept) || !Array.isArray(kept['views'])) return undefined;
  const all: unknown[] = kept['views'];
  const views = all.flatMap((view) => {
    if (!isJsonObject(view)) return [];
    const { name, link } = view;
    return typeof name === 'string' && name.trim() && isListLink(link) ? [{ name, link }] : [];
  });
  const unique = views.filter(({ name }, at) => views.findIndex((view) => view.name === name) === at);
  const first = unique.find(({ name }) => name === kept['first'])?.name;
  return { views: unique, first, lost: all.length - unique.length };
}

/** Accepts only device-list links of this console. */
function isListLink(link: unknown): link is string {
  return typeof link === 'string' && /^\/devices(?:[?#]|$)/.test(link) && link.startsWith(DEVICES);
}
