import type { ComponentType } from 'react';
import { type LazyComponent, type LazyComponentOptions, lazyComponent } from '#ui/states/lazyComponent.tsx';

type OverlayModule = typeof import('./panels.ts');

/** Lazy overlay component, loaded on first use together with the Mantine provider it requires. */
export function lazyOverlay<Props extends object>(
  selectComponent: (panels: OverlayModule) => ComponentType<Props>,
  options?: LazyComponentOptions<Props>,
): LazyComponent<Props> {
  return lazyComponent(async () => {
    const panels = await import('./panels.ts');
    const [Library, Panel] = [panels.MantineScope, selectComponent(panels)];
    return (props: Props) => (
      <Library>
        <Panel {...props} />
      </Library>
    );
  }, options);
}

/** Modal dialog; closes by Escape, × or outside click. */
export const Dialog = lazyOverlay((panels) => panels.DialogPanel);

/** Side panel; closes by Escape or ×. */
export const Drawer = lazyOverlay((panels) => panels.DrawerPanel);
