import { createContext, type ReactNode, use, useState } from 'react';
import { useChange, useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { type Export, useExport } from '#features/datastore/export/documentExport.ts';
import { addCondition } from '#pipeline/draft/draft.ts';
import { newCondition } from '#pipeline/draft/stages/match.ts';
import { valueDraft } from '#pipeline/draft/value.ts';
import { type Count, useCount } from './useCount.ts';
import { type DocumentColumns, useDocumentColumns } from './useDocumentColumns.ts';
import { type Rows, useRows } from './useRows.ts';

/** What is followed was renewed every so many seconds before; 0 is never. */
type Following = { before: number };

export type ResultsState = {
  rows: Rows;
  arrangement: DocumentColumns;
  /** Newest first, renewed by itself, what is new before what is there. */
  following: Following | undefined;
  follow: (following: Following | undefined) => void;
  count: Count;
  work: Export;
  /** Adds a condition: only this value of a field, or not this one. */
  only: (field: string, value: unknown, not: boolean) => void;
};

const ResultsContext = createContext<ResultsState | undefined>(undefined);

/** What becomes of the rows that a query gives: gathered, arranged, counted, written to a file. */
export function ResultsPlace({ children }: { children: ReactNode }) {
  const { savedId, state, pages, ask } = useDatastore();
  const change = useChange();
  const [following, follow] = useState<Following>();
  const rows = useRows({ savedId, state, pages, ask, following: following !== undefined });
  const arrangement = useDocumentColumns(rows, savedId, state.collection);
  const count = useCount(state, pages, ask);
  const work = useExport(savedId, ask);
  const only = (field: string, value: unknown, not: boolean) => {
    const condition = newCondition(field, valueDraft(value));
    change((draft) => addCondition(draft, not ? { ...condition, operator: 'isNot' } : condition));
  };
  return (
    <ResultsContext value={{ rows, arrangement, following, follow, count, work, only }}>{children}</ResultsContext>
  );
}

export function useResults(): ResultsState {
  const results = use(ResultsContext);
  if (!results) throw new Error('Results can be drawn within their place alone.');
  return results;
}
