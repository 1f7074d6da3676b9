import { flushSync } from 'react-dom';
import type { Rejection } from '#features/datastore/noRows/rejection.ts';
import { useColumnChoice } from '#features/datastore/results/columnChoices.ts';
import type { Pages } from '#features/datastore/results/usePages.ts';
import { HistoryMenu } from '#features/datastore/shelf/HistoryMenu.tsx';
import { SavedMenu } from '#features/datastore/shelf/SavedMenu.tsx';
import { Builder } from '#features/datastore/stages/Builder.tsx';
import type { Ask } from '#features/datastore/useAsk.ts';
import type { DraftState } from '#features/datastore/useDraft.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { withField } from '#pipeline/documents/columnChoice.ts';
import { addCondition, withKeptField } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/drawStage.ts';
import { newCondition } from '#pipeline/draft/stages/match.ts';
import type { ValueDraft } from '#pipeline/draft/value.ts';
import { FieldsPane } from './FieldsPane.tsx';
import { useKnownFields } from './fieldsStore.ts';
import { QueryPane } from './QueryPane.tsx';
import { RunBar } from './RunBar.tsx';
import { SourceFields } from './SourceFields.tsx';
import type { QueryRun } from './useQueryRun.ts';

type Props = {
  savedId: string;
  state: DatastoreState;
  editing: DraftState;
  running: QueryRun;
  pages: Pages;
  rejected: Rejection | undefined;
  /** How often somebody asked to be led to what was rejected. */
  led: number;
  extensions: readonly string[];
  collections: readonly string[];
  ask: Ask;
};

/** Where a query is written: what is asked, its stages, the fields there are, and Run. */
export function QueryEditor(props: Props) {
  const { savedId, state, editing, running, pages, rejected, led, extensions, collections, ask } = props;
  const { draft, compiled, change } = editing;
  const { complained } = running;
  const collection = draft.collection.trim();
  const seen = useKnownFields(savedId, collection);
  const { choose } = useColumnChoice(savedId, collection);
  const complaints = complained > 0 && !('query' in compiled) ? compiled.complaints : undefined;
  const complaintAt = (place: string) =>
    complaints?.get(place)?.message ?? (rejected?.at === place ? rejected.message : undefined);
  const { addField, addColumn } = fieldActions(editing, choose);
  return (
    <QueryPane
      draft={draft}
      complained={complained}
      rejectedAt={rejected ? pages.current.errorUpdatedAt : 0}
      led={led}
      waitsFor={running.waitsFor}
      runBar={
        <RunBar
          running={pages.current.isFetching}
          edited={editing.edited && state.collection !== ''}
          cancelled={running.cancelled}
          waitsFor={running.waitsFor}
          latency={pages.current.data?.latency}
          onRun={running.run}
          onCancel={running.cancel}
        />
      }
    >
      <Builder
        editing={editing}
        seen={seen}
        extensions={extensions}
        rejected={rejected}
        complained={complained}
        ask={ask}
        onFault={running.setFault}
        shelf={
          <>
            <SavedMenu connectionId={savedId} draft={draft} onOpen={(query) => running.apply(draftOf(query))} />
            <HistoryMenu connectionId={savedId} onOpen={(query) => running.apply(draftOf(query))} />
          </>
        }
      >
        <SourceFields draft={draft} onChange={change} collections={collections} complaint={complaintAt} />
      </Builder>
      <FieldsPane seen={seen} collection={collection} onAdd={addField} onColumn={addColumn} />
    </QueryPane>
  );
}

/** What a click on a field that was seen does. */
function fieldActions({ draft, change }: DraftState, choose: ReturnType<typeof useColumnChoice>['choose']) {
  return {
    addField: (field: { name: string; starter: ValueDraft }) => {
      const condition = newCondition(field.name, field.starter);
      flushSync(() => change(addCondition(draft, condition)));
      focusValue(condition.key);
    },
    addColumn: (name: string) => {
      choose((choice) => withField(choice, name));
      const kept = withKeptField(draft, name);
      if (kept !== draft) change(kept);
    },
  };
}

/** Of a condition that has just come: its field is named already. */
function focusValue(key: string): void {
  document.querySelector<HTMLElement>(`[data-row="${key}"] [aria-label^="Value"]`)?.focus();
}
