import { IconDevices } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { replacePastedList } from '#api/list/pastedList.ts';
import { PASTED_LIST_FIELD } from '#contract/device.ts';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { addRecentCollection } from '#pipeline/draft/recentCollections.ts';
import { useConnection } from '#session/useSession.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { useDeviceKey } from './useDeviceKey.ts';
import { useResultGroups } from './useResultGroups.ts';

export function ShowDevicesButton() {
  const { documents } = useResults().rows;
  const { savedConnectionId } = useDatastore();
  const connection = useConnection();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const result = useResultGroups();
  const name = useDeviceKey(result)?.name;
  if (result === undefined || name === undefined) return null;
  const ids = new Set(documents.map((group) => group[name]).filter(isDeviceId));
  if (ids.size === 0) return null;
  const open = () => {
    // the way back from the list leads to the same documents
    addRecentCollection(savedConnectionId, result.query.collection);
    replacePastedList(queryClient, connection.id, { ids, omitted: describeOmitted(documents, name) });
    void navigate(buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, facets: { [PASTED_LIST_FIELD]: ['listed'] } }));
  };
  return (
    <ToolbarButton
      label={ids.size === 1 ? 'Show this device' : `Show these ${formatCount(ids.size)} devices`}
      Icon={IconDevices}
      data-tip={ids.size === 1 ? 'Show this device' : `Show these ${formatCount(ids.size)} devices`}
      data-tip-narrow
      onClick={open}
    />
  );
}

function isDeviceId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Counts the groups that no device can be listed for, by reason. */
function describeOmitted(groups: readonly JsonObject[], name: string): string {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = group[name];
    if (isDeviceId(value)) continue;
    const word = value === undefined ? 'no' : value === null ? 'null as' : value === '' ? 'an empty' : undefined;
    const reason = word ? `${word} ${name}` : `a ${name} that is not a text`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${formatCountWithNoun(count, 'group')} with ${reason}`).join(', ');
}
