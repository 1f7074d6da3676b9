import { useMemo } from 'react';
import { tableOnPhone } from '#features/devices/columns/gridSettings.ts';
import { usePhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import type { Sheet } from './DeviceSheet.tsx';

const NONE: readonly MenuRow[] = [];

/** What a phone's bar has no room for, and rows of two lines no headings. */
export function usePhoneMenu(onSheet: (sheet: Sheet) => void, onSelectAll: () => void): readonly MenuRow[] {
  const phone = usePhone();
  const [table, setTable] = useSetting(tableOnPhone);
  return useMemo(() => {
    if (!phone) return NONE;
    return [
      { label: 'Sort', run: () => onSheet('sort') },
      { label: 'Columns', run: () => onSheet('columns') },
      { label: 'Export', run: () => onSheet('export') },
      { label: 'Select all rows', run: onSelectAll },
      { heading: 'Rows' },
      { label: 'Two lines', chosen: !table, run: () => setTable(false) },
      { label: 'Table, scrolled sideways', chosen: table, run: () => setTable(true) },
      'line',
    ];
  }, [phone, table, setTable, onSheet, onSelectAll]);
}
