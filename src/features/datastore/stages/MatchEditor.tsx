import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Condition, type MatchDraft, newCondition } from '#pipeline/draft/stages/match.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

/** Conditions that all must hold. */
export function MatchEditor({ stage, position, complaint, onChange }: StageEditorProps<MatchDraft>) {
  const { conditions } = stage;
  const root = useRef<HTMLDivElement>(null);
  const change = (next: readonly Condition[], typing?: string) => onChange({ ...stage, conditions: next }, typing);
  /** Does it, then gives the focus to a row by its key; without one, to what adds conditions. */
  const focusAfter = (next: readonly Condition[], key: string | undefined) => {
    flushSync(() => change(next));
    const row = root.current?.querySelector(`[data-row="${key}"]`);
    (row?.querySelector('input') ?? root.current?.querySelector<HTMLElement>('[data-add-condition]'))?.focus();
  };
  const add = () => {
    const condition = newCondition();
    focusAfter([...conditions, condition], condition.key);
  };
  const remove = (row: number) =>
    focusAfter(conditions.toSpliced(row, 1), (conditions[row + 1] ?? conditions[row - 1])?.key);
  return (
    <div ref={root}>
      {conditions.length === 0 && <p className={classes['hint']}>No condition: every document passes.</p>}
      {conditions.map((condition, row) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          place={`stage ${position + 1} condition ${row + 1}`}
          wrong={condition.key === complaint?.row}
          onChange={(next, typing) => change(conditions.with(row, next), typing)}
          onRemove={() => remove(row)}
        />
      ))}
      <Button
        data-add-condition
        data-focus={conditions.length === 0 ? true : undefined}
        look="link"
        size="row"
        icon={<IconPlus size={14} aria-hidden />}
        aria-label={`Add a condition to stage ${position + 1}`}
        onClick={add}
      >
        Condition
      </Button>
    </div>
  );
}
