import { JOINED_CONNECTIVITY_FIELD, LAST_SEEN_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { Dashboard, Tile } from '#dashboard/dashboard.ts';
import { createDashboard } from '#dashboard/storedDashboards.ts';
import { JOINED_CHECK_FIELD } from '#fleet/model/joinedField.ts';
import { CHECK_NAMES } from '#fleet/queries/checks.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE, type DevicesState } from '#urls/devices.ts';

const DAY_MS = 86_400_000;

type MorningSource = { documents: DocumentSource | undefined; extensions: readonly string[] };

/** Where the devices' documents are, for the tiles about them. */
export function useMorningSource(): MorningSource {
  return { documents: useDocumentSource(), extensions: useCurrentConnection().extensions };
}

/** Creates the example dashboard: what is offline, silent, new or wrong in this fleet. */
export function createMorningDashboard({ documents, extensions }: MorningSource): Dashboard {
  const all = buildList({});
  const paired = buildList({ request: { type: 'paired' } });
  const tiles: Tile[] = [
    {
      title: 'Paired, offline',
      link: buildList({ request: { type: 'paired', filter: 'offline' } }),
      show: 'number',
      of: paired,
      compare: 'yesterday',
      limit: { over: 25, unit: '%', for: 2 },
    },
    {
      title: 'New since yesterday',
      link: buildList({ ranges: { registeredAt: { within: DAY_MS } } }),
      show: 'number',
      compare: 'week',
    },
    {
      title: 'Devices to review',
      link: buildList({ facets: { [JOINED_CHECK_FIELD]: CHECK_NAMES } }),
      show: 'number',
      of: all,
      compare: 'yesterday',
    },
  ];
  const canGroup = documents && extensions.includes('group');
  if (canGroup) {
    tiles.splice(1, 0, {
      title: 'Online but silent for 24 h',
      link: buildList({
        facets: { [JOINED_CONNECTIVITY_FIELD]: ['online'] },
        ranges: { [LAST_SEEN_FIELD]: { before: DAY_MS, missing: 'too' } },
      }),
      show: 'number',
      of: all,
      compare: 'yesterday',
    });
  }
  tiles.push({
    title: 'Online by product',
    link: buildList({ request: { filter: 'online' } }),
    show: 'bars',
    by: 'productID',
    of: all,
  });
  if (documents) tiles.push(createNewestTile(documents, extensions));
  else tiles.push({ title: 'Newest devices', link: buildList({ sort: [NEWEST_FIRST] }), show: 'rows', top: 6 });
  return createDashboard('Morning', tiles);
}

const NEWEST_FIRST = { field: 'registeredAt', descending: true };

function createNewestTile({ collection, time }: DocumentSource, extensions: readonly string[]): Tile {
  const pipeline = extensions.includes('sort') ? [{ type: 'sort', specs: { [time]: -1 } }] : [];
  const link = buildDatastoreUrl({ collection, documentID: '', pipeline, page: 1, view: 'table' });
  return { title: `Newest of ${collection}`, link, show: 'rows', top: 6 };
}

function buildList(state: Partial<DevicesState>): string {
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, ...state });
}
