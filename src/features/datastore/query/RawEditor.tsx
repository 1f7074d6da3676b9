import classes from '#features/datastore/stages/StageCard.module.css';
import type { StageChange } from '#features/datastore/stages/stageChange.ts';
import { formatCount } from '#lib/counts.ts';
import type { RawDraft } from '#pipeline/draft/stages/raw.ts';
import { TextArea } from '#ui/inputs/TextArea.tsx';

type Props = { stage: RawDraft; position: number; wrong: boolean; onChange: StageChange<RawDraft> };

/** A longer stage is edited where only what is in view is drawn, in characters. */
const TEXT_MAX = 200_000;

/** A stage as the JSON it is sent as. */
export function RawEditor({ stage, position, wrong, onChange }: Props) {
  if (stage.text.length > TEXT_MAX) {
    return (
      <p className={classes['hint']}>
        {formatCount(stage.text.length)} characters, which are too many for a card. The JSON editor above shows and
        edits them.
      </p>
    );
  }
  return (
    <TextArea
      mono
      data-focus
      className={classes['raw']}
      aria-label={`Stage ${position + 1} as JSON`}
      aria-invalid={wrong || undefined}
      rows={Math.min(12, Math.max(3, stage.text.split('\n').length))}
      value={stage.text}
      onChange={({ currentTarget }) => onChange({ ...stage, text: currentTarget.value }, `raw ${stage.key}`)}
    />
  );
}
