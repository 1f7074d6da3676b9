import { IconChevronDown, IconDots, IconGripVertical, IconPower } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { flushSync } from 'react-dom';
import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { replaceStage } from '#pipeline/draft/queryDraft.ts';
import type { DraftError, StageBase } from '#pipeline/draft/stages/stageBase.ts';
import { describeStage, getStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useSortableItem } from '#ui/controls/SortableList.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './StageCard.module.css';
import { StageEditor } from './StageEditor.tsx';
import type { StageEdits } from './useStageEdits.ts';

type Props = { stage: StageDraft; position: number; error: DraftError | undefined; edits: StageEdits };

/** Card of one stage, collapsed to a sentence or expanded to a form. Alt+Arrow moves it. */
export function StageCard({ stage, position, error, edits }: Props) {
  const id = useId();
  const name = `stage ${position + 1}`;
  const kind = getStageDefinition(stage);
  const { item, handle, held: isDragging } = useSortableItem(stage.key);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
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
      data-held={isDragging || undefined}
      data-card={stage.key}
      data-off={!stage.enabled || undefined}
      data-invalid={error ? true : undefined}
      aria-labelledby={id}
      onKeyDown={handleKeyDown}
    >
      <div className={classes['header']}>
        <IconButton {...handle} size="row" className={classes['handle']} label={`Drag ${name}`} shortcut="Space">
          <IconGripVertical size={14} stroke={1.5} aria-hidden />
        </IconButton>
        <h2 id={id}>
          <span className={classes['position']} translate="no">
            {position + 1}
          </span>{' '}
          {kind.name}{' '}
          <span className={classes['sentence']}>
            {stage.collapsed ? describeStage(stage) : (kind.hint ?? describeStage(stage))}
          </span>
        </h2>
        <StageActions stage={stage} position={position} edits={edits} />
      </div>
      {!stage.collapsed && <StageEditor stage={stage} position={position} error={error} />}
      {error && (
        <p className={classes['complaint']} role="alert">
          {error.message}
        </p>
      )}
    </li>
  );
}

function StageActions({ stage, position, edits }: Omit<Props, 'error'>) {
  const { draft, change } = useQueryEditorContext();
  const { supportsGroup } = useQueryService();
  const name = `stage ${position + 1}`;
  const move = (to: number) => edits.move(stage.key, to);
  const update = (part: Partial<StageBase>) => change(replaceStage(draft, { ...stage, ...part }));
  const last = position === draft.stages.length - 1;
  const rows = [
    ...(position > 0 ? [{ label: 'Move up', aside: 'Alt ↑', run: () => move(position - 1) }] : []),
    ...(last ? [] : [{ label: 'Move down', aside: 'Alt ↓', run: () => move(position + 1) }]),
    { label: 'Duplicate', run: () => edits.duplicate(stage, position) },
    { label: 'Delete', run: () => edits.remove(stage, position) },
  ];
  return (
    <div className={`${classes['actions']} ${shared['denseRow']}`}>
      {(stage.kind === 'group' ? supportsGroup : getStageDefinition(stage).isExtension(stage)) && <Tag>extension</Tag>}
      {!stage.enabled && <span className={shared['hint']}>off</span>}
      <IconButton
        Icon={IconPower}
        size="row"
        data-switch
        label={stage.enabled ? `Switch ${name} off` : `Switch ${name} on`}
        onClick={() => update({ enabled: !stage.enabled })}
      />
      <Menu
        label={`Actions for ${name}`}
        align="end"
        rows={rows}
        renderTrigger={(control) => (
          <IconButton {...control} Icon={IconDots} size="row" label={`More actions for ${name}`} />
        )}
      />
      <IconButton
        Icon={IconChevronDown}
        size="row"
        data-fold
        className={classes['fold']}
        label={stage.collapsed ? `Expand ${name}` : `Collapse ${name}`}
        aria-expanded={!stage.collapsed}
        onClick={() => update({ collapsed: !stage.collapsed })}
      />
    </div>
  );
}
