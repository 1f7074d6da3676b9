import * as z from 'zod/mini';
import { isJsonObject, JsonSyntaxError, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import '#lib/schema.ts';
import {
  type Dashboard,
  LIMIT_REFRESHES_MAX,
  LIMIT_SEVERITIES,
  REFRESH_MAX_S,
  REFRESH_MIN_S,
  TILE_COMPARISONS,
  TILE_SHOWS,
  TILE_SIZES,
  TILE_TOP_MAX,
  type Tile,
  type UnknownTile,
} from './dashboard.ts';

export const DASHBOARD_VERSION = 1;

/** Maximum size of a dashboard file, in bytes. */
export const DASHBOARD_BYTES_MAX = 256_000;

/** Maximum nesting, which is written recursively. */
const DEPTH_MAX = 100;

/** Error in a dashboard file. `location` is the path of the member, such as `tiles[2].limit.over`, or empty. */
export type DashboardFileError = { location: string; problem: string; isNewer: boolean };

export type DashboardFileResult = { dashboard: Dashboard } | { error: DashboardFileError };

/** Parses the text of a dashboard file. Links are not parsed, because a damaged link affects only its tile. */
export function parseDashboardFile(text: string): DashboardFileResult {
  if (new TextEncoder().encode(text).length > DASHBOARD_BYTES_MAX)
    return createError('', 'This file is larger than 256 kB.');
  let content: unknown;
  try {
    content = parseJson(text.replace(/^\ufeff/, ''), { maxDepth: DEPTH_MAX });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return createError('', `This file is not valid JSON: ${error.message}.`);
  }
  return parseDashboard(content);
}

/** Validates a dashboard that is already parsed JSON, such as one from storage. */
export function parseDashboard(content: unknown): DashboardFileResult {
  if (!isJsonObject(content) || content['fleetlens'] !== 'dashboard') return createError('fleetlens', NOT_A_DASHBOARD);
  const { version } = content;
  if (typeof version === 'number' && version > DASHBOARD_VERSION)
    return {
      error: {
        location: 'version',
        problem: `version ${version} requires a newer version of Fleetlens.`,
        isNewer: true,
      },
    };
  const { data, error } = dashboardSchema.safeParse(content);
  // the union of tiles reports an unknown `show` as a newer tile, which zod types as a plain object
  if (data) return { dashboard: data as Dashboard };
  const [issue] = error.issues;
  return createError(formatLocation(issue?.path ?? []), issue?.message ?? NOT_A_DASHBOARD);
}

/** Formats a dashboard as a file. Unknown members are written back. */
export function formatDashboardFile(dashboard: Dashboard): string {
  return `${stringifyJson(dashboard, 2)}\n`;
}

export function describeDashboardFileError({ location, problem }: DashboardFileError): string {
  return location ? `${location}: ${problem}` : problem;
}

function createError(location: string, problem: string): { error: DashboardFileError } {
  return { error: { location, problem, isNewer: false } };
}

function formatLocation(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

const NOT_A_DASHBOARD = 'This file is not a Fleetlens dashboard.';

const expectedText = 'expected a text that is not empty.';

const text = z.string({ error: expectedText }).check(z.refine((value) => value.trim() !== '', { error: expectedText }));
const number = z.number({ error: 'expected a number.' });
const integer = (min: number, max: number) => {
  const error = `expected a whole number from ${min} to ${max}.`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
};
const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `expected ${values.map((value) => `"${value}"`).join(', ')}.` });

const limitSchema = z
  .looseObject(
    {
      over: z.optional(number),
      under: z.optional(number),
      change: z.optional(number.check(z.minimum(0, { error: 'expected 0 or more.' }))),
      unit: z.optional(choice(['%'])),
      for: z.optional(integer(1, LIMIT_REFRESHES_MAX)),
      severity: z.optional(choice(LIMIT_SEVERITIES)),
      notify: z.optional(z.boolean({ error: 'expected true or false.' })),
    },
    { error: 'expected an object.' },
  )
  .check(
    z.superRefine(({ over, under, change }, context) => {
      const bounds = [over, under, change].filter((bound) => bound !== undefined);
      if (bounds.length !== 1)
        context.addIssue({ code: 'custom', message: 'expected exactly one of over, under and change.' });
    }),
  );

const tileSchema = z
  .looseObject({
    title: z.optional(text),
    link: text,
    show: choice(TILE_SHOWS),
    value: z.optional(text),
    by: z.optional(text),
    top: z.optional(integer(1, TILE_TOP_MAX)),
    of: z.optional(text),
    compare: z.optional(choice(TILE_COMPARISONS)),
    size: z.optional(choice(TILE_SIZES)),
    unit: z.optional(z.string({ error: expectedText })),
    limit: z.optional(limitSchema),
  })
  .check(
    z.superRefine(({ show, of, compare, limit }, context) => {
      const report = (path: string[], message: string) => context.addIssue({ code: 'custom', message, path });
      if (!limit) return;
      if (show !== 'number') report(['limit'], 'only a tile with "show": "number" can have a limit.');
      if (limit.unit === '%' && of === undefined) report(['limit', 'unit'], '"%" requires of in the tile.');
      if (limit.change !== undefined && !compare) report(['limit', 'change'], 'requires compare in the tile.');
    }),
  );

const newerTileSchema = z.looseObject({ title: z.optional(text), show: text });

/** Chooses the schema by `show`, so that an error of a known tile has its own location. */
const anyTileSchema = z.unknown().check(
  z.superRefine((value, context) => {
    if (!isJsonObject(value)) return context.addIssue({ code: 'custom', message: 'expected an object.' });
    const { error } = findTileSchema(value).safeParse(value);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  }),
);

function findTileSchema({ show }: { show?: unknown }): z.ZodMiniType<Tile | UnknownTile> {
  const isNewer = typeof show === 'string' && show.trim() !== '' && !TILE_SHOWS.some((known) => known === show);
  return isNewer ? newerTileSchema : tileSchema;
}

const dashboardSchema = z.looseObject({
  fleetlens: z.literal('dashboard'),
  version: z.literal(DASHBOARD_VERSION, { error: `expected ${DASHBOARD_VERSION}.` }),
  name: text,
  refresh: z.optional(integer(REFRESH_MIN_S, REFRESH_MAX_S)),
  tiles: z.array(anyTileSchema, { error: 'expected a list.' }),
});
