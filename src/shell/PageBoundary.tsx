import { type ReactNode, Suspense } from 'react';
import { drawingFailure, ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { Notice } from '#ui/Notice.tsx';

/** Where a page's code is waited for, and where a page that cannot be shown says so; the frame around it stays. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary failure={(error) => <PageFailure error={error} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PageFailure({ error }: { error: unknown }) {
  const gone = isMissingChunk(error);
  return (
    <Notice
      tone="failed"
      title={gone ? 'Fleetlens was updated' : 'This page failed'}
      action={{ label: 'Reload', run: () => location.reload() }}
    >
      {gone
        ? 'A part of this page is no longer on the server. Reload to go on with the new version.'
        : drawingFailure(error)}
    </Notice>
  );
}

/** Browsers word a failed dynamic import in their own ways; all of them name the import. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module|preload CSS/i.test(error.message);
}
