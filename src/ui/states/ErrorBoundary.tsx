import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  fallbackRender: (error: unknown, again: () => void) => ReactNode;
};
type State = { error: unknown };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return this.props.fallbackRender(error, () => this.setState({ error: undefined }));
  }
}

export function describeRenderError(error: unknown): string {
  return `An unexpected error occurred: ${error instanceof Error ? error.message : String(error)}`;
}
