import { IconPhotoDown } from '@tabler/icons-react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import results from '#features/datastore/results/Results.module.css';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { downloadBlob, toFileName } from '#lib/fileWriter.ts';
import { formatCountWithNoun, formatShare } from '#lib/formatNumber.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { LazyModule } from '#lib/lazyModule.ts';
import { formatTime } from '#lib/time/time.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { describeTimeRange } from '#pipeline/draft/stages/range.ts';
import { findTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import type { PaneTable } from '#ui/charts/renderPanePng.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { copyImage } from '#ui/notices/copyImage.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { describeGroup } from './describeGroup.ts';
import { formatGroupNumber } from './formatGroupValue.ts';
import classes from './GroupBars.module.css';
import { datastoreGroupsMessages } from './messages.ts';
import type { GroupTable } from './useGroupTable.ts';
import { useSortAllGroups } from './useSortAllGroups.ts';

const imageModule = new LazyModule(() => import('#ui/charts/renderPanePng.tsx'), { seldom: true });

export function GroupBarsToolbar({ table, query }: { table: GroupTable; query: DatastoreState }) {
  const { show } = useDatastore();
  const { keys, numbers, bar } = table;
  const createImage = useGroupImage(table, query);
  const save = async () => {
    try {
      downloadBlob(`${toFileName(query.collection, 'groups')}.png`, await createImage());
    } catch (error) {
      showToast(datastoreGroupsMessages.couldNotSaveImage(error instanceof Error ? error.message : String(error)));
    }
  };
  return (
    <div className={`${results['bar']} ${classes['toolbar']} ${shared['wrap']}`}>
      <span className={shared['inline']}>
        {datastoreGroupsMessages.barsOf}
        <Select
          aria-label={datastoreGroupsMessages.valueOfBars}
          options={numbers.map(({ key, label }) => ({ value: key, label: toVisibleText(label) }))}
          value={bar?.key ?? ''}
          onValueChange={(key) => show({ plot: [key], sort: [{ key, descending: true }] }, true)}
        />
      </span>
      {keys.length > 0 && (
        <span>
          {datastoreGroupsMessages.forEach} <b>{keys.map(({ label }) => toVisibleText(label)).join(', ')}</b>
        </span>
      )}
      <PartialRankingNote table={table} />
      <span className={results['tools']}>
        <Menu
          label={datastoreGroupsMessages.saveBars}
          align="end"
          rows={[
            { label: datastoreGroupsMessages.copyImage, run: () => void copyImage(createImage()) },
            { label: datastoreGroupsMessages.savePng, run: () => void save() },
          ]}
          renderTrigger={(control) => (
            <ToolbarButton
              {...control}
              label={datastoreGroupsMessages.image}
              Icon={IconPhotoDown}
              data-tip={datastoreGroupsMessages.saveBars}
            />
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
      {datastoreGroupsMessages.rankedAmongLoaded}{' '}
      {sortAll && (
        <Button variant="link" size="row" onClick={() => sortAll([{ field: bar.path.join('.'), descending: true }])}>
          {datastoreGroupsMessages.rankAll}
        </Button>
      )}
    </span>
  );
}

function useGroupImage(table: GroupTable, query: DatastoreState): () => Promise<Blob> {
  const { state, onScreen, pages } = useDatastore();
  const { rows } = useResults();
  const mode = useTimeMode();
  return async () => {
    const { renderPanePng } = await imageModule.load();
    const range = findTimeRangeStage(createDraftFromQuery(onScreen?.linked ?? query));
    const source = [
      toVisibleText(query.collection),
      range?.enabled ? describeTimeRange(range) : datastoreGroupsMessages.allTime,
      ...(state.top !== undefined && table.ranked.length > state.top ? [`top ${state.top}`] : []),
      `${formatCountWithNoun(table.ranked.length, 'group')}${rows.more === 'no' ? '' : datastoreGroupsMessages.andMore}`,
      ...(pages.current.data?.inPage?.isComplete === false ? [datastoreGroupsMessages.partial] : []),
      datastoreGroupsMessages.valuesAsStored,
    ];
    return renderPanePng(
      tabulateGroups({ ...table, ranked: table.ranked.slice(0, state.top) }, mode === 'utc' ? 'utc' : 'local'),
      source.join(' · '),
    );
  };
}

function tabulateGroups({ keys, values, bar, ranked, total }: GroupTable, mode: 'utc' | 'local'): PaneTable {
  const others = values.filter((column) => column !== bar);
  const keyLabel = keys.map(({ label }) => label).join(', ');
  return {
    title: datastoreGroupsMessages.barsTitle(bar?.label ?? '', keyLabel),
    headings: [
      keyLabel || datastoreGroupsMessages.all,
      bar?.label ?? '',
      ...(total === undefined ? [] : [datastoreGroupsMessages.ofAll]),
      ...others.map(({ label }) => label),
    ].map(toVisibleText),
    rows: ranked.map(({ document, length }) => [
      describeGroup(keys, document),
      Number.isFinite(length) ? length : 0,
      ...(total === undefined ? [] : [Number.isFinite(length) ? formatShare(length / total) : '']),
      ...others.map(({ path, toMs, operator }) => {
        const value = getValueAtPath(document, path);
        const ms = toMs?.(value);
        if (ms !== undefined) return formatTime(ms, mode, 0) ?? '';
        if (isNumberOrExact(value)) return formatGroupNumber(value, operator);
        return value === undefined || value === null
          ? ''
          : toVisibleText(typeof value === 'string' ? value : stringifyJson(value));
      }),
    ]),
    barLayout: 'beside',
  };
}
