import { Component, type ReactNode } from 'react';
import { Notice } from './Notice.tsx';

type Props = { children: ReactNode };
type State = { error: unknown };

/** A panel that cannot draw itself says so in its own place; the rest of the page goes on. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice
        tone="failed"
        title="This panel failed"
        action={{ label: 'Try again', run: () => this.setState({ error: undefined }) }}
      >
        {`It stopped while drawing itself: ${error instanceof Error ? error.message : String(error)}`}
      </Notice>
    );
  }
}
