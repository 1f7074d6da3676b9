import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { startDevicesRefetch } from '#api/list/devices.ts';
import { sortModule } from '#fleet/sortModule.ts';
import { addBasePath, stripBasePath } from '#lib/basePath.ts';
import { markFirstRender } from '#lib/tasks/firstPaint.ts';
import { sleep } from '#lib/tasks/sleep.ts';
import { ServicesProvider } from '#services/ServicesProvider.tsx';
import { UiRoot } from '#ui/page/UiRoot.tsx';
import { startColorScheme } from '#ui/theme/colorScheme.ts';
import { parseDevicesUrl } from '#urls/devices.ts';
import { DEVICES_PATH, LOGIN_PATH } from '#urls/routePaths.ts';
import { createConsoleCore } from './createConsoleCore.ts';
import { browserEnvironment, sessionPersistence } from './prefetch.ts';
import { AppRoutes, preloadPage, startPageEvents } from './routes.tsx';

const FIRST_ROWS_TIMEOUT_MS = 80;

const { services, session, queryClient } = createConsoleCore({
  environment: browserEnvironment,
  persistence: sessionPersistence,
});
startPageEvents(session);
startColorScheme();

// opening the sign-in URL means that the user wants another session than that of the other tabs
const pathname = stripBasePath(location.pathname);
if (pathname + location.search !== LOGIN_PATH) await session.restoreFromOtherTabs();
const { connection } = session.getSession();
const list =
  connection && pathname === DEVICES_PATH
    ? parseDevicesUrl(new URLSearchParams(location.search), location.hash)
    : undefined;
const sorted = list !== undefined && list.state.sort.length > 0;
// the page's error boundary reports code that failed to load
const code = Promise.allSettled([
  preloadPage(pathname, connection !== undefined),
  sorted && sortModule.load(),
  // before the first text that a translator could replace
  import('#ui/page/protectTextNodes.ts').then(({ protectTextNodes }) => protectTextNodes(document.body)),
]);
if (connection && list) {
  // if the first rows are available the page renders once, not twice; the page reports errors
  await Promise.race([
    startDevicesRefetch(queryClient, connection, list.state.request),
    sleep(FIRST_ROWS_TIMEOUT_MS),
  ]).catch(() => undefined);
}
await code;

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no #root.');
const app = (
  <StrictMode>
    <FirstRenderMarker />
    <ServicesProvider services={services}>
      <UiRoot>
        <QueryClientProvider client={queryClient}>
          {/* with transitions, a second change made at once would start from an outdated URL */}
          <BrowserRouter basename={addBasePath('/')} useTransitions={false}>
            <AppRoutes />
          </BrowserRouter>
        </QueryClientProvider>
      </UiRoot>
    </ServicesProvider>
  </StrictMode>
);
// a transition renders in time slices and does not block frames
startTransition(() => createRoot(root).render(app));

function FirstRenderMarker() {
  useEffect(markFirstRender, []);
  return null;
}
