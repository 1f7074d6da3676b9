import { IconPhotoDown } from '@tabler/icons-react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import results from '#features/datastore/results/Results.module.css';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { useResultSource } from '#features/datastore/results/useResultSource.ts';
import { downloadBlob, toFileName } from '#lib/fileWriter.ts';
import { formatShare } from '#lib/formatNumber.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { formatTime } from '#lib/time/time.ts';
import { describeGroup } from '#pipeline/documents/describeGroup.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import type { BarTable } from '#ui/charts/renderBarsPng.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { copyImage } from '#ui/notices/copyToClipboard.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { formatGroupNumber } from './formatGroupValue.ts';
import classes from './GroupBars.module.css';
import { PeriodBeforeButton } from './PeriodBeforeButton.tsx';
import type { GroupTable } from './useGroupTable.ts';
import { useSortAllGroups } from './useSortAllGroups.ts';

const SAVE_BARS = 'Save or copy the bars as an image';

/** Numbers of groups that an image can be limited to. */
const TOPS = [10, 50];

const imageModule = new LazyModule(() => import('#ui/charts/renderBarsPng.tsx'), { seldom: true });

export function GroupBarsToolbar({ table, query }: { table: GroupTable; query: DatastoreState }) {
  const { show, state } = useDatastore();
  const { keys, numbers, bar } = table;
  const shown = Math.min(state.top ?? Number.POSITIVE_INFINITY, table.ranked.length);
  const createImage = useGroupImage(table);
  const save = async (top: number) => {
    try {
      downloadBlob(`${toFileName(query.collection, 'groups')}.png`, await createImage(top));
    } catch (error) {
      showToast(`Could not save the image: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <div className={`${results['bar']} ${classes['toolbar']} ${shared['wrap']}`}>
      <span className={shared['inline']}>
        Bars of
        <Select
          aria-label="Value of the bars"
          options={numbers.map(({ key, label }) => ({ value: key, label: toVisibleText(label) }))}
          value={bar?.key ?? ''}
          onValueChange={(key) => show({ plot: [key], sort: [{ key, descending: true }] }, true)}
        />
      </span>
      {keys.length > 0 && (
        <span>
          for each <b>{keys.map(({ label }) => toVisibleText(label)).join(', ')}</b>
        </span>
      )}
      <PartialRankingNote table={table} />
      <span className={results['tools']}>
        <PeriodBeforeButton />
        <Menu
          label={SAVE_BARS}
          align="end"
          rows={[...TOPS.filter((top) => top < shown), shown].flatMap((top) => {
            const part = top < shown ? `, first ${top}` : '';
            return [
              { label: 'Copy image' + part, run: () => void copyImage(createImage(top)) },
              { label: 'Save as PNG' + part, run: () => void save(top) },
            ];
          })}
          renderTrigger={(control) => (
            <ToolbarButton {...control} label="Image" Icon={IconPhotoDown} data-tip={SAVE_BARS} />
          )}
        />
      </span>
    </div>
  );
}

function PartialRankingNote({ table: { bar, isLocalSort } }: { table: GroupTable }) {
  const { state } = useDatastore();
  const { more } = useResults().rows;
  const sortAll = useSortAllGroups();
  if (!bar || (more !== 'yes' && state.page === 1) || !isLocalSort) return null;
  return (
    <span className={shared['attention']}>
      Ranked among the loaded groups only.{' '}
      {sortAll && (
        <Button variant="link" size="row" onClick={() => sortAll([{ field: bar.path.join('.'), descending: true }])}>
          Rank all groups
        </Button>
      )}
    </span>
  );
}

function useGroupImage(table: GroupTable): (top: number) => Promise<Blob> {
  const source = useResultSource();
  const mode = useTimeMode();
  return async (top) => {
    const { renderBarsPng } = await imageModule.load();
    const { length } = table.ranked;
    const limit = top < length ? `the first ${top} of ` : '';
    const range = source.hasTimeRange ? [] : ['all time'];
    const count = limit + source.describeCount(length - table.goneCount);
    const texts = [...source.query, ...range, count, 'values as stored'];
    const shown = { ...table, ranked: table.ranked.slice(0, top) };
    return renderBarsPng(tabulateGroups(shown, mode === 'utc' ? 'utc' : 'local'), texts.join(' · '));
  };
}

function tabulateGroups({ keys, values, bar, ranked, total, hasBefore }: GroupTable, mode: 'utc' | 'local'): BarTable {
  const others = values.filter((column) => column !== bar);
  const keyLabel = keys.map(({ label }) => label).join(', ');
  return {
    title: (bar?.label ?? '') + (keyLabel && ` for each ${keyLabel}`),
    headings: [
      keyLabel || 'all',
      bar?.label ?? '',
      ...(total === undefined ? [] : ['of all']),
      ...(hasBefore ? ['before', 'change'] : []),
      ...others.map(({ label }) => label),
    ].map(toVisibleText),
    rows: ranked.map(({ document, length, isGone, before }) => [
      describeGroup(keys, document),
      isGone ? 'none' : Number.isFinite(length) ? length : 0,
      ...(total === undefined ? [] : [Number.isFinite(length) ? formatShare(length / total) : '']),
      ...(before ? [(bar && before.group && formatCell(bar, before.group)) || before.word, before.change] : []),
      ...others.map((column) => formatCell(column, document)),
    ]),
  };

  function formatCell({ path, toMs, operator }: GroupTable['values'][number], group: JsonObject): string {
    const value = getValueAtPath(group, path);
    const ms = toMs?.(value);
    if (ms !== undefined) return formatTime(ms, mode, 0) ?? '';
    if (isNumberOrExact(value)) return formatGroupNumber(value, operator);
    return value === undefined || value === null
      ? ''
      : toVisibleText(typeof value === 'string' ? value : stringifyJson(value));
  }
}
