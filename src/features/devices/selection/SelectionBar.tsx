import type { ReactNode } from 'react';
import { useDevices, useSelection } from '#features/devices/DevicesPlace.tsx';
import { Later } from '#lib/later.ts';
import { useLater } from '#ui/states/loaded.tsx';
import type { SelectionToolsProps } from './SelectionTools.tsx';

const tools = new Later(async () => (await import('#features/devices/tools.ts')).SelectionTools);

/** What can be done with the devices selected, in the place of the tool bar; nothing moves. */
export function SelectionBar({ toFile, children }: SelectionToolsProps & { children: ReactNode }) {
  const { onlySelected } = useDevices();
  const { count, before, lost } = useSelection();
  const wanted = count > 0 || onlySelected || before !== undefined || lost > 0;
  const { code: Tools } = useLater(tools, wanted);
  // until they are there the tool bar stays as it is, with whatever is being typed in it
  return wanted && Tools ? <Tools toFile={toFile} /> : children;
}
