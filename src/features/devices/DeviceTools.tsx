import { type RefObject, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { listedFields } from '#fields/deviceField.ts';
import { CHECK } from '#fleet/joined.ts';
import { shareMissing } from '#fleet/missing.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { SearchField } from '#ui/SearchField.tsx';
import { DeviceColumns } from './DeviceColumns.tsx';
import { DeviceFilter } from './DeviceFilter.tsx';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import { DevicesBar } from './DevicesBar.tsx';
import classes from './DevicesPage.module.css';
import { columnsShown, usualColumns } from './deviceColumns.ts';
import { ExportDevices } from './ExportDevices.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { DeviceExport } from './useDeviceExport.ts';
import type { DeviceList } from './useDeviceList.ts';
import { type DevicesUrl, useSame } from './useDevicesUrl.ts';
import { useProductsSeen } from './useProductsSeen.ts';

/** Fields whose values are never few: the search looks into them. */
const SEARCHED = ['deviceID', 'name'];

/** What a search may say beside words. */
const OPERATORS = 'admin:ann looks in one field, "…" for a whole value, - leaves out; never finds times that are';

type Props = {
  connection: Connection;
  url: DevicesUrl;
  list: DeviceList;
  grid: RefObject<DataGridHandle | null>;
  exporting: DeviceExport;
  search: string;
  onSearch: (text: string) => void;
  /** The field whose values the filter shows. */
  facet: string | undefined;
  onFacet: (field: string | undefined) => void;
  onlySelected: boolean;
  onOnlySelected: (only: boolean) => void;
};

/** What the list is asked for and shown with, or what can be done with the devices selected in it. */
export function DeviceTools(props: Props) {
  const { connection, url, list, grid, exporting, search, onSearch, facet, onFacet, onlySelected, onOnlySelected } =
    props;
  const { request, filters, choice, go } = url;
  const { fleet, view, selection } = list;
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const products = useProductsSeen(connection.id, fleet);
  const fields = useMemo(() => listedFields(view.fleet.columns.map(({ name }) => name)), [view.fleet.columns]);
  const usual = useSame(usualColumns(fields, view.fleet));
  const missing = useCallback((field: string) => shareMissing(view.fleet, field), [view.fleet]);
  const filtered = useMemo(() => [...fields.filter((field) => !SEARCHED.includes(field)), CHECK], [fields]);
  const columns = useMemo(() => columnsShown(fields, choice, usual).shown, [fields, choice, usual]);
  const toFile = { connection, view, columns, state: { ...url.state, search }, work: exporting };
  const selectors = useMemo(
    () => <DeviceSelectors request={request} products={products} onRequest={go.toRequest} />,
    [request, products, go],
  );
  const searchField = <SearchDevices text={search} onText={onSearch} />;
  return (
    <SelectionBar
      view={view}
      selection={selection}
      only={onlySelected}
      onOnly={onOnlySelected}
      search={searchField}
      grid={grid}
      toFile={(count) => <ExportDevices {...toFile} selection={selection} count={count} counted />}
    >
      <DevicesBar
        view={fleet && view}
        selectors={selectors}
        search={searchField}
        filter={
          <DeviceFilter
            view={view}
            version={facet === undefined ? 0 : view.version}
            fields={filtered}
            filters={filters}
            counts={facet === undefined ? undefined : view.facet(facet)}
            field={facet}
            onField={onFacet}
            onFilters={go.toFilters}
            further={selectors}
          />
        }
        columns={
          <>
            {fleet && <ExportDevices {...toFile} count={view.rows.count} />}
            <DeviceColumns fields={fields} usual={usual} missing={missing} choice={choice} onChoice={go.replace} />
          </>
        }
      />
    </SelectionBar>
  );
}

function SearchDevices({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <SearchField
      className={classes['search']}
      aria-label="Search"
      placeholder="ID, name, admin …"
      data-tip={OPERATORS}
      aria-description={OPERATORS}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  );
}
