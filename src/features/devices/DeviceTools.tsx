import { type ComponentProps, type RefObject, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { columnsShown, usualColumns } from '#features/devices/columns/columnChoice.ts';
import { columnsOffered, DeviceColumns } from '#features/devices/columns/DeviceColumns.tsx';
import { ExportDevices } from '#features/devices/export/ExportDevices.tsx';
import type { DeviceExport } from '#features/devices/export/useDeviceExport.ts';
import { DeviceFilter } from '#features/devices/filter/DeviceFilter.tsx';
import { DeviceSelectors } from '#features/devices/filter/DeviceSelectors.tsx';
import { useProductsSeen } from '#features/devices/filter/useProductsSeen.ts';
import type { Sheet } from '#features/devices/list/DeviceSheet.tsx';
import type { DeviceList } from '#features/devices/list/useDeviceList.ts';
import { SelectionBar } from '#features/devices/selection/SelectionBar.tsx';
import { listedFields } from '#fields/deviceField.ts';
import { CHECK } from '#fleet/model/joined.ts';
import { shareMissing } from '#fleet/model/missing.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { DevicesBar } from './DevicesBar.tsx';
import classes from './DevicesPage.module.css';
import { type DevicesUrl, useSame } from './useDevicesUrl.ts';

const DeviceSheet = loaded(async () => (await import('./tools.ts')).DeviceSheet);

/** Fields whose values are never few: the search looks into them. */
const SEARCHED = ['deviceID', 'name'];

/** What a search may say beside words; no line ends after its signs. */
const OPERATORS =
  'admin:ann looks in one field, "…" for a whole value, +\u2060word by itself, -\u2060word leaves out, never finds times that are shown as never';

type Props = {
  connection: Connection;
  url: DevicesUrl;
  list: DeviceList;
  grid: RefObject<DataGridHandle | null>;
  exporting: DeviceExport;
  search: string;
  onSearch: (text: string) => void;
  /** The search is left: nothing more is typed. */
  onSearched: () => void;
  /** The field whose values the filter shows. */
  facet: string | undefined;
  onFacet: (field: string | undefined) => void;
  onlySelected: boolean;
  onOnlySelected: (only: boolean) => void;
  /** What of the page's menu is open on a phone. */
  sheet: Sheet | undefined;
  onSheet: (sheet: Sheet | undefined) => void;
};

/** What the list is asked for and shown with, or what can be done with the devices selected in it. */
export function DeviceTools(props: Props) {
  const { connection, url, list, grid, exporting, search, facet, onFacet, sheet, onSheet } = props;
  const { request, filters, go } = url;
  const phone = usePhone();
  const { fleet, view, selection } = list;
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const products = useProductsSeen(connection.id, fleet);
  const { fields, columns, offered } = useColumnsOffered(view, url);
  const filtered = useMemo(() => [...fields.filter((field) => !SEARCHED.includes(field)), CHECK], [fields]);
  const toFile = { connection, view, columns, state: { ...url.state, search }, work: exporting };
  const selectors = useMemo(
    () => <DeviceSelectors request={request} products={products} onRequest={go.toRequest} />,
    [request, products, go],
  );
  const searchField = <SearchDevices text={search} onText={props.onSearch} onLeave={props.onSearched} />;
  return (
    <>
      <SelectionBar
        view={view}
        selection={selection}
        only={props.onlySelected}
        onOnly={props.onOnlySelected}
        search={searchField}
        grid={grid}
        onExport={() => onSheet('selected')}
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
            phone ? undefined : (
              <>
                {fleet && <ExportDevices {...toFile} count={view.rows.count} />}
                <DeviceColumns {...offered} />
              </>
            )
          }
        />
      </SelectionBar>
      {sheet && <OpenSheet {...{ sheet, onSheet, url, list, offered, toFile }} />}
    </>
  );
}

type OpenSheetProps = Pick<Props, 'url' | 'list' | 'onSheet'> & {
  sheet: Sheet;
  offered: ReturnType<typeof useColumnsOffered>['offered'];
  toFile: Omit<ComponentProps<typeof DeviceSheet>['toFile'], 'selection' | 'count'>;
};

/** What a phone has no room for in its bar. */
function OpenSheet({ sheet, onSheet, url, list, offered, toFile }: OpenSheetProps) {
  const { view, selection } = list;
  const known = url.sort.filter(({ field }) => offered.fields.includes(field));
  const rows = sheet === 'selected' ? { selection, count: selection.count } : { count: view.rows.count };
  return (
    <DeviceSheet
      sheet={sheet}
      onClose={() => onSheet(undefined)}
      fields={offered.fields}
      sort={known}
      onSort={(next) => url.go.replace({ sort: next })}
      columns={columnsOffered(offered)}
      toFile={{ ...toFile, ...rows }}
    />
  );
}

/** Every field, those that are columns, and what a choice among them needs. */
function useColumnsOffered({ fleet }: FleetView, { choice, go }: DevicesUrl) {
  const fields = useMemo(() => listedFields(fleet.columns.map(({ name }) => name)), [fleet.columns]);
  const usual = useSame(usualColumns(fields, fleet));
  const missing = useCallback((field: string) => shareMissing(fleet, field), [fleet]);
  const columns = useMemo(() => columnsShown(fields, choice, usual).shown, [fields, choice, usual]);
  return { fields, columns, offered: { fields, usual, missing, choice, onChoice: go.replace } };
}

type SearchProps = { text: string; onText: (text: string) => void; onLeave: () => void };

function SearchDevices({ text, onText, onLeave }: SearchProps) {
  return (
    <SearchField
      className={classes['search']}
      aria-label="Search"
      placeholder="ID, name, admin …"
      data-tip={OPERATORS}
      aria-description={OPERATORS}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onBlur={onLeave}
    />
  );
}
