import { NoticeLine } from './NoticeLine.tsx';

/** Names what a link said that could not be read. */
export function DamagedLink({ dropped }: { dropped: readonly string[] }) {
  if (dropped.length === 0) return null;
  return (
    <NoticeLine tone="attention" title={`This link is damaged: ${dropped.join(', ')} could not be read.`}>
      The rest of it is shown.
    </NoticeLine>
  );
}
