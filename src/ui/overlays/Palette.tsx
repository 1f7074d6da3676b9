import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { addBasePath } from '#lib/basePath.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { hasInvisibleOrPadding } from '#lib/invisible.ts';
import { findMatchRange } from '#lib/text/foldText.ts';
import { focusInputEnd } from '#ui/browser/focus/tabbable.ts';
import { useInertPage } from '#ui/browser/focus/useInertPage.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { MantineScope } from '#ui/theme/MantineScope.tsx';
import shared from '#ui/theme/shared.module.css';
import { KeyCaps } from '#ui/values/KeyCaps.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import overlay from './Overlay.module.css';
import classes from './Palette.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

export type PaletteRow = {
  key: string;
  icon: ReactNode;
  label: string;
  detail?: string;
  aside?: ReactNode;
  path?: string;
  run: () => void;
};

export type PaletteGroup = { title: string; note?: string; rows: readonly PaletteRow[] };

type Props = {
  texts: { label: string; placeholder: string; note: string };
  text: string;
  onTextChange: (text: string) => void;
  groups: readonly PaletteGroup[];
  onClose: () => void;
};

export function Palette({ texts, text, onTextChange, groups, onClose }: Props) {
  useCloseOnEscape(true, onClose);
  useInertPage(true);
  const id = useId();
  const shown = groups.filter((group) => group.rows.length > 0);
  const rows = shown.flatMap((group) => group.rows);
  const [active, setActive] = useActiveRow(rows);
  useAnnouncement(rows.length > 0 ? formatCountWithNoun(rows.length, 'result') : 'No results', 'palette', text.length);
  const run = (row: PaletteRow | undefined) => {
    onClose();
    row?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMove = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (event.nativeEvent.isComposing || !(isMove || event.key === 'Enter')) return;
    event.preventDefault();
    const row = rows[active];
    if (isMove) setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + rows.length) % Math.max(1, rows.length));
    else if (event.ctrlKey || event.metaKey) openInNewTab(row, onClose);
    else if (row) run(row);
  };
  return (
    <MantineScope>
      <Modal.Root
        opened
        onClose={onClose}
        size={640}
        yOffset={96}
        closeOnEscape={false}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        // the frame scrolls itself, and the scroll lock would write a style element
        lockScroll={false}
        classNames={{ inner: classes['inner'], content: `${classes['palette']} ${shared['raised']}` }}
      >
        <Modal.Overlay className={overlay['scrim'] ?? ''} />
        <Modal.Content aria-label={texts.label}>
          <div className={classes['ask']}>
            <IconSearch size={16} stroke={1.5} aria-hidden />
            <input
              className={classes['input']}
              ref={focusInputEnd}
              data-autofocus
              role="combobox"
              aria-label="Command"
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-expanded={rows.length > 0}
              aria-controls={id}
              aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
              autoComplete="off"
              placeholder={texts.placeholder}
              spellCheck={false}
              value={text}
              onChange={({ currentTarget }) => onTextChange(currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <KeyCaps keys="Esc" />
          </div>
          {rows.length > 0 ? (
            <PaletteResults id={id} groups={shown} query={text} active={active} onRun={run} />
          ) : (
            <p className={classes['none']}>No results</p>
          )}
          <p className={`${classes['hints']} ${shared['footer']} ${shared['small']}`}>
            <span>↑ ↓ choose</span>
            <span>↵ open</span>
            <span>Ctrl ↵ in a new tab</span>
            <span className={classes['note']}>{texts.note}</span>
          </p>
        </Modal.Content>
      </Modal.Root>
    </MantineScope>
  );
}

function useActiveRow(rows: readonly PaletteRow[]): [active: number, setActive: (active: number) => void] {
  const found = rows.map(({ key }) => key).join('\n');
  const [chosen, setChosen] = useState({ found, active: 0 });
  return [chosen.found === found ? chosen.active : 0, (active) => setChosen({ found, active })];
}

function openInNewTab(row: PaletteRow | undefined, onClose: () => void): void {
  if (row?.path === undefined) return;
  window.open(addBasePath(row.path), '_blank', 'noopener');
  onClose();
}

type PaletteResultsProps = {
  id: string;
  groups: readonly PaletteGroup[];
  query: string;
  active: number;
  onRun: (row: PaletteRow) => void;
};

/** List of results. The focus stays in the input, which refers to the active row by `aria-activedescendant`. */
function PaletteResults({ id, groups, query, active, onRun }: PaletteResultsProps) {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0));
  return (
    <div id={id} className={classes['found']} role="listbox" aria-label="Results">
      {groups.map(({ title, note, rows }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, not for options
        <div key={title} role="group" aria-label={title}>
          <div className={`${classes['title']} ${shared['heading']} ${shared['small']}`} aria-hidden>
            {title} <span>{note}</span>
          </div>
          {rows.map((row, at) => {
            const index = (starts[group] ?? 0) + at;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
              <div
                key={row.key}
                id={`${id}-${index}`}
                ref={index === active ? scrollRowIntoView : null}
                className={`${classes['row']} ${shared['option']}`}
                role="option"
                aria-selected={index === active}
                data-combobox-selected={index === active || undefined}
                // keeps the focus in the input
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onRun(row)}
              >
                <PaletteResultRow row={row} query={query} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function scrollRowIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

function PaletteResultRow({ row: { icon, label, detail, aside }, query }: { row: PaletteRow; query: string }) {
  return (
    <>
      <span className={classes['icon']}>{icon}</span>
      <span className={`${classes['label']} ${shared['truncated']}`}>
        <HighlightedMatch text={label} query={query} />
      </span>
      {detail !== undefined && (
        <code translate="no" className={`${classes['detail']} ${shared['truncated']}`}>
          <HighlightedMatch text={detail} query={query} />
        </code>
      )}
      <span className={classes['aside']}>{typeof aside === 'string' ? <PlainText text={aside} /> : aside}</span>
    </>
  );
}

function HighlightedMatch({ text, query }: { text: string; query: string }) {
  const part = findMatchRange(text, query.trim());
  // displaying invisible characters would shift the match
  if (!part || hasInvisibleOrPadding(text)) return <PlainText text={text} />;
  return (
    <bdi translate="no">
      {text.slice(0, part.from)}
      <mark>{text.slice(part.from, part.to)}</mark>
      {text.slice(part.to)}
    </bdi>
  );
}
