import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { setResultSort } from '#pipeline/draft/queryDraft.ts';
import { Select } from '#ui/controls/Select.tsx';
import classes from './GroupEditor.module.css';

const TOPS = ['', '5', '10', '20', '50', '100'];

/** Limits the shown groups to the largest ones, with a sort stage, and runs the query. */
export function TopGroups({ position, names }: { position: number; names: readonly string[] }) {
  const { state, show } = useDatastore();
  const { draft, apply } = useQueryEditorContext();
  const stage = draft.stages.findLast(({ enabled }) => enabled);
  const [sort] = stage?.kind === 'sort' ? stage.fields : [];
  const by = names.find((name) => name === sort?.field) ?? names[0] ?? '';
  const top = String(state.top ?? '');
  const showTop = (next: string, field: string) =>
    apply(setResultSort(draft, [{ field, descending: true }]), { top: Number(next), sort: undefined });
  return (
    <>
      <span className={classes['word']} aria-hidden>
        show
      </span>
      <div className={classes['keys']}>
        <Select
          aria-label={`Number of groups, stage ${position + 1}`}
          options={[...new Set([...TOPS, top])].map((n) => ({ value: n, label: n ? `top ${n}` : 'all groups' }))}
          value={top}
          onValueChange={(next) => (next === '' ? show({ top: undefined, page: 1 }, true) : showTop(next, by))}
        />
        {top !== '' && (
          <>
            <span className={classes['word']} aria-hidden>
              by
            </span>
            <Select
              aria-label={`Top groups by, stage ${position + 1}`}
              options={names}
              value={by}
              onValueChange={(field) => showTop(top, field)}
            />
          </>
        )}
      </div>
    </>
  );
}
