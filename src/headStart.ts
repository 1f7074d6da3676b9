/**
 * Prefetches the page's code and its list while the rest of the console loads. Has its own script tag, so that it starts first.
 */
import { httpRequest } from '#api/request.ts';
import { sendAhead } from '#fleet/bodyStream.ts';
import { sorting } from '#fleet/sorting.ts';
import { stripBasePath } from '#lib/basePath.ts';
import { claimSession } from '#session/keptSession.ts';
import { lookUpFonts } from '#ui/theme/fonts.ts';
import { loadFrame, PAGES, pageAt } from './pages.ts';
import { DEVICES, OVERVIEW } from './paths/addresses.ts';
import { parseDevicesUrl } from './paths/devices.ts';

// a timing entry would contain the request URL with the API key
performance.setResourceTimingBufferSize(0);

const { session } = claimSession();
const { search, hash } = location;
const pathname = stripBasePath(location.pathname);
if (session && (pathname === OVERVIEW || pathname === DEVICES)) {
  const state = pathname === DEVICES ? parseDevicesUrl(new URLSearchParams(search), hash).state : undefined;
  sendAhead(httpRequest(session.connection, 'devices', state?.request ?? {}));
  import('#fleet/readFleet.ts').catch(() => undefined);
  if (state && state.sort.length > 0) sorting.load().catch(() => undefined);
}
// the page's error boundary reports code that fails to load
const { code } = PAGES[pageAt(pathname, session !== undefined)];
for (const load of session ? [loadFrame, code] : [code]) load().catch(() => undefined);
lookUpFonts();
