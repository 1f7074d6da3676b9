import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type OverviewState, overviewPath, parseOverviewUrl } from '#paths/overview.ts';

/** What the page's address says, and the way to change it. */
export function useOverviewUrl() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { state, dropped } = useMemo(() => parseOverviewUrl(new URLSearchParams(search), hash), [search, hash]);
  const change = useCallback(
    (next: Partial<OverviewState>) => {
      const here = parseOverviewUrl(new URLSearchParams(window.location.search), window.location.hash);
      void navigate(overviewPath({ ...here.state, ...next }), { replace: true });
    },
    [navigate],
  );
  return { state, dropped, change };
}
