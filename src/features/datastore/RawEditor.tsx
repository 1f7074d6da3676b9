import { TextArea } from '#ui/TextArea.tsx';
import type { RawDraft } from './queryDraft.ts';

type Props = { stage: RawDraft; onChange: (stage: RawDraft) => void };

/** A stage the builder cannot draw, as its JSON; invalid text is kept as it was typed. */
export function RawEditor({ stage, onChange }: Props) {
  return (
    <TextArea
      mono
      aria-label="Stage as JSON"
      rows={Math.min(12, Math.max(4, stage.text.split('\n').length))}
      value={stage.text}
      onChange={(event) => onChange({ ...stage, text: event.currentTarget.value })}
    />
  );
}
