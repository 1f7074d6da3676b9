import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/FormField.tsx';
import { Pane } from '#ui/Pane.tsx';
import { Suggest } from '#ui/Suggest.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFocusComplaint } from '#ui/useFocusComplaint.ts';
import classes from './QueryBuilder.module.css';
import {
  type Complaints,
  compile,
  newKey,
  newStage,
  type Query,
  type QueryDraft,
  type StageDraft,
} from './queryDraft.ts';
import type { Rejection } from './rejection.ts';
import { StageCard } from './StageCard.tsx';

type Props = {
  draft: QueryDraft;
  onChange: (draft: QueryDraft) => void;
  onRun: (query: Query) => void;
  onCancel: () => void;
  running: boolean;
  collections: readonly string[];
  /** What the service runs beyond the interface. */
  extensions: readonly string[];
  /** Field names to offer, from documents seen. */
  knownFields: readonly string[];
  /** What the service said about a part of the query that was run last, and when; ms since 1970. */
  rejected: Rejection | undefined;
  rejectedAt: number;
};

const KINDS = [
  { kind: 'match', label: 'Match', name: 'Match stage' },
  { kind: 'project', label: 'Project', name: 'Project stage' },
  { kind: 'raw', label: 'JSON stage', name: 'JSON stage' },
] as const;

const NO_COMPLAINTS: Complaints = new Map();

export function QueryBuilder(props: Props) {
  const { draft, onChange, onRun, onCancel, running, collections, extensions, knownFields } = props;
  const { rejected, rejectedAt } = props;
  const [complaints, setComplaints] = useState(NO_COMPLAINTS);
  const form = useRef<HTMLFormElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const [complained, setComplained] = useState(0);
  useFocusComplaint(form, complained);
  useFocusComplaint(form, rejected ? rejectedAt : 0);
  const complaintAt = (place: string) =>
    complaints.get(place) ?? (rejected?.at === place ? rejected.message : undefined);
  const change = (part: Partial<QueryDraft>) => {
    setComplaints(NO_COMPLAINTS);
    onChange({ ...draft, ...part });
  };
  const run = () => {
    const compiled = compile(draft);
    setComplaints('complaints' in compiled ? compiled.complaints : NO_COMPLAINTS);
    if ('query' in compiled) onRun(compiled.query);
    else setComplained((times) => times + 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  const runByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  const { stages } = draft;
  const replace = (stage: StageDraft) => change({ stages: stages.map((old) => (old.key === stage.key ? stage : old)) });
  const move = (from: number, to: number) => {
    const moved = stages.toSpliced(from, 1);
    change({ stages: moved.toSpliced(to, 0, ...stages.slice(from, from + 1)) });
  };

  return (
    <Pane title="Query">
      <form ref={form} className={classes['form']} onSubmit={submit} onKeyDown={runByKey} noValidate>
        <div className={classes['source']}>
          <FormField label="Collection" complaint={complaintAt('collection')}>
            {(control) => (
              <Suggest
                {...control}
                placeholder="logs"
                suggestions={collections}
                value={draft.collection}
                onType={(collection) => change({ collection })}
              />
            )}
          </FormField>
          <FormField label="documentID" complaint={complaintAt('documentID')}>
            {(control) => (
              <TextField
                {...control}
                placeholder="any"
                value={draft.documentID}
                onChange={({ currentTarget }) => change({ documentID: currentTarget.value })}
              />
            )}
          </FormField>
        </div>
        {stages.length > 0 && (
          <ol className={classes['stages']} aria-label="Stages">
            {stages.map((stage, position) => (
              <StageCard
                key={stage.key}
                stage={stage}
                position={position}
                count={stages.length}
                knownFields={knownFields}
                complaint={complaintAt(stage.key)}
                onChange={replace}
                onMove={(to) => move(position, to)}
                onDuplicate={() => change({ stages: stages.toSpliced(position + 1, 0, { ...stage, key: newKey() }) })}
                onRemove={() => {
                  change({ stages: stages.toSpliced(position, 1) });
                  add.current?.querySelector('button')?.focus();
                }}
              />
            ))}
          </ol>
        )}
        <div className={classes['actions']}>
          <div ref={add} className={classes['add']}>
            {KINDS.map(({ kind, label, name }) => (
              <Button
                key={kind}
                icon={<IconPlus size={14} aria-hidden />}
                aria-label={`Add ${name}`}
                onClick={() => change({ stages: [...stages, newStage(kind, extensions)] })}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className={classes['run']}>
            {/* its place is kept, so that Run never moves under the pointer */}
            <Button
              className={classes['cancel']}
              data-running={running || undefined}
              icon={<IconPlayerStop size={16} aria-hidden />}
              onClick={onCancel}
            >
              Cancel
            </Button>
            <Button
              look="primary"
              type="submit"
              icon={<IconPlayerPlay size={16} aria-hidden />}
              title="Run (Ctrl+Enter)"
            >
              Run
            </Button>
          </div>
        </div>
      </form>
    </Pane>
  );
}
