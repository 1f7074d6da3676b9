import { useWindowEvent } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { min } from 'd3-array';
import { useState } from 'react';
import { type Dashboard, type DashboardTile, hasLimit } from '#dashboard/dashboard.ts';
import { describeDashboardFileError, formatDashboardFile, parseDashboardFile } from '#dashboard/dashboardFile.ts';
import { createDashboard, type ListedDashboard } from '#dashboard/storedDashboards.ts';
import { isOverLimit } from '#dashboard/tileResult.ts';
import { createTileKeys } from '#dashboard/tileTracker.ts';
import { saveTextFile } from '#lib/fileWriter.ts';
import { formatBytes, formatCountWithNoun } from '#lib/formatNumber.ts';
import { SHORTCUT_EXCLUSION_SELECTOR } from '#ui/browser/shortcuts.ts';
import { useUrlState } from '#ui/browser/useUrlState.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FileButton } from '#ui/inputs/FileButton.tsx';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { InvalidLinkNotice } from '#ui/notices/InvalidLinkNotice.tsx';
import { Notice } from '#ui/notices/Notice.tsx';
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
import { getContentKey } from './dashboardMonitor.ts';
import { createMorningDashboard, useMorningSource } from './morningDashboard.ts';
import { NameDialog } from './NameDialog.tsx';
import { TileDialog } from './TileDialog.tsx';
import { TileGrid } from './TileGrid.tsx';
import { useDashboardMonitor } from './useDashboardMonitor.ts';
import { type DashboardEditor, useDashboards } from './useDashboards.ts';

export function DashboardPage() {
  const editor = useDashboards();
  const { state, dropped, change } = useUrlState(parseDashboardsUrl, buildDashboardsUrl);
  const [isNaming, setNaming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const named = editor.list.find(({ name }) => name === state.name);
  const shown = named ?? editor.list[0];
  const unknown = state.name !== '' && !named ? [`the dashboard ${state.name}`] : [];
  const open = (name: string) => change({ name });
  const add = (dashboard: Dashboard) => open(editor.add(dashboard));
  const importFile = (text: string) => {
    const content = parseDashboardFile(text);
    if ('error' in content) return setProblem(`Not imported. ${describeDashboardFileError(content.error)}`);
    setProblem(undefined);
    add(content.dashboard);
  };
  useUndoKeys(editor);
  const shared = { editor, open, importFile, add, addNew: () => setNaming(true) };
  return (
    <>
      <title>Dashboard · Fleetlens</title>
      {shown && 'dashboard' in shown.content ? (
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
        taken={editor.list.map(({ name }) => name)}
        onClose={() => setNaming(false)}
        onName={(name) => add(createDashboard(name))}
      />
    </>
  );
}

type PageProps = {
  editor: DashboardEditor;
  open: (name: string) => void;
  add: (dashboard: Dashboard) => void;
  addNew: () => void;
  importFile: (text: string) => void;
};

function useUndoKeys({ undo, redo }: DashboardEditor): void {
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey === metaKey || altKey || key.toLowerCase() !== 'z') return;
    if (target instanceof Element && target.closest(SHORTCUT_EXCLUSION_SELECTOR)) return;
    const step = shiftKey ? redo : undo;
    if (!step) return;
    event.preventDefault();
    step();
  });
}

type ShownProps = PageProps & { stored: ListedDashboard; dashboard: Dashboard };

