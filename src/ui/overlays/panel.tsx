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
