import { IconPlayerPause, IconPlayerPlay, IconStack2, IconX } from '@tabler/icons-react';
import { pluralize } from '#lib/formatNumber.ts';
import { type TrayItem, useTray } from '#session/workTray.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './WorkTray.module.css';

/** List in the side bar (`bar`), button that opens the list (`rail`), or either on a phone (`row`). */
export type TrayRoom = 'bar' | 'rail' | 'row';

/** Lists tasks on every page: progress, pause, cancel and result. */
export function WorkTray({ room }: { room: TrayRoom }) {
  const items = useTray();
  const [first] = items;
  if (!first) return null;
  const listed = room === 'bar' || (room === 'row' && items.length === 1);
  return (
    <section className={classes['tray']} data-room={room} aria-label="Work">
      {listed ? <Items items={items} /> : <Opener items={items} first={first} room={room} />}
    </section>
  );
}

function Items({ items }: { items: readonly TrayItem[] }) {
  return (
    <ul className={classes['items']}>
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Opener({ items, first, room }: { items: readonly TrayItem[]; first: TrayItem; room: TrayRoom }) {
  const lines = `${pluralize(items.length, 'line')} of work`;
  const said = items.length === 1 ? `${lines}: ${first.title}: ${first.text}` : lines;
  const working = items.filter(({ kind }) => kind === 'running');
  const read = summary(items, working);
  const shares = working.map(({ share }) => share).filter((share) => share !== undefined);
  const share = shares.length > 0 ? shares.reduce((sum, one) => sum + one, 0) / shares.length : undefined;
  return (
    <Popover
      label="Work"
      place={{ width: 300 }}
      opener={(control) => (
        <button
          {...control}
          type="button"
          className={`${classes['opener']} ${shared['choice']} ${shared['row']}`}
          aria-label={room === 'rail' ? said : read}
          data-tip={said}
          data-flawed={items.some(({ hasWarnings }) => hasWarnings) || undefined}
        >
          {working.length > 0 && <ProgressLine label="Work" done={share} />}
          <IconStack2 size={16} stroke={1.5} aria-hidden />
          {room === 'rail' ? <b>{items.length}</b> : <span className={shared['cut']}>{read}</span>}
        </button>
      )}
    >
      <Items items={items} />
    </Popover>
  );
}

function summary(items: readonly TrayItem[], working: readonly TrayItem[]): string {
  const [first] = working;
  const done = items.length - working.length;
  if (!first) return `${done} done`;
  const others = items.length - 1;
  return `${first.title}: ${first.text}${others > 0 ? `, and ${others} more` : ''}`;
}

function Item({ item }: { item: TrayItem }) {
  const { kind, title, text, share, paused, pausable, hasWarnings, actions } = item;
  const running = kind === 'running';
  return (
    <li className={classes['item']} data-flawed={hasWarnings || undefined}>
      <div className={`${classes['head']} ${shared['tight']}`}>
        <b className={shared['cut']} data-tip={title}>
          {title}
        </b>
        {running && pausable && (
          <IconButton
            size="row"
            Icon={paused ? IconPlayerPlay : IconPlayerPause}
            label={`${paused ? 'Go on with' : 'Pause'} ${title}`}
            tip={paused ? 'Go on' : 'Pause'}
            onClick={() => item.pause(!paused)}
          />
        )}
        {kind !== 'asking' && (
          <IconButton
            size="row"
            Icon={IconX}
            label={`${running ? 'Cancel' : 'Dismiss'} ${title}`}
            tip={running ? 'Cancel' : 'Dismiss'}
            onClick={running ? item.cancel : item.dismiss}
          />
        )}
      </div>
      <span className={classes['words']}>{text}</span>
      {actions.length > 0 && (
        <span className={`${classes['words']} ${shared['wrap']}`}>
          {actions.map(({ label, run }, at) => (
            // takes over the focus from the pressed button, which was unmounted
            <Button
              key={label}
              look="link"
              size="row"
              autoFocus={kind === 'asking' && at === 0}
              onClick={() => {
                run();
                item.dismiss();
              }}
            >
              {label}
            </Button>
          ))}
        </span>
      )}
      {running && (
        <span className={classes['line']}>
          <ProgressLine label={title} done={share ?? (paused ? 0 : undefined)} />
        </span>
      )}
    </li>
  );
}
