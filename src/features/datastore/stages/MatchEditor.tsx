import { IconPlus } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { FieldsSeen } from '#pipeline/documents/fieldsSeen.ts';
import { type Condition, type MatchDraft, newCondition } from '#pipeline/draft/stages/match.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import classes from './StageCard.module.css';
import type { StageChange } from './stageChange.ts';

type Props = {
  stage: MatchDraft;
  position: number;
  seen: FieldsSeen;
  extensions: readonly string[];
  /** The condition that something is wrong with. */
  wrongRow: string | undefined;
  onChange: StageChange<MatchDraft>;
};

/** Conditions that all must hold. */
export function MatchEditor({ stage, position, seen, extensions, wrongRow, onChange }: Props) {
  const { conditions } = stage;
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = root.current?.querySelector(`[data-row="${wanted.current}"]`);
    wanted.current = undefined;
    (row?.querySelector('input') ?? root.current?.querySelector<HTMLElement>('[data-add-condition]'))?.focus();
  });
  const change = (next: readonly Condition[], typing?: string) => onChange({ ...stage, conditions: next }, typing);
  const add = () => {
    const condition = newCondition();
    wanted.current = condition.key;
    change([...conditions, condition]);
  };
  const remove = (row: number) => {
    wanted.current = (conditions[row + 1] ?? conditions[row - 1])?.key ?? '';
    change(conditions.toSpliced(row, 1));
  };
  return (
    <div ref={root}>
      {conditions.length === 0 && <p className={classes['hint']}>No condition: every document passes.</p>}
      {conditions.map((condition, row) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          place={`stage ${position + 1} condition ${row + 1}`}
          seen={seen}
          operators={extensions.includes('operators')}
          wrong={condition.key === wrongRow}
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
