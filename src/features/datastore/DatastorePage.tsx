import type { ReactNode } from 'react';
import { FirstLook } from '#features/datastore/noRows/FirstLook.tsx';
import { FieldsPane } from '#features/datastore/query/FieldsPane.tsx';
import { QueryPane } from '#features/datastore/query/QueryPane.tsx';
import { Results } from '#features/datastore/results/Results.tsx';
import { Builder } from '#features/datastore/stages/Builder.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { DatastoreHeader } from './DatastoreHeader.tsx';
import classes from './DatastorePage.module.css';
import { DatastorePlace, useDatastore, useEditing } from './DatastorePlace.tsx';

export function DatastorePage() {
  return (
    <DatastorePlace>
      <Explorer />
    </DatastorePlace>
  );
}

/** Where a query is written, beside what it gives. */
function Explorer() {
  const { state, dropped } = useDatastore();
  return (
    <>
      <title>{`${state.collection || 'Datastore'} · Fleetlens`}</title>
      <DatastoreHeader />
      <DamagedLink dropped={dropped} />
      <Split>
        <QueryPane>
          <Builder />
          <FieldsPane />
        </QueryPane>
        <section className={classes['right']} aria-label="Results">
          {state.collection ? <Results /> : <FirstLook />}
        </section>
      </Split>
    </>
  );
}

/** Hears the keys that run and cancel. */
function Split({ children }: { children: ReactNode }) {
  const { byKey } = useEditing();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through
    <div className={classes['split']} onKeyDown={byKey}>
      {children}
    </div>
  );
}
