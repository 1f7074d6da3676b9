import type { ComponentType } from 'react';
import { type Loaded, type LoadedOptions, loaded } from '#ui/states/loaded.tsx';

type Panels = typeof import('./panels.ts');

/**
 * What opens over a page, drawn by the UI library: its code comes when the first of it is wanted, and with it the provider
 * that the library's parts need around them.
 */
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

/** What holds everything else still until it is closed, by Escape, its × or a click beside it. */
export const Dialog = panel((panels) => panels.DialogPanel);

/** A page's second part that comes from its side, closed by Escape or its ×. */
export const Drawer = panel((panels) => panels.DrawerPanel);
