import { type FormEvent, useState } from 'react';
import {
  COMPARISON_LABELS,
  TILE_COMPARISONS,
  TILE_SHOWS,
  TILE_TOP_DEFAULT,
  TILE_TOP_MAX,
  type Tile,
  type TileComparison,
  type TileShow,
} from '#dashboard/dashboard.ts';
import { parseDashboard } from '#dashboard/dashboardFile.ts';
import { createDashboard } from '#dashboard/storedDashboards.ts';
import { parseTileLink } from '#dashboard/tileLink.ts';
import { getTileTitle } from '#dashboard/tileTitle.ts';
import { stripBasePath } from '#lib/basePath.ts';
import { focusInvalidAfter } from '#ui/browser/focus/focusAfter.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';

type Props = {
  /** Tile to edit. A new one by default. */
  tile?: Tile;
  onClose: () => void;
  onSave: (tile: Tile, title: string) => void;
};

const TEXT_MEMBERS = ['title', 'link', 'of', 'value', 'by', 'unit'] as const;

type TextMember = (typeof TEXT_MEMBERS)[number];

type Draft = Record<TextMember, string> & { show: TileShow; top: string; compare: TileComparison | '' };

export function TileDialog({ tile, onClose, onSave }: Props) {
  const [draft, setDraft] = useState(() => toDraft(tile));
  const [error, setError] = useState<{ member: string; problem: string }>();
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setError(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const limit = draft.show === 'number' ? tile?.limit : undefined;
    const next = { ...tile, ...toMembers(draft), limit } as Tile; // validated below
    const problem = findTileProblem(next);
    if (problem) return focusInvalidAfter(() => setError(problem), event.currentTarget);
    onSave(next, getTileTitle(next));
    onClose();
  };
  const renderText = (member: TextMember, label: string, hint?: string) => (
    <FormField label={label} hint={hint} {...(error?.member === member && { error: error.problem })}>
      <TextField
        size="form"
        value={draft[member]}
        data-autofocus={member === (tile ? 'title' : 'link') || undefined}
        onChange={({ currentTarget }) => change({ [member]: currentTarget.value })}
      />
    </FormField>
  );
  const parsed = parseTileLink(toTileLink(draft.link));
  const page = 'link' in parsed ? parsed.link.page : undefined;
  return (
    <Dialog title={tile ? 'Edit the tile' : 'Add a tile'} opened onClose={onClose}>
      <form className={shared['form']} onSubmit={submit} noValidate>
        {renderText('link', 'Link', 'The address of a page of this console, from the address bar.')}
        <FormField label="Show as">
          <Select size="form" options={TILE_SHOWS} value={draft.show} onValueChange={(show) => change({ show })} />
        </FormField>
        {draft.show === 'bars' && page !== 'datastore' && renderText('by', 'Count by', 'A field, such as productID.')}
        {page === 'datastore' &&
          draft.show !== 'rows' &&
          renderText('value', 'Value', 'A field of the result. Without one, documents are counted.')}
        {draft.show === 'number' || draft.show === 'chart' ? null : (
          <FormField
            label="Number shown"
            hint={`1 to ${TILE_TOP_MAX}.`}
            {...(error?.member === 'top' && { error: error.problem })}
          >
            <TextField
              size="form"
              inputMode="numeric"
              value={draft.top}
              onChange={({ currentTarget }) => change({ top: currentTarget.value })}
            />
          </FormField>
        )}
        {(draft.show === 'number' || draft.show === 'bars') &&
          renderText('of', 'Share of', 'A link whose number is the total. Optional.')}
        {draft.show === 'number' && (
          <>
            <FormField label="Compare with" {...(error?.member === 'compare' && { error: error.problem })}>
              <Select
                size="form"
                options={[
                  { value: '' as const, label: 'nothing' },
                  ...TILE_COMPARISONS.map((value) => ({ value, label: COMPARISON_LABELS[value] })),
                ]}
                value={draft.compare}
                onValueChange={(compare) => change({ compare })}
              />
            </FormField>
            {renderText('unit', 'Unit', 'Shown after the number, such as bar. Optional.')}
          </>
        )}
        {renderText(
          'title',
          'Title',
          `Without one: ${getTileTitle({ ...toMembers(draft), title: undefined } as Tile)}`,
        )}
        {error && !(error.member in draft) && <p role="alert">{error.problem}</p>}
        <div className={shared['row']}>
          <Button type="submit" variant="primary">
            {tile ? 'Save' : 'Add'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function toDraft(tile: Tile | undefined): Draft {
  const { show = 'number', top = TILE_TOP_DEFAULT, compare = '' } = tile ?? {};
  const texts = Object.fromEntries(TEXT_MEMBERS.map((member) => [member, tile?.[member] ?? '']));
  return { ...(texts as Record<TextMember, string>), show, top: String(top), compare }; // one text per member
}

/** Members of the tile that the form shows. Undefined where it has no entry, or where it does not apply. */
function toMembers({ show, top, compare, ...typed }: Draft): Partial<Tile> & { link: string; show: TileShow } {
  const texts = { ...typed, link: toTileLink(typed.link), of: toTileLink(typed.of) };
  const applies: Readonly<Record<TextMember, boolean>> = {
    title: true,
    link: true,
    of: show === 'number' || show === 'bars',
    value: show === 'number' || show === 'bars',
    by: show === 'bars',
    unit: show === 'number',
  };
  const entries = TEXT_MEMBERS.map(
    (member) => [member, (applies[member] && texts[member].trim()) || undefined] as const,
  );
  const counted = show === 'bars' || show === 'rows';
  return {
    ...Object.fromEntries(entries),
    link: texts.link,
    show,
    top: counted && Number(top) !== TILE_TOP_DEFAULT ? Number(top) : undefined,
    compare: show === 'number' && compare !== '' ? compare : undefined,
  };
}

/** Removes the origin and the base path from a pasted address of this console. Trims other texts. */
function toTileLink(text: string): string {
  const typed = text.trim();
  if (!typed.startsWith(`${location.origin}/`)) return typed;
  const { pathname, search, hash } = new URL(typed);
  return stripBasePath(pathname) + search + hash;
}

function findTileProblem(tile: Tile): { member: string; problem: string } | undefined {
  for (const member of ['link', 'of'] as const) {
    const parsed = tile[member] === undefined ? undefined : parseTileLink(tile[member]);
    if (parsed && 'damaged' in parsed)
      return { member, problem: `This link cannot be read. Unreadable: ${parsed.damaged.join(', ')}.` };
  }
  const result = parseDashboard(createDashboard('new', [tile]));
  if (!('error' in result)) return undefined;
  const [, member = '', rest] = /^tiles\[0\]\.?(\w*)(.*)$/.exec(result.error.location) ?? [];
  return { member, problem: rest ? `${member}${rest}: ${result.error.problem}` : result.error.problem };
}
