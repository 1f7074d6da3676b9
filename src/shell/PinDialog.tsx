import { type FormEvent, useState } from 'react';
import type { Tile, TileShow } from '#dashboard/dashboard.ts';
import {
  addDashboard,
  createDashboard,
  getDashboardsSetting,
  readDashboard,
  replaceDashboard,
} from '#dashboard/storedDashboards.ts';
import { parseTileLink, type TileLink } from '#dashboard/tileLink.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import { findResultGrouping, hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import type { PinRequest } from '#ui/controls/pinRequestStore.ts';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';

/** Members that make two tiles show the same. */
const PINNED = ['link', 'show', 'value', 'by', 'of'] as const;

/** Asks for the dashboard and the form of a tile. */
export function PinDialog({ request, onClose }: { request: PinRequest; onClose: () => void }) {
  const setting = getDashboardsSetting(useCurrentConnection().id);
  const [stored] = useSetting(setting);
  const parsed = parseTileLink(request.link);
  const link = 'link' in parsed ? parsed.link : undefined;
  const shows = listShows(link, request.show);
  const [show, setShow] = useState(shows[0] ?? 'number');
  const [by, setBy] = useState(request.by ?? 'productID');
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState(stored[0]?.id ?? '');
  const [name, setName] = useState('My dashboard');
  const dashboards = stored.flatMap((one) => {
    const { id, content } = readDashboard(one);
    return 'dashboard' in content ? [{ id, dashboard: content.dashboard }] : [];
  });
  const tile: Tile = {
    ...request,
    show,
    by: show === 'bars' && link?.page === 'devices' ? by.trim() : undefined,
    of: show === 'rows' ? undefined : request.of,
    title: title.trim() || undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = dashboards.find(({ id }) => id === chosen);
    const own = target?.dashboard ?? createDashboard(name.trim() || 'My dashboard');
    const at = own.tiles.findIndex((one) => PINNED.every((member) => Reflect.get(one, member) === tile[member]));
    const before = own.tiles[at];
    const tiles = before ? own.tiles.with(at, { ...before, title: tile.title }) : [...own.tiles, tile];
    const next = { ...own, tiles };
    setting.set(target ? replaceDashboard(setting.get(), target.id, next) : addDashboard(setting.get(), next));
    const done = before ? `Replaced “${getTileTitle(before)}” on` : 'Pinned to';
    const lacks =
      link?.page === 'datastore' && link.state.draw?.includes('before') && (show === 'bars' || show === 'chart');
    showToast(`${done} ${own.name}.${lacks ? ' The tile does not show the period before.' : ''}`);
    onClose();
  };
  return (
    <Dialog title="Pin to a dashboard" opened onClose={onClose}>
      <form className={shared['form']} onSubmit={submit}>
        <FormField label="Dashboard">
          <Select
            size="form"
            options={[
              ...dashboards.map(({ id, dashboard }) => ({ value: id, label: dashboard.name })),
              { value: '', label: 'New dashboard' },
            ]}
            value={chosen}
            onValueChange={setChosen}
          />
        </FormField>
        {chosen === '' && (
          <FormField label="Name of the new dashboard">
            <TextField size="form" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
          </FormField>
        )}
        <FormField label="Show as">
          <Select size="form" options={shows} value={show} onValueChange={setShow} />
        </FormField>
        {tile.by !== undefined && (
          <FormField label="Count by" hint="A field of the devices.">
            <TextField size="form" value={by} onChange={({ currentTarget }) => setBy(currentTarget.value)} />
          </FormField>
        )}
        <FormField label="Title" hint={`Without one: ${getTileTitle({ ...tile, title: undefined })}`}>
          <TextField
            size="form"
            data-autofocus
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </FormField>
        <div className={shared['row']}>
          <Button type="submit" variant="primary" disabled={tile.by === ''}>
            Pin
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Ways to show a link, the wanted or else the most useful one first. */
function listShows(link: TileLink | undefined, wanted: TileShow | undefined): readonly TileShow[] {
  if (!link || link.page === 'device') return ['number'];
  const groups = link.page === 'datastore' ? findResultGrouping(link.state.pipeline) : undefined;
  const shows: readonly TileShow[] =
    link.page === 'devices'
      ? ['number', 'rows', 'bars']
      : groups
        ? ['bars', 'rows', 'chart', 'number']
        : ['number', 'rows', 'chart'];
  // without a time, the chart of groups has bars
  const first = wanted === 'chart' && groups && !hasTimeKey(groups) ? 'bars' : wanted;
  return first && shows.includes(first) ? [first, ...shows.filter((show) => show !== first)] : shows;
}
