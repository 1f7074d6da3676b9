import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '#ui/IconButton.tsx';
import { MatchEditor } from './MatchEditor.tsx';
import { ProjectEditor } from './ProjectEditor.tsx';
import type { StageDraft } from './queryDraft.ts';
import { RawEditor } from './RawEditor.tsx';
import classes from './StageCard.module.css';

type Props = {
  stage: StageDraft;
  position: number;
  count: number;
  knownFields: readonly string[];
  complaint: string | undefined;
  onChange: (stage: StageDraft) => void;
  onMove: (to: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

const TITLES = { match: 'Match', project: 'Project', raw: 'JSON' };

export function StageCard({
  stage,
  position,
  count,
  knownFields,
  complaint,
  onChange,
  onMove,
  onDuplicate,
  onRemove,
}: Props) {
  const id = useId();
  const name = `stage ${position + 1}`;
  const actions = [
    {
      key: 'up',
      label: `Move ${name} up`,
      Icon: IconArrowUp,
      run: () => onMove(position - 1),
      disabled: position === 0,
    },
    {
      key: 'down',
      label: `Move ${name} down`,
      Icon: IconArrowDown,
      run: () => onMove(position + 1),
      disabled: position === count - 1,
    },
    { key: 'duplicate', label: `Duplicate ${name}`, Icon: IconCopy, run: onDuplicate, disabled: false },
    { key: 'remove', label: `Remove ${name}`, Icon: IconTrash, run: onRemove, disabled: false },
  ];
  return (
    <li className={classes['card']} data-invalid={complaint ? true : undefined} aria-labelledby={id}>
      <div className={classes['header']}>
        <h3 id={id}>
          <span className={classes['position']}>{position + 1}</span> {TITLES[stage.kind]}
        </h3>
        <div className={classes['actions']}>
          {actions.map(({ key, label, Icon, run, disabled }) => (
            <IconButton
              key={key}
              size="row"
              label={label}
              disabled={disabled}
              onClick={(event) => act(event.currentTarget, run)}
            >
              <Icon size={16} stroke={1.75} aria-hidden />
            </IconButton>
          ))}
        </div>
      </div>
      {stage.kind === 'match' && <MatchEditor stage={stage} knownFields={knownFields} onChange={onChange} />}
      {stage.kind === 'project' && <ProjectEditor stage={stage} knownFields={knownFields} onChange={onChange} />}
      {stage.kind === 'raw' && <RawEditor stage={stage} onChange={onChange} />}
      {complaint && (
        <p className={classes['complaint']} role="alert">
          {complaint}
        </p>
      )}
    </li>
  );
}

/** A card that moves takes its buttons out of the document and back, and the focus with them. */
function act(button: HTMLButtonElement, run: () => void): void {
  flushSync(run);
  if (button.isConnected) button.focus();
}
