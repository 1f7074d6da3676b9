import './headStart.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { devicesBegun } from '#api/list/devices.ts';
import { queryClient } from '#api/queryClient.ts';
import { sorting } from '#fleet/sorting.ts';
import { addBasePath, stripBasePath } from '#lib/basePath.ts';
import { markFirstRender } from '#lib/tasks/firstPaint.ts';
import { DEVICES, LOGIN } from '#paths/addresses.ts';
import { parseDevicesUrl } from '#paths/devices.ts';
import { currentSession, joinOtherTabs, watchRejectedCredentials } from '#session/session.ts';
import { AppTheme } from '#ui/page/AppTheme.tsx';
import { AppRoutes, preloadPage, preloadWhatIsNear } from './routes.tsx';

/** Maximum wait for rows before the first render. */
const ROWS_SOON_MS = 80;

watchRejectedCredentials();
preloadWhatIsNear();

// opening sign-in by its own URL means another session than that of the other tabs
const pathname = stripBasePath(location.pathname);
if (pathname + location.search !== LOGIN) await joinOtherTabs();
const { connection } = currentSession();
const list =
  connection && pathname === DEVICES ? parseDevicesUrl(new URLSearchParams(location.search), location.hash) : undefined;
const sorted = list !== undefined && list.state.sort.length > 0;
// the page's error boundary reports code that fails to load
const code = Promise.allSettled([preloadPage(pathname, connection !== undefined), sorted && sorting.load()]);
if (connection && list) {
  // with the first rows at hand the page renders once, not twice; the page reports errors
  await Promise.race([devicesBegun(connection, list.state.request), pause(ROWS_SOON_MS)]).catch(() => undefined);
}
await code;

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no #root.');
const app = (
  <StrictMode>
    <FirstDrawing />
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        {/* with transitions, a second change made at once would start from an outdated URL */}
        <BrowserRouter basename={addBasePath('/')} useTransitions={false}>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </AppTheme>
  </StrictMode>
);
// a transition renders in time slices and does not block frames
startTransition(() => createRoot(root).render(app));

function FirstDrawing() {
  useEffect(markFirstRender, []);
  return null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
