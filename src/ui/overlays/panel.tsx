import type { ComponentType } from 'react';
import { type Loaded, type LoadedOptions, loaded } from '#ui/states/loaded.tsx';

type Panels = typeof import('./panels.ts');

/** Lazy overlay component, loaded on first use together with the Mantine provider it requires. */
export function panel<Props extends object>(
  choose: (panels: Panels) => ComponentType<Props>,
  options?: LoadedOptions<Props>,
): Loaded<Props> {
  return loaded(async () => {
    const panels = await import('./panels.ts');
    const [Library, Panel] = [panels.Library, choose(panels)];
    return (props: Props) => (
      <Library>
        <Panel {...props} />
      </Library>
    );
  }, options);
}

/** Modal dialog; closes by Escape, × or outside click. */
export const Dialog = panel((panels) => panels.DialogPanel);

/** Side panel; closes by Escape or ×. */
export const Drawer = panel((panels) => panels.DrawerPanel);
