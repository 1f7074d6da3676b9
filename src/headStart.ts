/**
 * Sends for what takes long while the rest of the console is still loading: the page's code, and the list it shows. The
 * build gives it a script tag of its own, so that it need not wait for what it is a head start on.
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

// an entry would hold the address of its request, and with it the key
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
// code that cannot be loaded is for the page's boundary to report
const { code } = PAGES[pageAt(pathname, session !== undefined)];
for (const load of session ? [loadFrame, code] : [code]) load().catch(() => undefined);
lookUpFonts();
