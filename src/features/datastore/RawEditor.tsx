import { Textarea } from '@mantine/core';
import type { RawDraft } from './queryDraft.ts';
import classes from './StageCard.module.css';

type Props = { stage: RawDraft; onChange: (stage: RawDraft) => void };

/** A stage the builder cannot draw, as its JSON; invalid text is kept as it was typed. */
export function RawEditor({ stage, onChange }: Props) {
  return (
    <Textarea
      className={classes['raw'] ?? ''}
      aria-label="Stage as JSON"
      rows={Math.min(12, Math.max(4, stage.text.split('\n').length))}
      spellCheck={false}
      value={stage.text}
      onChange={(event) => onChange({ ...stage, text: event.currentTarget.value })}
    />
  );
}
