import { useState } from 'react';
import { autoRefresh } from '#api/autoRefresh.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { newestFirst } from '#pipeline/ask/newestFirst.ts';
import type { FieldsSeen } from '#pipeline/documents/fieldsSeen.ts';
import type { Draft } from '#pipeline/draft/draft.ts';

const EVERY_S = 10;

type Subject = {
  state: DatastoreState;
  draft: Draft;
  seen: FieldsSeen;
  extensions: readonly string[];
  onShow: (change: Partial<DatastoreState>) => void;
  onRun: (draft: Draft) => void;
};

/**
 * Following a query: newest first as far as the service sorts, renewed by itself, and what is new comes before what is
 * there. The choice of how often is left as it was found.
 */
export function useFollow({ state, draft, seen, extensions, onShow, onRun }: Subject) {
  const [following, setFollowing] = useState<{ before: number }>();
  const start = () => {
    const before = autoRefresh.get();
    if (before === 0) autoRefresh.set(EVERY_S);
    setFollowing({ before });
    const next = newestFirst(draft, seen, extensions);
    if (next !== draft) onRun(next);
    else if (state.page > 1) onShow({ page: 1 });
  };
  const stop = () => {
    if (following?.before === 0) autoRefresh.set(0);
    setFollowing(undefined);
  };
  return { following: following !== undefined, toggle: following ? stop : start };
}
