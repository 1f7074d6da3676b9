import type { ReactNode } from 'react';
import { describeRenderError, ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { ErrorState } from '#ui/states/States.tsx';
import classes from './PageErrorBoundary.module.css';

/** Shows an error in place of a failed page. `isStandalone` is for pages without the app frame. */
export function PageErrorBoundary({ isStandalone = false, children }: { isStandalone?: boolean; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallbackRender={(error) => {
        const failure = <PageErrorState error={error} />;
        return isStandalone ? <main className={classes['bare']}>{failure}</main> : failure;
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

function PageErrorState({ error }: { error: unknown }) {
  const gone = isMissingChunk(error);
  return (
    <ErrorState
      title={gone ? 'Fleetlens was updated' : 'This page failed'}
      action={{ label: 'Reload', run: () => location.reload() }}
    >
      {gone ? 'This page was replaced by a newer version. Reload to use it.' : describeRenderError(error)}
    </ErrorState>
  );
}

/** Detects failed dynamic imports by the error messages of all browsers. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module|preload CSS/i.test(error.message);
}
