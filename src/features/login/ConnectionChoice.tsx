import { NativeSelect } from '@mantine/core';
import type { SavedConnection } from '#session/connections.ts';

type Props = {
  connections: readonly SavedConnection[];
  chosen: SavedConnection;
  onChoose: (connection: SavedConnection) => void;
};

/** Which of several connections to sign in to; nothing where there is only one. */
export function ConnectionChoice({ connections, chosen, onChoose }: Props) {
  if (connections.length < 2) return null;
  return (
    <NativeSelect
      label="Connection"
      data={connections.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.id}
      onChange={({ currentTarget }) => {
        const connection = connections.find(({ id }) => id === currentTarget.value);
        if (connection) onChoose(connection);
      }}
    />
  );
}
