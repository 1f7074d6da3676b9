import { Notice } from './Notice.tsx';

export function InvalidLinkNotice({ dropped: droppedParts }: { dropped: readonly string[] }) {
  if (droppedParts.length === 0) return null;
  return (
    <Notice tone="attention" title={`This link is damaged: ${droppedParts.join(', ')} could not be read.`}>
      The rest of it is shown.
    </Notice>
  );
}
