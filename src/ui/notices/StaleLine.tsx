import type { ReactNode } from 'react';
import { NoticeLine } from './NoticeLine.tsx';

type Props = {
  /** What could not be renewed, as in "Could not refresh the device". */
  title: string;
  /** The cause. */
  children: ReactNode;
  retry: () => void;
  /** Ways out beside asking again. */
  further?: ReactNode;
};

/** What is shown could not be renewed: it stays, in use, and this says why it is older than was asked for. */
export function StaleLine({ title, children, retry, further }: Props) {
  return (
    <NoticeLine tone="attention" title={title} action={{ label: 'Retry', run: retry }} further={further}>
      {children}
    </NoticeLine>
  );
}
