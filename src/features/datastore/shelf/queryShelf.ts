import { settingByConnection } from '#lib/setting.ts';
import { type PastRun, readRuns, readSaved, type SavedQuery } from '#pipeline/draft/savedQueries.ts';

/** Queries that were given a name. */
export const savedQueries = settingByConnection<readonly SavedQuery[]>({
  name: 'queries',
  fallback: [],
  read: (kept) => readSaved(kept),
});

/** Queries that were run, the newest first. */
export const pastRuns = settingByConnection<readonly PastRun[]>({
  name: 'runs',
  fallback: [],
  read: (kept) => readRuns(kept),
});
