import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { IconButton } from '#ui/Button.tsx';
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
    { label: `Move ${name} up`, Icon: IconArrowUp, run: () => onMove(position - 1), disabled: position === 0 },
    {
      label: `Move ${name} down`,
      Icon: IconArrowDown,
      run: () => onMove(position + 1),
      disabled: position === count - 1,
    },
    { label: `Duplicate ${name}`, Icon: IconCopy, run: onDuplicate, disabled: false },
    { label: `Remove ${name}`, Icon: IconTrash, run: onRemove, disabled: false },
  ];
  return (
    <li className={classes['card']} data-invalid={complaint ? true : undefined} aria-labelledby={id}>
      <div className={classes['header']}>
        <h3 id={id}>
          <span className={classes['position']}>{position + 1}</span> {TITLES[stage.kind]}
        </h3>
        <div className={classes['actions']}>
          {actions.map(({ label, Icon, run, disabled }) => (
            <IconButton key={label} size="xs" aria-label={label} title={label} disabled={disabled} onClick={run}>
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
