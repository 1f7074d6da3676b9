import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import type { SelectionToolsProps } from './SelectionTools.tsx';

/** When the tools are sent for, so that they are there for the first selection and not among what the list needs; ms. */
const AHEAD_MS = 1500;

let tools: ComponentType<SelectionToolsProps> | undefined;

/** What can be done with the devices selected, in the place of the tool bar; nothing moves. */
export function SelectionBar(props: SelectionToolsProps) {
  const { selection, only, children } = props;
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { count, before, lost } = selection;
  const wanted = count > 0 || only || before !== undefined || lost > 0;
  const Tools = useTools(wanted);
  // until they are there the tool bar stays as it is, with whatever is being typed in it
  return wanted && Tools ? <Tools {...props} /> : children;
}

function useTools(wanted: boolean) {
  const [Tools, setTools] = useState(() => tools);
  useEffect(() => {
    if (Tools) return;
    const load = async () => {
      const code = await import('./SelectionTools.tsx').catch(() => undefined);
      tools ??= code?.SelectionTools;
      setTools(() => tools);
    };
    const timer = setTimeout(() => void load(), wanted ? 0 : AHEAD_MS);
    return () => clearTimeout(timer);
  }, [Tools, wanted]);
  return Tools;
}
