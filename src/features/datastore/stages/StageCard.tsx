import { IconChevronDown, IconDots, IconGripVertical, IconPower } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { flushSync } from 'react-dom';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import { replaceStage } from '#pipeline/draft/draft.ts';
import type { Card, Complaint } from '#pipeline/draft/stages/card.ts';
import { kindOf, type StageDraft, sentence } from '#pipeline/draft/stages/kinds.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useSortableItem } from '#ui/controls/Sortable.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './StageCard.module.css';
import { StageEditor } from './StageEditor.tsx';
import type { StageEdits } from './useStageEdits.ts';

type Props = { stage: StageDraft; position: number; complaint: Complaint | undefined; edits: StageEdits };

/** Card of one stage: a sentence when collapsed, its fields when expanded. Alt+Arrow moves it. */
export function StageCard({ stage, position, complaint, edits }: Props) {
  const id = useId();
  const name = `stage ${position + 1}`;
  const kind = kindOf(stage);
  const { item, handle, held } = useSortableItem(stage.key);
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { target } = event;
    flushSync(() => edits.move(stage.key, position + by));
    // moving a card detaches its inputs, so the focus has to be restored
    if (target instanceof HTMLElement && target.isConnected) target.focus();
  };
  return (
    <li
      {...item}
      className={classes['card']}
      data-held={held || undefined}
      data-card={stage.key}
      data-off={!stage.enabled || undefined}
      data-invalid={complaint ? true : undefined}
      aria-labelledby={id}
      onKeyDown={byKey}
    >
      <div className={classes['header']}>
        <IconButton {...handle} size="row" className={classes['handle']} label={`Drag ${name}`} keys="Space">
          <IconGripVertical size={14} stroke={1.5} aria-hidden />
        </IconButton>
        <h2 id={id}>
          <span className={classes['position']}>{position + 1}</span> {kind.name}{' '}
          <span className={classes['sentence']}>{stage.collapsed ? sentence(stage) : kind.hint}</span>
        </h2>
        <CardActions stage={stage} position={position} edits={edits} />
      </div>
      {!stage.collapsed && <StageEditor stage={stage} position={position} complaint={complaint} />}
      {complaint && (
        <p className={classes['complaint']} role="alert">
          {complaint.message}
        </p>
      )}
    </li>
  );
}

function CardActions({ stage, position, edits }: Omit<Props, 'complaint'>) {
  const { draft, change } = useEditing();
  const name = `stage ${position + 1}`;
  const move = (to: number) => edits.move(stage.key, to);
  const become = (part: Partial<Card>) => change(replaceStage(draft, { ...stage, ...part }));
  const last = position === draft.stages.length - 1;
  const rows = [
    ...(position > 0 ? [{ label: 'Move up', aside: 'Alt ↑', run: () => move(position - 1) }] : []),
    ...(last ? [] : [{ label: 'Move down', aside: 'Alt ↓', run: () => move(position + 1) }]),
    { label: 'Duplicate', run: () => edits.duplicate(stage, position) },
    { label: 'Delete', run: () => edits.remove(stage, position) },
  ];
  return (
    <div className={`${classes['actions']} ${shared['tight']}`}>
      {kindOf(stage).isExtension(stage) && <Tag>extension</Tag>}
      {!stage.enabled && <span className={shared['hint']}>off</span>}
      <IconButton
        Icon={IconPower}
        size="row"
        data-switch
        label={stage.enabled ? `Switch ${name} off` : `Switch ${name} on`}
        onClick={() => become({ enabled: !stage.enabled })}
      />
      <Menu
        label={`Actions of ${name}`}
        align="end"
        rows={rows}
        opener={(control) => <IconButton {...control} Icon={IconDots} size="row" label={`More for ${name}`} />}
      />
      <IconButton
        Icon={IconChevronDown}
        size="row"
        data-fold
        className={classes['fold']}
        label={stage.collapsed ? `Unfold ${name}` : `Fold ${name}`}
        aria-expanded={!stage.collapsed}
        onClick={() => become({ collapsed: !stage.collapsed })}
      />
    </div>
  );
}
