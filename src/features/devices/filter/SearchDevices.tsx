import classes from '#features/devices/DevicesPage.module.css';
import { useDevices, useDevicesSearch } from '#features/devices/DevicesPlace.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';

/** What a search may say beside words; no line ends after its signs. */
const OPERATORS =
  'admin:ann looks in one field, "…" for a whole value, +\u2060word by itself, -\u2060word leaves out, never finds times that are shown as never';

/** The search within the list. */
export function SearchDevices() {
  const { setSearch } = useDevices();
  const { search, settleSearch } = useDevicesSearch();
  return (
    <SearchField
      className={classes['search']}
      aria-label="Search"
      placeholder="ID, name, admin …"
      data-tip={OPERATORS}
      aria-description={OPERATORS}
      value={search}
      onChange={({ target }) => setSearch(target.value)}
      // nothing more is typed
      onBlur={settleSearch}
    />
  );
}