function ShownDashboard({ stored, dashboard, ...page }: ShownProps) {
  const { editor, open, add, importFile } = page;
  const { tiles, name } = dashboard;
  const [dialog, setDialog] = useState<'add' | 'rename' | 'crossings'>();
  const [isArranging, setArranging] = useState(false);
  const { id } = stored;
  const replace = (changes: Partial<Dashboard>, label: string) =>
    editor.replace(id, { ...dashboard, ...changes }, label);
  const setTiles = (next: readonly DashboardTile[], label: string) => replace({ tiles: next }, label);
  const { monitor, state, forget } = useDashboardMonitor(id, dashboard);
  const asOf = min(tiles, (tile) => state.snapshots.get(getContentKey(tile))?.reading?.asOf);
  const exceeded = createTileKeys(tiles).filter((key) => isOverLimit(state.tracked.get(key)?.result.state ?? 'ok'));
  const interval: RefreshInterval = [
    dashboard.refresh ?? 0,
    (seconds) => {
      const { refresh: _, ...others } = dashboard;
      editor.replace(id, seconds === 0 ? others : { ...others, refresh: seconds }, 'Refresh interval changed.');
    },
  ];
  const rename = (next: string) => {
    replace({ name: next }, `Dashboard ${name} renamed.`);
    open(next);
  };
  const remove = () => {
    editor.remove(stored);
    open('');
  };
  const rows: readonly MenuRow[] = [
    { label: 'Add a tile…', run: () => setDialog('add') },
    { label: isArranging ? 'Stop arranging' : 'Arrange tiles', run: () => setArranging(!isArranging) },
    { label: 'Crossings of limits…', run: () => setDialog('crossings') },
    'line',
    { label: 'Rename…', run: () => setDialog('rename') },
    { label: 'Duplicate', run: () => add(dashboard) },
    { label: 'Export as a file', run: () => void exportDashboard(dashboard) },
    { label: 'Import a dashboard…', run: () => void chooseFile().then(importFile) },
    { label: 'Forget the history of all tiles', run: forget },
    { label: 'Delete this dashboard', run: remove },
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
            <Button
              className={classes['arrange']}
              variant="plain"
              aria-pressed={isArranging}
              onClick={() => setArranging(!isArranging)}
            >
              {isArranging ? 'Done' : 'Arrange'}
            </Button>
            <PageMenu label="More dashboard actions" requests={[]} extraItems={rows} interval={interval} />
          </>
        }
      />
      {tiles.length === 0 ? (
        <PageBody>
          <EmptyState title="This dashboard has no tiles" action={{ label: 'Add a tile', run: () => setDialog('add') }}>
            Open a list, a query or a device, and choose <b>Pin to a dashboard</b> in its ⋯ menu.
          </EmptyState>
        </PageBody>
      ) : (
        <TileGrid tiles={tiles} state={state} isArranging={isArranging} onChange={setTiles} />
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
        taken={editor.list.flatMap((one) => (one.id === id ? [] : one.name))}
        onClose={() => setDialog(undefined)}
        onName={rename}
      />
    </>
  );
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
  const name = dashboard.name.replace(/[^\p{L}\p{N}._ -]+/gu, '-').trim();
  await saveTextFile(`${name || 'dashboard'}.json`, 'application/json', formatDashboardFile(dashboard));
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
          run: () => open(one.name),
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

function NoDashboard({ add, addNew, importFile }: PageProps) {
  const source = useMorningSource();
  return (
    <PageBody>
      <EmptyState
        title="No dashboard yet"
        action={{ label: 'Create the example “Morning”', run: () => add(createMorningDashboard(source)) }}
        extraActions={
          <>
            <Button onClick={addNew}>New dashboard</Button>
            <FileButton accept="application/json,.json" onFileSelect={(file) => void file.text().then(importFile)}>
              Import a file
            </FileButton>
          </>
        }
      >
        <p>
          A dashboard shows numbers, bars, charts and rows of this fleet on one page, and marks what is over its limit.
          Each tile is a link to a page, so you can pin what you see: choose <b>Pin to a dashboard</b> in the ⋯ menu of
          any page.
        </p>
        <p>“Morning” shows what is offline, new or wrong in this fleet today.</p>
      </EmptyState>
    </PageBody>
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
        extraActions={<Button onClick={onRemove}>Delete it</Button>}
      >
        <p>{describeDashboardFileError(stored.content.error)} Nothing in it was changed.</p>
      </ErrorState>
    </PageBody>
  );
}
