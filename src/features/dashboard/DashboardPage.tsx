import { useWindowEvent } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { min } from 'd3-array';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Dashboard, type DashboardTile, hasLimit } from '#dashboard/dashboard.ts';
import { describeDashboardFileError, formatDashboardFile, parseDashboardFile } from '#dashboard/dashboardFile.ts';
import { createDashboard, type ListedDashboard, readSharedDashboard } from '#dashboard/storedDashboards.ts';
import { isAlertState } from '#dashboard/tileResult.ts';
import { createTileKeys } from '#dashboard/tileTracker.ts';
import { addBasePath } from '#lib/basePath.ts';
import { downloadBlob, saveTextFile, toFileName } from '#lib/fileWriter.ts';
import { formatBytes, formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { formatTime } from '#lib/time/time.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import { getKeyLetter, SHORTCUT_EXCLUSION_SELECTOR } from '#ui/browser/shortcuts.ts';
import { useUrlState } from '#ui/browser/useUrlState.ts';
import { Button } from '#ui/controls/Button.tsx';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { InvalidLinkNotice, Notice } from '#ui/notices/Notice.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import { StatusBar } from '#ui/page/Bars.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { LastUpdated, RefreshControls, type RefreshInterval } from '#ui/states/RefreshControls.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';
import { buildDashboardsUrl, parseDashboardsUrl } from '#urls/dashboards.ts';
import { CrossingsDrawer } from './CrossingsDrawer.tsx';
import classes from './DashboardPage.module.css';
import { createDashboardMonitor, getContentKey } from './dashboardMonitor.ts';
import { NameDialog } from './NameDialog.tsx';
import { NoDashboard } from './NoDashboard.tsx';
import { renderPrintoutPng } from './renderPrintoutPng.ts';
import { TileDialog } from './TileDialog.tsx';
import { TileGrid } from './TileGrid.tsx';
import { useDashboardMonitor } from './useDashboardMonitor.ts';
import { type DashboardEditor, useDashboards } from './useDashboards.ts';

export function DashboardPage() {
  const editor = useDashboards();
  const { state, dropped, change } = useUrlState(parseDashboardsUrl, buildDashboardsUrl);
  const [isNaming, setNaming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const linked = useMemo(() => state.file && readSharedDashboard(state.file, 'link'), [state.file]);
  const named = linked || editor.list.find(({ id }) => id === state.id);
  const shown = named || editor.list[0];
  const isUnknown = state.id !== '' && !named && !editor.changedIds.includes(state.id);
  const unknown = isUnknown ? ['the dashboard, which is not in this browser'] : [];
  const open = (id: string) => change({ id, file: '' });
  const add = (dashboard: Dashboard) => open(editor.add(dashboard));
  const importFile = (text: string) => {
    const content = parseDashboardFile(text);
    if ('error' in content) return setProblem(`Not imported. ${describeDashboardFileError(content.error)}`);
    setProblem(undefined);
    add(content.dashboard);
  };
  useUndoKeys(editor);
  const monitor = useService(createDashboardMonitor);
  const isNothingShown = editor.isReady && !(shown && 'dashboard' in shown.content);
  // requests are side effects
  useEffect(() => {
    if (isNothingShown) monitor.unwatch();
  }, [monitor, isNothingShown]);
  const shared = { editor, open, importFile, add, addNew: () => setNaming(true) };
  return (
    <>
      <title>Dashboard · Fleetlens</title>
      {!editor.isReady ? (
        <PageHeader title="Dashboard" />
      ) : shown && 'dashboard' in shown.content ? (
        <ShownDashboard key={shown.id} {...shared} stored={shown} dashboard={shown.content.dashboard} />
      ) : (
        <>
          <PageHeader
            title="Dashboard"
            view={shown && <DashboardPicker {...shared} shown={shown} />}
            aside={<PageMenu label="More dashboard actions" requests={[]} />}
          />
          {shown ? (
            <UnreadableDashboard stored={shown} onRemove={() => editor.remove(shown)} />
          ) : (
            <NoDashboard {...shared} />
          )}
        </>
      )}
      <InvalidLinkNotice droppedParts={[...dropped, ...unknown]} />
      {problem && <Notice tone="attention" title={problem} onDismiss={() => setProblem(undefined)} />}
      {editor.lastChange !== undefined && (
        <Notice
          title={editor.lastChange}
          action={editor.undo && { label: 'Undo', run: editor.undo }}
          onDismiss={editor.dismiss}
        />
      )}
      <NameDialog
        title="New dashboard"
        submitLabel="Create"
        opened={isNaming}
        taken={listBrowserNames(editor)}
        onClose={() => setNaming(false)}
        onName={(name) => add(createDashboard(name))}
      />
    </>
  );
}

type PageProps = {
  editor: DashboardEditor;
  open: (id: string) => void;
  add: (dashboard: Dashboard) => void;
  addNew: () => void;
  importFile: (text: string) => void;
};

function useUndoKeys({ undo, redo }: DashboardEditor): void {
  useWindowEvent('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey === metaKey || altKey || getKeyLetter(event) !== 'z') return;
    if (target instanceof Element && target.closest(SHORTCUT_EXCLUSION_SELECTOR)) return;
    const step = shiftKey ? redo : undo;
    if (!step) return;
    event.preventDefault();
    step();
  });
}

type ShownProps = PageProps & { stored: ListedDashboard; dashboard: Dashboard };

function ShownDashboard({ stored, dashboard: given, ...page }: ShownProps) {
  const { editor, open, add, importFile } = page;
  const [dialog, setDialog] = useState<'add' | 'rename' | 'crossings'>();
  const [isArranging, setArranging] = useState(false);
  const tilesRef = useRef<HTMLDivElement>(null);
  const { id, origin } = stored;
  const isOwn = origin === 'browser';
  const [chosenRefresh, setChosenRefresh] = useState<number>();
  const dashboard = useMemo(
    () => (chosenRefresh === undefined ? given : withRefresh(given, chosenRefresh)),
    [given, chosenRefresh],
  );
  const { tiles, name } = dashboard;
  const { name: connection } = useCurrentConnection();
  const replace = (changes: Partial<Dashboard>, label: string) =>
    editor.replace(id, { ...dashboard, ...changes }, label);
  const setTiles = (next: readonly DashboardTile[], label: string) => replace({ tiles: next }, label);
  const { monitor, state, forget } = useDashboardMonitor(id, dashboard);
  const asOf = min(tiles, (tile) => state.snapshots.get(getContentKey(tile))?.reading?.asOf);
  const exceeded = createTileKeys(tiles).filter((key) => isAlertState(state.tracked.get(key)?.result.state ?? 'ok'));
  const interval: RefreshInterval = [
    dashboard.refresh ?? 0,
    (seconds) =>
      isOwn
        ? editor.replace(id, withRefresh(dashboard, seconds), 'Refresh interval changed.')
        : setChosenRefresh(seconds),
  ];
  const heading = `${name} · ${asOf === undefined ? 'not read yet' : `as of ${formatTime(asOf, 'local', 0)}`} · ${connection}`;
  const remove = () => {
    editor.remove(stored);
    open('');
  };
  const rows: readonly MenuRow[] = [
    ...(isOwn
      ? [
          { label: 'Add a tile…', run: () => setDialog('add') },
          { label: isArranging ? 'Stop arranging' : 'Arrange tiles', run: () => setArranging(!isArranging) },
        ]
      : []),
    { label: 'Crossings of limits…', run: () => setDialog('crossings') },
    'line',
    ...(isOwn ? [{ label: 'Rename…', run: () => setDialog('rename') }] : []),
    { label: isOwn ? 'Duplicate' : KEEP_COPY_LABEL, run: () => add(dashboard) },
    { label: 'Export as a file', run: () => void exportDashboard(dashboard) },
    { label: 'Import a dashboard…', run: () => void chooseFile().then(importFile) },
    { label: 'Print…', run: () => window.print() },
    { label: 'Save as an image', run: () => void saveImage(name, tilesRef.current) },
    { label: 'Forget the history of all tiles', run: forget },
    ...(isOwn ? [{ label: 'Delete this dashboard', run: remove }] : []),
    'line',
  ];
  return (
    <>
      <PageHeader
        title="Dashboard"
        view={<DashboardPicker {...page} shown={stored} />}
        count={
          <span className={classes['count']}>
            {formatCountWithNoun(tiles.length, 'tile')}
            {ORIGIN_NOTES[origin]}
            {exceeded.length > 0 && `, ${exceeded.length} over ${exceeded.length === 1 ? 'its limit' : 'their limits'}`}
          </span>
        }
        aside={
          <>
            <RefreshControls
              updatedAt={asOf}
              hideOnPhone
              refresh={{ running: state.isRunning, run: () => monitor.refresh(), cancel: () => monitor.cancel() }}
              interval={interval}
            />
            {isOwn ? (
              <Button
                className={classes['arrange']}
                variant="plain"
                aria-pressed={isArranging}
                onClick={() => setArranging(!isArranging)}
              >
                {isArranging ? 'Done' : 'Arrange'}
              </Button>
            ) : (
              <Button className={classes['arrange']} variant="plain" onClick={() => add(dashboard)}>
                {KEEP_COPY_LABEL}
              </Button>
            )}
            <PageMenu
              label="More dashboard actions"
              requests={[]}
              extraItems={rows}
              createLink={() => createShareLink(stored, given)}
              interval={interval}
            />
          </>
        }
      />
      {tiles.length === 0 ? (
        <PageBody>
          <EmptyState
            title="This dashboard has no tiles"
            action={isOwn ? { label: 'Add a tile', run: () => setDialog('add') } : undefined}
          >
            Open a list, a query or a device, and choose <b>Pin to a dashboard</b> in its ⋯ menu.
          </EmptyState>
        </PageBody>
      ) : (
        <TileGrid
          tiles={tiles}
          state={state}
          isArranging={isArranging}
          heading={heading}
          ref={tilesRef}
          isReadOnly={!isOwn}
          onChange={setTiles}
        />
      )}
      <StatusBar
        aside={
          state.storageProblem === undefined
            ? describeRefresh(dashboard)
            : 'This browser stores no history. Numbers are compared until this page is closed.'
        }
      >
        {asOf !== undefined && (
          <span className={classes['below']}>
            <LastUpdated time={asOf} stale={false} />
          </span>
        )}
        {formatCountWithNoun(tiles.length, 'tile')}
        {state.cost &&
          ` · ${formatCountWithNoun(state.cost.requests, 'request')} a refresh, ${formatBytes(state.cost.bytes)}`}
      </StatusBar>
      {dialog === 'add' && (
        <TileDialog
          onClose={() => setDialog(undefined)}
          onSave={(tile, title) => setTiles([...tiles, tile], `Tile ${title} added.`)}
        />
      )}
      <CrossingsDrawer
        opened={dialog === 'crossings'}
        crossings={state.crossings}
        onAcknowledge={(crossing) => monitor.acknowledge(crossing)}
        onClose={() => setDialog(undefined)}
      />
      <NameDialog
        title="Rename the dashboard"
        submitLabel="Rename"
        opened={dialog === 'rename'}
        initialName={name}
        taken={listBrowserNames(editor).filter((taken) => taken !== name)}
        onClose={() => setDialog(undefined)}
        onName={(next) => replace({ name: next }, `Dashboard ${name} renamed.`)}
      />
    </>
  );
}

const KEEP_COPY_LABEL = 'Keep a copy';

/** Follows the number of tiles in the header. */
const ORIGIN_NOTES = { browser: '', host: ', provided by the host', link: ', opened from a link and not kept' };

/** Returns the dashboard with another refresh interval, in seconds. Without one if it is 0. */
function withRefresh(dashboard: Dashboard, refresh: number): Dashboard {
  if (refresh > 0) return { ...dashboard, refresh };
  const { refresh: _, ...others } = dashboard;
  return others;
}

function listBrowserNames({ list }: DashboardEditor): string[] {
  return list.flatMap(({ origin, name }) => (origin === 'browser' ? name : []));
}

/** Length of a link that mail and chat programs still pass on as a whole, in characters. */
const LINK_LENGTH_MAX = 8_000;

/** Creates a link that opens the dashboard in any browser. */
function createShareLink({ id, origin }: ListedDashboard, dashboard: Dashboard): { text: string; note: string } {
  const path = buildDashboardsUrl(origin === 'host' ? { id } : { file: stringifyJson(dashboard) });
  const link = location.origin + addBasePath(path);
  const isLong = link.length > LINK_LENGTH_MAX;
  return {
    text: link,
    note: isLong ? `It has ${formatCount(link.length)} characters, which some programs cut. A file is safer.` : '',
  };
}

async function saveImage(name: string, tiles: HTMLElement | null): Promise<void> {
  try {
    if (tiles) downloadBlob(`${toFileName(name, 'dashboard')}.png`, await renderPrintoutPng(tiles));
  } catch (error) {
    showToast(`The image was not saved: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function describeRefresh({ refresh, tiles }: Dashboard): string | undefined {
  if (!refresh) return undefined;
  return tiles.some((tile) => hasLimit(tile) && tile.limit.notify)
    ? 'also while this tab is hidden, because a limit notifies you'
    : 'paused while this tab is hidden';
}

/** Opens the file dialog of the browser. */
function chooseFile(): Promise<string> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'application/json,.json';
    input.addEventListener('change', () => void input.files?.[0]?.text().then(resolve));
    input.click();
  });
}

async function exportDashboard(dashboard: Dashboard): Promise<void> {
  const name = `${toFileName(dashboard.name, 'dashboard')}.json`;
  await saveTextFile(name, 'application/json', formatDashboardFile(dashboard));
}

function DashboardPicker({ editor, open, addNew, shown }: PageProps & { shown: ListedDashboard }) {
  return (
    <Menu
      label="Dashboards"
      rows={[
        ...editor.list.map((one) => ({
          label: one.name,
          key: one.id,
          checked: one.id === shown.id,
          run: () => open(one.id),
        })),
        'line',
        { label: 'New dashboard…', run: addNew },
      ]}
      renderTrigger={(control) => (
        <Button
          {...control}
          variant="plain"
          className={classes['picker']}
          aria-label={`Dashboard: ${shown.name}`}
          end={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          <span>{shown.name}</span>
        </Button>
      )}
    />
  );
}

function UnreadableDashboard({ stored, onRemove }: { stored: ListedDashboard; onRemove: () => void }) {
  if (!('error' in stored.content)) return null;
  const { isNewer } = stored.content.error;
  return (
    <PageBody>
      <ErrorState
        title={isNewer ? 'This dashboard needs a newer version of Fleetlens' : 'This dashboard cannot be read'}
        action={{ label: 'Copy its file', run: () => void copyToClipboard(stored.text, { subject: 'File' }) }}
        extraActions={stored.origin === 'browser' && <Button onClick={onRemove}>Delete it</Button>}
      >
        <p>{describeDashboardFileError(stored.content.error)} Nothing in it was changed.</p>
      </ErrorState>
    </PageBody>
  );
}
