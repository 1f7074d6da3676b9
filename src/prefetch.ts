/**
 * Prefetches the page's code and its list while the rest of the console loads. Has a separate script tag, so that it
 * starts first.
 */
import { buildHttpRequest } from '#api/buildHttpRequest.ts';
import { BodyPrefetch } from '#fleet/bodyStream.ts';
import { sortModule } from '#fleet/sortModule.ts';
import { stripBasePath } from '#lib/basePath.ts';
import { createBrowserEnvironment } from '#services/environment.ts';
import { SessionPersistence } from '#session/sessionPersistence.ts';
import { preloadSystemFonts } from '#ui/theme/fonts.ts';
import { loadAppShell, PAGES, resolvePageName } from './pages.ts';
import { parseDevicesUrl } from './urls/devices.ts';
import { DEVICES_PATH, OVERVIEW_PATH } from './urls/routePaths.ts';

// a resource timing entry would contain the request URL with the API key
performance.setResourceTimingBufferSize(0);

export const browserEnvironment = createBrowserEnvironment();
export const sessionPersistence = new SessionPersistence(browserEnvironment);

const { session } = sessionPersistence.restored;
const { search, hash } = location;
const pathname = stripBasePath(location.pathname);
if (session && (pathname === OVERVIEW_PATH || pathname === DEVICES_PATH)) {
  const state = pathname === DEVICES_PATH ? parseDevicesUrl(new URLSearchParams(search), hash).state : undefined;
  const { connection } = session;
  connection.prefetch = new BodyPrefetch(buildHttpRequest(connection, 'devices', state?.request ?? {}));
  import('#fleet/readFleet.ts').catch(() => undefined);
  if (state && state.sort.length > 0) sortModule.load().catch(() => undefined);
}
// the page's error boundary reports code that failed to load
const { code } = PAGES[resolvePageName(pathname, session !== undefined)];
for (const load of session ? [loadAppShell, code] : [code]) load().catch(() => undefined);
preloadSystemFonts();
