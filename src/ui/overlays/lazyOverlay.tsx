import type { ComponentType } from 'react';
import { type LazyComponent, type LazyComponentOptions, lazyComponent } from '#ui/states/lazyComponent.tsx';

type OverlayModule = typeof import('./panels.ts');

/** Creates a lazy overlay. It is loaded on first use together with the Mantine provider that it needs. */
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

export const Dialog = lazyOverlay((panels) => panels.DialogPanel);

export const Drawer = lazyOverlay((panels) => panels.DrawerPanel);
