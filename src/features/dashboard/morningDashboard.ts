import { useQuery } from '@tanstack/react-query';
import { createQueryKey } from '#api/connection.ts';
import { fetchPipeline } from '#api/fetchPipeline.ts';
import { CONNECTIVITY_FIELD, FAILED_CHECKS_FIELD, LAST_SEEN_FIELD } from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import type { Tile } from '#dashboard/dashboard.ts';
import { CHECK_NAMES } from '#fleet/queries/checks.ts';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useConnection } from '#session/useSession.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE, type DevicesState } from '#urls/devices.ts';

const DAY_MS = 86_400_000;

/** Tile of the example dashboard, with a sentence about what it shows. */
export type ExampleTile = { tile: Tile; about: string };

/** Field of documents that names errors, and its value for them. */
type ErrorMark = { field: string; value: string };

/** Returns the tiles of the example dashboard: what is offline, silent, new or wrong in this fleet. */
export function useExampleTiles(): readonly ExampleTile[] {
  const documents = useDocumentSource();
  const connection = useConnection();
  const { extensions, firstPage } = useCurrentConnection();
  const { data: errors } = useQuery({
    queryKey: createQueryKey(connection, 'errorMark', documents?.collection),
    enabled: documents !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      const sort = createNewestFirstStages(documents, extensions);
      const size = extensions.includes('pageSize') ? { pageSize: 500 } : {};
      const request = { collection: documents?.collection ?? '', index: {}, pipeline: sort, nPage: firstPage, ...size };
      return findErrorMark((await fetchPipeline(connection, request, signal)).documents);
    },
  });
  const all = buildList({});
  const { collection = '' } = documents ?? {};
  const numbers: ExampleTile[] = [
    {
      about: 'Paired devices that are offline, as a share of all paired ones. More than 25 % needs attention.',
      tile: {
        title: 'Paired, offline',
        link: buildList({ request: { type: 'paired', filter: 'offline' } }),
        show: 'number',
        of: buildList({ request: { type: 'paired' } }),
        compare: 'yesterday',
        limit: { over: 25, unit: '%', for: 2 },
      },
    },
    {
      about: 'Devices registered in the last 24 hours, compared with a week ago.',
      tile: {
        title: 'New since yesterday',
        link: buildList({ ranges: { registeredAt: { within: DAY_MS } } }),
        show: 'number',
        compare: 'week',
      },
    },
    {
      about: 'Devices with a finding of the checks, such as a missing name or an ID that is used twice.',
      tile: {
        title: 'Devices to review',
        link: buildList({ facets: { [FAILED_CHECKS_FIELD]: CHECK_NAMES } }),
        show: 'number',
        of: all,
        compare: 'yesterday',
      },
    },
  ];
  if (documents && ['group', 'operators'].every((name) => extensions.includes(name))) {
    numbers.splice(1, 0, {
      about: `Devices that are online, but whose newest document in ${collection} is older than a day.`,
      tile: {
        title: 'Online but silent for 24 h',
        link: buildList({
          source: documents,
          facets: { [CONNECTIVITY_FIELD]: ['online'] },
          ranges: { [LAST_SEEN_FIELD]: { before: DAY_MS, missing: 'too' } },
        }),
        show: 'number',
        of: all,
        compare: 'yesterday',
      },
    });
  }
  const match = errors && { type: 'match', filter: { [errors.field]: errors.value } };
  if (match) {
    numbers.push({
      about: `Documents of ${collection} whose ${errors.field} is ${errors.value}, compared with yesterday.`,
      tile: { title: 'Errors', link: buildQuery(collection, [match]), show: 'number', compare: 'yesterday' },
    });
  }
  const newestFirst = createNewestFirstStages(documents, extensions);
  const rows: ExampleTile = match
    ? {
        about: `The last documents of ${collection} whose ${errors.field} is ${errors.value}.`,
        tile: { title: 'Newest errors', link: buildQuery(collection, [match, ...newestFirst]), show: 'rows', top: 6 },
      }
    : {
        about: 'The devices that were registered last.',
        tile: { title: 'Newest devices', link: buildList({ sort: [NEWEST_FIRST] }), show: 'rows', top: 6 },
      };
  const bars: ExampleTile = {
    about: 'For each product, how many of its devices are online.',
    tile: {
      title: 'Online by product',
      link: buildList({ request: { filter: 'online' } }),
      show: 'bars',
      by: 'productID',
      of: all,
    },
  };
  return [...fillRows(numbers), bars, rows];
}

const NEWEST_FIRST = { field: 'registeredAt', descending: true };

/** Sets the widths of three to five tiles so that they fill their rows. */
function fillRows(tiles: readonly ExampleTile[]): readonly ExampleTile[] {
  return tiles.map(({ about, tile }, at) => {
    const size = tiles.length === 4 ? 'quarter' : at < 3 ? 'third' : 'half';
    return { about, tile: { ...tile, size } };
  });
}

const ERROR_VALUE = /^(err|error|fatal|critical|crit|alarm|fault)$/i;

/** Looks for a field such as `level` that marks some documents as errors. Null if there is none. */
function findErrorMark(documents: readonly JsonObject[]): ErrorMark | null {
  for (const document of documents) {
    for (const [field, value] of Object.entries(document))
      if (typeof value === 'string' && ERROR_VALUE.test(value)) return { field, value };
  }
  return null;
}

function createNewestFirstStages(source: DocumentSource | undefined, extensions: readonly string[]): object[] {
  return source && extensions.includes('sort') ? [{ type: 'sort', specs: { [source.time]: -1 } }] : [];
}

function buildList(state: Partial<DevicesState>): string {
  return buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, ...state });
}

function buildQuery(collection: string, pipeline: readonly object[]): string {
  return buildDatastoreUrl({ collection, documentID: '', pipeline, page: 1, view: 'table' });
}
