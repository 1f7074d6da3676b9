import { NoticeLine } from './NoticeLine.tsx';

export function DamagedLink({ dropped }: { dropped: readonly string[] }) {
  if (dropped.length === 0) return null;
  return (
    <NoticeLine tone="attention" title={`This link is damaged: ${dropped.join(', ')} could not be read.`}>
      The rest of it is shown.
    </NoticeLine>
  );
}
