import type { ClipboardEvent } from 'react';
import { announce } from '#ui/announce.tsx';
import type { CopiedGrid } from './copyFromGrid.ts';

let copying: typeof import('./copyFromGrid.ts') | undefined;

/** Has the code at hand once somebody is in a grid: a copy must be made within its event. */
export function prepareCopying(): void {
  if (copying) return;
  import('./copyFromGrid.ts').then(
    (code) => {
      copying = code;
    },
    () => undefined, // the next focus asks again
  );
}

/** Copies what is selected or active in a grid. */
export function copyGrid(event: ClipboardEvent, grid: CopiedGrid): void {
  if (copying) copying.copyFromGrid(event, grid);
  else announce('Copying is not ready yet: try again', 'copy');
}
