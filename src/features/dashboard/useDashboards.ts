import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import type { Dashboard } from '#dashboard/dashboard.ts';
import {
  addDashboard,
  getDashboardsSetting,
  type ListedDashboard,
  listDashboards,
  readDashboard,
  replaceDashboard,
  type StoredDashboard,
} from '#dashboard/storedDashboards.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { showToast } from '#ui/notices/toast.ts';

/** Change of one dashboard, from and to its text. Undefined where it does not exist. */
type Change = { id: string; place: number; from: string | undefined; to: string | undefined; label: string };

type History = { past: readonly Change[]; future: readonly Change[] };

/** Dashboards of the connection and of the host, and changes to the former that can be undone. */
export function useDashboards() {
  const setting = getDashboardsSetting(useCurrentConnection().id);
  const [stored] = useSetting(setting);
  const [{ past, future }, setHistory] = useState<History>({ past: [], future: [] });
  const { data: host, isPending } = useQuery(hostConfigQueryOptions);
  const list = useMemo(() => listDashboards(stored, host), [stored, host]);
  const record = (label: string, before: readonly StoredDashboard[], after: readonly StoredDashboard[]) => {
    setting.set(after);
    const change = findChange(label, before, after);
    if (change) setHistory({ past: [...past, change], future: [] });
  };
  const step = (change: Change, next: History) => {
    const { id, place, from, to } = change;
    const now = setting.get();
    const known = now.find((one) => one.id === id);
    if (known?.text !== to) {
      showToast('Another tab has changed this dashboard since. Nothing was undone.');
      setHistory({ past: [], future: [] });
      return;
    }
    const others = now.filter((one) => one.id !== id);
    setting.set(from === undefined ? others : [...others.slice(0, place), { id, text: from }, ...others.slice(place)]);
    setHistory(next);
  };
  const [undone, redone] = [past.at(-1), future.at(-1)];
  const reversed = redone && { ...redone, from: redone.to, to: redone.from };
  return {
    list,
    /** False until the configuration of the host is loaded. */
    isReady: !isPending,
    /** Label of the last change, which `undo` reverts. */
    lastChange: undone?.label,
    /** Dashboards that the last change and the last undone one are about. They may not exist now. */
    changedIds: [undone?.id, redone?.id],
    dismiss: () => setHistory({ past: [], future: [] }),
    undo: undone && (() => step(undone, { past: past.slice(0, -1), future: [...future, undone] })),
    redo: reversed && (() => step(reversed, { past: [...past, redone], future: future.slice(0, -1) })),
    /** @returns the ID of the added dashboard, whose name has a number if it was taken */
    add: (dashboard: Dashboard): string => {
      const before = setting.get();
      const after = addDashboard(before, dashboard);
      const [added] = after.slice(-1).map((one) => readDashboard(one));
      record(`Dashboard ${added?.name} added.`, before, after);
      return added?.id ?? '';
    },
    replace: (id: string, dashboard: Dashboard, label: string) => {
      const before = setting.get();
      record(label, before, replaceDashboard(before, id, dashboard));
    },
    remove: ({ id, name }: ListedDashboard) => {
      const before = setting.get();
      const after = before.filter((one) => one.id !== id);
      record(`Dashboard ${name} deleted.`, before, after);
    },
  };
}

export type DashboardEditor = ReturnType<typeof useDashboards>;

function findChange(
  label: string,
  before: readonly StoredDashboard[],
  after: readonly StoredDashboard[],
): Change | undefined {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  for (const id of ids) {
    const [from, to] = [before, after].map((list) => list.find((one) => one.id === id)?.text);
    if (from === to) continue;
    const place = (from === undefined ? after : before).findIndex((one) => one.id === id);
    return { id, place, from, to, label };
  }
  return undefined;
}
