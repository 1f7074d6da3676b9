import { useCallback, useMemo, useState } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { type ChangeList, listChanges } from '#fleet/questions/changeList.ts';
import { CHANGES, type Changes } from '#fleet/questions/changes.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { formatClock } from '#lib/time/time.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { Dialog } from '#ui/overlays/panel.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './ChangeDialog.module.css';
import type { Pending } from './changeLog.ts';
import { CHANGE_COLUMNS, changeCell, changePath } from './changeRows.ts';

const AFTER_NUMBER: ReadonlyMap<string, string> = new Map([
  ['admin changed', 'with another admin'],
  ['name changed', 'with another name'],
  ['other fields changed', 'with other fields changed'],
]);

export function ChangeNotice({ pending }: { pending: Pending }) {
  const { apply } = useDevices();
  const [listed, setListed] = useState(false);
  const { changes, later } = pending;
  const words = `${formatCount(changes.total)} changed`;
  return (
    <>
      <NoticeLine
        title={words}
        action={{ label: 'Apply', run: apply }}
        further={
          <Button look="link" onClick={() => setListed(true)}>
            List them
          </Button>
        }
      >
        {`at ${formatClock(later.fleet.fetchedAt)}: ${changesInWords(changes)}. Rows stay as they are until you apply.`}
      </NoticeLine>
      {listed && <ChangeDialog pending={pending} title={words} onClose={() => setListed(false)} />}
    </>
  );
}

/** Formats `3 came online, 1 new, 2 gone`; adds a reason if the sum exceeds the number of devices. */
function changesInWords({ counts, gone, total }: Changes): string {
  const kinds = [...CHANGES.filter((change) => change !== 'new'), 'new' as const];
  const known = kinds.map((change) => ({ change, count: counts.get(change) ?? 0 }));
  const all = [...known, { change: 'gone', count: gone.count }].filter(({ count }) => count > 0);
  const sum = all.reduce((counted, { count }) => counted + count, 0);
  const words = all
    .map(({ change, count }) => `${formatCount(count)} ${AFTER_NUMBER.get(change) ?? change}`)
    .join(', ');
  return sum > total ? `${words}; a device with several changes counts in each` : words;
}

const EVERY = '';

type Props = { pending: Pending; title: string; onClose: () => void };

function ChangeDialog({ pending, title, onClose }: Props) {
  const { apply } = useDevices();
  const { earlier, later, changes } = pending;
  const list = useSlices(
    useCallback(() => listChanges(earlier, later, changes, CONNECTIVITY_FIELD), [earlier, later, changes]),
  );
  const [code, setCode] = useState(EVERY);
  const shown = useMemo(() => (list && code !== EVERY ? list.ofKind(Number(code)) : list), [list, code]);
  const mode = useTimeMode();
  const cell = (place: number, { key }: GridColumn) => changeCell(shown?.at(place), key, mode);
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      size={{ width: 880 }}
      frame={{
        aside: (
          <span className={shared['muted']} data-spoken="phone">
            {`${formatClock(earlier.fleet.fetchedAt)} to ${formatClock(later.fleet.fetchedAt)}`}
          </span>
        ),
        footer: (
          <>
            <Button look="primary" onClick={apply}>
              Apply
            </Button>
            {list && list.kinds.length > 1 ? (
              <Pick aria-label="Changes shown" standard={EVERY} options={choices(list)} value={code} onPick={setCode} />
            ) : (
              <span className={shared['muted']}>{list ? pluralize(list.count, 'field') : 'listing…'}</span>
            )}
          </>
        ),
      }}
    >
      <div className={classes['list']}>
        <DataGrid
          label="Changes"
          columns={{ all: CHANGE_COLUMNS }}
          rows={{
            count: shown?.count ?? 0,
            cell,
            version: `${mode} ${code} ${list?.count}`,
            subject: code,
            path: (place) => changePath(shown?.at(place)),
            compact: true,
          }}
        />
      </div>
    </Dialog>
  );
}

function choices({ count, kinds }: ChangeList) {
  const own = kinds.map(({ code, name, count }) => ({ value: String(code), label: `${name} ${formatCount(count)}` }));
  return [{ value: EVERY, label: `all ${pluralize(count, 'field')}` }, ...own];
}
