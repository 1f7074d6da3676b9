import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

type ParseUrl<State> = (search: URLSearchParams, hash: string) => { state: State; dropped: readonly string[] };

/** Page state in the URL. Returns the state, the parts that could not be parsed, and a stable update function. */
export function useUrlState<State extends object>(parse: ParseUrl<State>, formatPath: (state: State) => string) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { state, dropped } = useMemo(() => parse(new URLSearchParams(search), hash), [parse, search, hash]);
  const change = useCallback(
    (next: Partial<State>, replace = false) => {
      // the current URL, not that of the last render
      const here = parse(new URLSearchParams(window.location.search), window.location.hash);
      void navigate(formatPath({ ...here.state, ...next }), { replace });
    },
    [parse, formatPath, navigate],
  );
  return { state, dropped, change };
}
