import { Component, type ReactNode, Suspense } from 'react';
import { Notice } from '#ui/Notice.tsx';

type Props = { children: ReactNode };
type State = { error: unknown };

/** Where a page's code is waited for, and where a page that cannot be shown says so; everything around it stays. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={null}>{this.props.children}</Suspense>;
    const gone = isMissingChunk(error);
    return (
      <Notice
        tone="failed"
        title={gone ? 'Fleetlens was updated' : 'This page failed'}
        action={{ label: 'Reload', run: () => location.reload() }}
      >
        {gone
          ? 'A part of this page is no longer on the server. Reload to go on with the new version.'
          : `It stopped while drawing itself: ${error instanceof Error ? error.message : String(error)}`}
      </Notice>
    );
  }
}

/** Browsers word a failed dynamic import in their own ways; all of them are TypeErrors that name the import. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module|preload CSS/i.test(error.message);
}
