import { Combobox, type ComboboxStore, Modal, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { hrefOf } from '#lib/base.ts';
import { hidesSomething } from '#lib/invisible.ts';
import { partFound } from '#lib/text/foldText.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { Library } from '#ui/theme/Library.tsx';
import shared from '#ui/theme/shared.module.css';
import { Keys } from '#ui/values/Keys.tsx';
import { Marked } from '#ui/values/Marked.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import overlay from './Overlay.module.css';
import classes from './Palette.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Combobox.layer.css';

export type PaletteRow = {
  /** Names it among all rows. */
  key: string;
  icon: ReactNode;
  label: string;
  /** An identifier, in the column beside. */
  detail?: string;
  /** A number or a state at its end. */
  aside?: ReactNode;
  /** Where it leads, for a new tab. */
  path?: string;
  run: () => void;
};

export type PaletteGroup = { title: string; note?: string; rows: readonly PaletteRow[] };

type Props = {
  /** What it is called, what its input asks for, and what stands at the end of its last line. */
  words: { label: string; placeholder: string; note: string };
  text: string;
  onType: (text: string) => void;
  groups: readonly PaletteGroup[];
  onClose: () => void;
};

/** Everything that has a name, found by typing; the first answer is chosen already. */
export function Palette({ words, text, onType, groups, onClose }: Props) {
  const store = useCombobox({ opened: true });
  useEscape(true, onClose);
  const rows = groups.flatMap((group) => group.rows);
  const run = (key: string) => {
    const row = rows.find((one) => one.key === key);
    onClose();
    row?.run();
  };
  return (
    <Library>
      <Modal.Root
        opened
        onClose={onClose}
        size={640}
        yOffset={96}
        closeOnEscape={false}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        // the frame scrolls by itself, and the lock would write a style element
        lockScroll={false}
        classNames={{ inner: classes['inner'], content: `${classes['palette']} ${shared['raised']}` }}
      >
        <Modal.Overlay className={overlay['scrim'] ?? ''} />
        <Modal.Content
          aria-label={words.label}
          onKeyDownCapture={(event) => pressKey(event, rows[store.getSelectedOptionIndex()], onClose)}
        >
          <Combobox store={store} onOptionSubmit={run}>
            <Ask placeholder={words.placeholder} text={text} onType={onType} />
            <Found groups={groups} query={text} />
            <FirstChosen key={rows.map(({ key }) => key).join('\n')} store={store} />
          </Combobox>
          <p className={`${classes['hints']} ${shared['foot']} ${shared['small']}`}>
            <span>↑ ↓ choose</span>
            <span>↵ open</span>
            <span>Ctrl ↵ in a new tab</span>
            <span className={classes['note']}>{words.note}</span>
          </p>
        </Modal.Content>
      </Modal.Root>
    </Library>
  );
}

/** The keys that the list of answers, which stays open, would take for itself. */
function pressKey(event: KeyboardEvent, chosen: PaletteRow | undefined, onClose: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    onClose();
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || chosen?.path === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(hrefOf(chosen.path), '_blank', 'noopener');
  onClose();
}

function Ask({ placeholder, text, onType }: { placeholder: string } & Pick<Props, 'text' | 'onType'>) {
  return (
    <div className={classes['ask']}>
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <Combobox.EventsTarget withExpandedAttribute>
        <input
          className={classes['input']}
          ref={takeFocus}
          data-autofocus
          aria-label="Command"
          placeholder={placeholder}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Keys keys="Esc" />
    </div>
  );
}

/** The rows that were found, under the titles of their groups. */
function Found({ groups, query }: { groups: readonly PaletteGroup[]; query: string }) {
  return (
    <Combobox.Options className={classes['found']} aria-label="Found" tabIndex={0}>
      {groups.map(({ title, note, rows }) => (
        <Combobox.Group
          key={title}
          classNames={{ groupLabel: `${classes['title']} ${shared['heading']} ${shared['small']}` }}
          label={
            <>
              {title} <span>{note}</span>
            </>
          }
        >
          {rows.map((row) => (
            <Combobox.Option key={row.key} value={row.key} className={`${classes['row']} ${shared['option']}`}>
              <FoundRow row={row} query={query} />
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
      {groups.every(({ rows }) => rows.length === 0) && (
        <Combobox.Empty className={classes['none']}>Nothing has this name</Combobox.Empty>
      )}
    </Combobox.Options>
  );
}

function FoundRow({ row: { icon, label, detail, aside }, query }: { row: PaletteRow; query: string }) {
  return (
    <>
      <span className={classes['icon']}>{icon}</span>
      <span className={`${classes['label']} ${shared['cut']}`}>
        <Searched text={label} query={query} />
      </span>
      {detail !== undefined && (
        <code className={`${classes['detail']} ${shared['cut']}`}>
          <Searched text={detail} query={query} />
        </code>
      )}
      <span className={classes['aside']}>{typeof aside === 'string' ? <PlainText text={aside} /> : aside}</span>
    </>
  );
}

/** Chooses the first row as it appears. It stands behind the rows, so that they are there before it looks. */
function FirstChosen({ store }: { store: ComboboxStore }) {
  const choose = useEffectEvent(() => {
    store.selectFirstOption();
    store.updateSelectedOptionIndex('selected', { scrollIntoView: true });
  });
  // which row is chosen is the document's
  useEffect(() => choose(), []);
  return null;
}

/** At once and at its end: whoever types is already at the next letter. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(input.value.length, input.value.length);
}

/** A text with the part that was typed marked in it. */
function Searched({ text, query }: { text: string; query: string }) {
  const part = partFound(text, query.trim());
  // what it hides is more than what was typed
  if (!part || hidesSomething(text)) return <PlainText text={text} />;
  return (
    <bdi>
      <Marked text={text} {...part} />
    </bdi>
  );
}
