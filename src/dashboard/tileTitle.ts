import { truncate } from '#lib/truncate.ts';
import { toStageDrafts } from '#pipeline/draft/compileDraft.ts';
import { describeStage } from '#pipeline/draft/stages/stageRegistry.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import type { DevicesState } from '#urls/devices.ts';
import { type DashboardTile, isKnownTile } from './dashboard.ts';
import { parseTileLink, type TileLink } from './tileLink.ts';

const TITLE_LENGTH_MAX = 80;

/** Returns the title of a tile, or generates it from the tile's link. */
export function getTileTitle(tile: DashboardTile): string {
  if (tile.title || !isKnownTile(tile)) return tile.title ?? 'Untitled';
  const parsed = parseTileLink(tile.link);
  return 'link' in parsed ? createTileTitle(parsed.link, tile) : 'Untitled';
}

type TitleMembers = { value?: string | undefined; by?: string | undefined };

/** Generates a title from the content of a link, such as "Devices: paired, offline" or "logs: by deviceID: count". */
export function createTileTitle(link: TileLink, { value, by }: TitleMembers = {}): string {
  const content = describeContent(link);
  const title = by ? `${content} by ${by}` : content;
  return truncate(value ? `${title}, ${value}` : title, TITLE_LENGTH_MAX);
}

function describeContent(link: TileLink): string {
  if (link.page === 'device') return [link.deviceID, link.path].filter(Boolean).join(' ');
  const parts = link.page === 'devices' ? describeDevices(link.state) : describeStages(link.state);
  const subject = link.page === 'devices' ? 'Devices' : link.state.collection;
  return parts.length === 0 ? subject : `${subject}: ${parts.join(', ')}`;
}

function describeDevices({ request, search, facets, ranges }: DevicesState): string[] {
  const { type, filter, productID } = request;
  const facetParts = Object.entries(facets).map(
    ([field, values]) => `${field} is ${values.map((value) => value || 'none').join(' or ')}`,
  );
  const rangeParts = Object.keys(ranges).map((field: string) => `${field} in range`);
  return [type, filter, productID, search && `“${search}”`, ...facetParts, ...rangeParts].flatMap((part) => part || []);
}

function describeStages({ pipeline, documentID }: DatastoreState): string[] {
  return [...(documentID ? [documentID] : []), ...toStageDrafts(pipeline).map(describeStage)];
}
