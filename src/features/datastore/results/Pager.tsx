import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { DatastoreState } from '#paths/datastore.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './Results.module.css';

type Props = {
  state: DatastoreState;
  /** Documents that are shown, and the last page that is among them. */
  rows: number;
  until: number;
  /** Documents on a full page, where it is known. */
  size: number | undefined;
  total: number | undefined;
  more: 'yes' | 'no' | 'unknown';
  onShow: (change: Partial<DatastoreState>) => void;
};

/** Previous and next, without a total where the service gives none; next is never an empty page. */
export function Pager({ state: { page }, rows, until, size, total, more, onShow }: Props) {
  const first = page === 1 ? 1 : size === undefined ? undefined : (page - 1) * size + 1;
  return (
    <nav className={classes['pager']} aria-label="Pages of documents">
      <IconButton label="Previous page" disabled={page === 1} onClick={() => onShow({ page: page - 1 })}>
        <IconChevronLeft size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <p role="status">
        {first === undefined ? (
          <>
            page <b>{page}</b>
          </>
        ) : (
          <>
            <span data-spoken="phone">rows </span>
            <b>{rows === 0 ? 'none' : `${first.toLocaleString('en')}–${(first + rows - 1).toLocaleString('en')}`}</b>
          </>
        )}
        {total !== undefined && ` of ${total.toLocaleString('en')}`}
        {more === 'yes' && total === undefined && <span className={classes['further']}>, more</span>}
        {more === 'no' && ', the end'}
      </p>
      <IconButton label="Next page" disabled={more !== 'yes'} onClick={() => onShow({ page: until + 1 })}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <Jump page={page} onJump={(to) => onShow({ page: to })} />
    </nav>
  );
}

function Jump({ page, onJump }: { page: number; onJump: (page: number) => void }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const wanted = /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === undefined) return;
    setOpened(false);
    onJump(wanted);
  };
  return (
    <Popover
      label="Go to a page"
      opened={opened}
      onToggle={(next) => {
        setText(String(page));
        setOpened(next);
      }}
      opener={(control) => (
        <Button {...control} look="plain" aria-label="Go to a page" data-jump>
          page {page.toLocaleString('en')}
        </Button>
      )}
    >
      <form className={classes['bar']} onSubmit={submit}>
        <TextField
          className={classes['jump']}
          aria-label="Page number"
          aria-invalid={wanted === undefined || undefined}
          inputMode="numeric"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" disabled={wanted === undefined}>
          Go
        </Button>
      </form>
    </Popover>
  );
}
