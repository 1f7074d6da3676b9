import { Notice } from './Notice.tsx';

export function InvalidLinkNotice({ droppedParts }: { droppedParts: readonly string[] }) {
  if (droppedParts.length === 0) return null;
  return (
    <Notice
      tone="attention"
      title={`Some parts of this link are invalid and were ignored: ${droppedParts.join(', ')}.`}
    >
      The rest is applied.
    </Notice>
  );
}
