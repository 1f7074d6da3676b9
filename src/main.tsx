import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import * as z from 'zod/mini';
import { devicesQuery } from '#api/devices.ts';
import { queryClient } from '#api/queryClient.ts';
import { DEVICES, parseDevicesUrl } from '#paths.ts';
import { currentSession, watchRejectedCredentials } from '#session/session.ts';
import { AppTheme } from '#ui/AppTheme.tsx';
import { AppRoutes, preloadPage } from './routes.tsx';

// the content policy forbids code made at run time, which zod would try
z.config({ jitless: true });
watchRejectedCredentials();

const { connection } = currentSession();
if (connection && location.pathname === DEVICES) {
  // the list is on its way while the page's code still is
  const { state } = parseDevicesUrl(new URLSearchParams(location.search), location.hash);
  void queryClient.prefetchQuery(devicesQuery(connection, state.request));
}
// code that cannot be loaded is for the page's boundary to report
await preloadPage(location.pathname, connection !== undefined).catch(() => {});

const root = document.getElementById('root');
if (!root) throw new Error('index.html holds no #root.');
const app = (
  <StrictMode>
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        {/* in transitions a second choice made at once would start from a URL that is not drawn yet */}
        <BrowserRouter useTransitions={false}>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </AppTheme>
  </StrictMode>
);
// in a transition the first drawing is done in slices, which leave the page its frames
startTransition(() => createRoot(root).render(app));
