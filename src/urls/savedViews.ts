import * as z from 'zod/mini';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { createListParser, createParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { buildDevicesUrl, type DevicesState, parseDevicesUrl } from './devices.ts';
import { DEVICES_PATH } from './routePaths.ts';

const viewSchema = z.object({
  name: z.string().check(z.refine((name) => name.trim() !== '')),
  /** Link to a device list of this console. Rejects any other address. */
  link: z.string().check(z.refine((link) => /^\/devices(?:[?#]|$)/.test(link) && link.startsWith(DEVICES_PATH))),
});

export type SavedView = z.infer<typeof viewSchema>;

/** Saved views of a connection, in order. `first` names the default view. */
export type SavedViewsState = { views: readonly SavedView[]; first?: string | undefined };

const FILE_FORMAT = 'fleetlens-views';
const FILE_VERSION = 1;

const EMPTY_LIST: SavedViewsState = { views: [] };

export const getSavedViewsSetting = createPerConnectionSetting<SavedViewsState>({
  name: 'views',
  fallback: EMPTY_LIST,
  parse: (kept, drop) => {
    const shelf = parseViewList(kept);
    for (let lost = shelf?.lost ?? 0; lost > 0; lost--) drop('a view');
    return shelf && { views: shelf.views, first: shelf.first };
  },
});

export function findDefaultViewUrl(connectionId: string): string | undefined {
  const { views, first } = getSavedViewsSetting(connectionId).get();
  return views.find(({ name }) => name === first)?.link;
}

/** Finds the view of a link. Old views lack where the devices' documents are, which is then `source`. */
export function findViewOfLink(
  views: readonly SavedView[],
  link: string,
  source: DocumentSource | undefined,
): SavedView | undefined {
  return views.find((view) => view.link === link || buildDevicesUrl({ source, ...parseViewLink(view.link) }) === link);
}

export function parseViewLink(link: string): DevicesState {
  const { searchParams, hash } = new URL(link, 'http://console');
  return parseDevicesUrl(searchParams, hash).state;
}

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

export function formatSavedViewsFile(viewsState: SavedViewsState): string {
  return `${JSON.stringify({ format: FILE_FORMAT, version: FILE_VERSION, ...viewsState }, null, 2)}\n`;
}

/** Parses a file of saved views. `lost` counts entries that could not be parsed. */
export function parseSavedViewsFile(text: string): (SavedViewsState & { lost: number }) | { complaint: string } {
  const content: unknown = tryCatch(() => JSON.parse(text));
  const file = parseFileHead(content);
  if (!file) return { complaint: 'This file contains no saved views.' };
  if (file.version > FILE_VERSION) {
    return { complaint: `This file has version ${file.version} and needs a newer version of Fleetlens.` };
  }
  return parseViewList(content) ?? { complaint: 'This file contains no saved views.' };
}

const parseFileHead = createParser(
  z.object({ format: z.literal(FILE_FORMAT), version: z.catch(z.number(), FILE_VERSION) }),
);
const parseListHead = createParser(z.object({ views: z.array(z.unknown()), first: z.optional(z.unknown()) }));
const parseViews = createListParser(viewSchema);

function parseViewList(kept: unknown): (SavedViewsState & { lost: number }) | undefined {
  const list = parseListHead(kept);
  const views = parseViews(list?.views);
  if (!list || !views) return undefined;
  const unique = views.filter(({ name }, at) => views.findIndex((view) => view.name === name) === at);
  const first = unique.find(({ name }) => name === list.first)?.name;
  return { views: unique, first, lost: list.views.length - unique.length };
}
