import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import type { SelectionToolsProps } from './SelectionTools.tsx';

/** How long after the whole list the tools are sent for: there for the first selection, and in nothing's way; ms. */
const AHEAD_MS = 1500;

let tools: ComponentType<SelectionToolsProps> | undefined;

/** What can be done with the devices selected, in the place of the tool bar; nothing moves. */
export function SelectionBar(props: SelectionToolsProps) {
  const { view, selection, only, children } = props;
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { count, before, lost } = selection;
  const wanted = count > 0 || only || before !== undefined || lost > 0;
  const Tools = useTools(wanted, view.fleet.state !== 'reading');
  // until they are there the tool bar stays as it is, with whatever is being typed in it
  return wanted && Tools ? <Tools {...props} /> : children;
}

function useTools(wanted: boolean, whole: boolean) {
  const [Tools, setTools] = useState(() => tools);
  useEffect(() => {
    if (Tools || !(wanted || whole)) return;
    const load = async () => {
      const code = await import('./SelectionTools.tsx').catch(() => undefined);
      tools ??= code?.SelectionTools;
      setTools(() => tools);
    };
    const timer = setTimeout(() => void load(), wanted ? 0 : AHEAD_MS);
    return () => clearTimeout(timer);
  }, [Tools, wanted, whole]);
  return Tools;
}
