import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** What stands in the place of what could not be drawn; `again` draws it anew. */
  failure: (error: unknown, again: () => void) => ReactNode;
};
type State = { error: unknown };

/** Keeps an error of drawing where it happened; everything around it goes on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return this.props.failure(error, () => this.setState({ error: undefined }));
  }
}

/** The sentence for an error of drawing. */
export function drawingFailure(error: unknown): string {
  return `It stopped while drawing itself: ${error instanceof Error ? error.message : String(error)}`;
}
