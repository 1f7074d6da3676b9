import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type HostConfig, hostConfigSchema } from '#contract/hostConfig.ts';
import { EXTENSION_LABELS } from '#contract/stages.ts';
import type { Dashboard } from '#dashboard/dashboard.ts';
import { describeDashboardFileError, parseDashboard, parseDashboardFile } from '#dashboard/dashboardFile.ts';
import { CommandError } from '#server/commandError.ts';
import type { DemoCredentials } from '#server/demo/demo.ts';
import { DEMO_COLLECTION_NAMES, DEMO_DEVICE_DOCUMENTS } from '#server/demo/demoCollections.ts';
import { API_PATH } from './app.ts';

/** Fields that an operator can set. Only the service sets `demo`. */
const { demo: _, ...FIELDS } = hostConfigSchema.shape;
const operatorSchema = z.strictObject(FIELDS);

/**
 * Builds the response of `/config.json`: defaults, overridden by FLEETLENS_CONFIG (JSON, or the path of a JSON file).
 * `dashboards` follow those of FLEETLENS_CONFIG.
 * @throws CommandError for an invalid configuration
 */
export function loadHostConfig(
  demo: DemoCredentials | undefined,
  environment: NodeJS.ProcessEnv,
  basePath = '/',
  dashboards: readonly Dashboard[] = [],
): HostConfig {
  const operatorConfig = readOperatorConfig(environment['FLEETLENS_CONFIG']);
  const all = [...(operatorConfig.dashboards ?? []), ...dashboards];
  const names = all.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new CommandError(`Two dashboards are named “${repeated}”. Rename one of them.`);
  return {
    baseUrl: basePath + API_PATH.slice(1),
    firstPage: 1,
    extensions: Object.keys(EXTENSION_LABELS),
    interface: `${basePath}openapi.json`,
    ...(demo && { demo, collections: [...DEMO_COLLECTION_NAMES], deviceDocuments: DEMO_DEVICE_DOCUMENTS }),
    ...operatorConfig,
    ...(all.length > 0 && { dashboards: all }),
  };
}

/** Returns the origin that the console may connect to besides its own. Undefined if users may enter any base URL. */
export function getFixedApiOrigin({ baseUrl = API_PATH, baseUrlFixed }: HostConfig): string | undefined {
  if (!baseUrlFixed) return undefined;
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
}

/**
 * Parses FLEETLENS_CONFIG. Empty if it is not set.
 * @throws CommandError
 */
export function readOperatorConfig(given: string | undefined): Partial<HostConfig> {
  if (!given?.trim()) return {};
  const isText = given.trim().startsWith('{');
  let config: unknown;
  try {
    config = JSON.parse(isText ? given : readFileSync(given, 'utf8'));
  } catch (error) {
    const what = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new CommandError(`FLEETLENS_CONFIG: ${isText ? 'the text' : `the file ${given}`} ${what}.`);
  }
  const read = operatorSchema.safeParse(config);
  if (!read.success) throw new CommandError(`FLEETLENS_CONFIG: ${formatIssue(read.error.issues[0])}`);
  const { baseUrl } = read.data;
  if (baseUrl !== undefined && !/^(https?:\/\/|\/(?!\/))/.test(baseUrl)) {
    throw new CommandError('FLEETLENS_CONFIG: baseUrl must be a path or start with https:// or http://.');
  }
  for (const [index, dashboard] of (read.data.dashboards ?? []).entries()) {
    const parsed = parseDashboard(dashboard);
    if ('dashboard' in parsed) continue;
    throw new CommandError(`FLEETLENS_CONFIG: dashboards.${index}: ${describeDashboardFileError(parsed.error)}`);
  }
  return read.data as Partial<HostConfig>; // the schema's type does not express that absent fields stay absent
}

/**
 * Reads the dashboards of a folder, in the order of their file names.
 * @throws CommandError for a file that is not a dashboard of this version
 */
export function readDashboardFolder(folder: string): readonly Dashboard[] {
  const names = readFolder(() => readdirSync(folder), folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const path = join(folder, name);
    const parsed = parseDashboardFile(readFolder(() => readFileSync(path, 'utf8'), path));
    if ('dashboard' in parsed) return parsed.dashboard;
    throw new CommandError(`--dashboards: ${path}: ${describeDashboardFileError(parsed.error)}`);
  });
}

function readFolder<Content>(read: () => Content, path: string): Content {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`--dashboards: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function formatIssue(issue: z.core.$ZodIssue | undefined): string {
  const known = Object.keys(FIELDS).join(', ');
  if (issue?.code === 'unrecognized_keys')
    return `unknown ${issue.keys.length === 1 ? 'setting' : 'settings'} ${issue.keys.join(', ')}. Known settings: ${known}.`;
  if (issue?.code === 'invalid_type' && issue.path.length > 0) {
    return `${issue.path.join('.')} must be of type ${issue.expected}.`;
  }
  return `expected a JSON object with any of these settings: ${known}.`;
}
