import { formatCount } from '#lib/counts.ts';
import type { RawDraft } from '#pipeline/draft/stages/raw.ts';
import { TextArea } from '#ui/inputs/TextArea.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

/** A longer stage is edited where only what is in view is drawn, in characters. */
const TEXT_MAX = 200_000;

/** A stage as the JSON it is sent as. */
export function RawEditor({ stage, position, complaint, onChange }: StageEditorProps<RawDraft>) {
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
      aria-invalid={complaint ? true : undefined}
      rows={Math.min(12, Math.max(3, stage.text.split('\n').length))}
      value={stage.text}
      onChange={({ currentTarget }) => onChange({ ...stage, text: currentTarget.value }, `raw ${stage.key}`)}
    />
  );
}
