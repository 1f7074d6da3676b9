import type { ReactNode } from 'react';
import { drawingFailure, ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { FailedState } from '#ui/states/States.tsx';
import classes from './PageBoundary.module.css';

/** Shows a failed page in place of its content; `bare` is for pages without the frame. */
export function PageBoundary({ bare = false, children }: { bare?: boolean; children: ReactNode }) {
  return (
    <ErrorBoundary
      failure={(error) => {
        const failure = <PageFailure error={error} />;
        return bare ? <main className={classes['bare']}>{failure}</main> : failure;
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

function PageFailure({ error }: { error: unknown }) {
  const gone = isMissingChunk(error);
  return (
    <FailedState
      title={gone ? 'Fleetlens was updated' : 'This page failed'}
      action={{ label: 'Reload', run: () => location.reload() }}
    >
      {gone
        ? 'A part of this page is no longer on the server. Reload to go on with the new version.'
        : drawingFailure(error)}
    </FailedState>
  );
}

/** Matches the messages of failed dynamic imports in all browsers. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module|preload CSS/i.test(error.message);
}
