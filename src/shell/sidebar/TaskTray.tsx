import { IconPlayerPause, IconPlayerPlay, IconStack2, IconX } from '@tabler/icons-react';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { type TaskTrayItem, useTaskTrayItems } from '#session/taskTray.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './TaskTray.module.css';

/** `bar`: list in the sidebar. `rail`: button that opens the list. `row`: either of these, on a phone. */
export type TaskTrayLayout = 'bar' | 'rail' | 'row';

export function TaskTray({ layout }: { layout: TaskTrayLayout }) {
  const items = useTaskTrayItems();
  const [first] = items;
  if (!first) return null;
  const listed = layout === 'bar' || (layout === 'row' && items.length === 1);
  return (
    <section className={classes['tray']} data-room={layout} aria-label="Background tasks">
      {listed ? <TaskList items={items} /> : <TaskTrayPopover items={items} first={first} layout={layout} />}
    </section>
  );
}

function TaskList({ items }: { items: readonly TaskTrayItem[] }) {
  return (
    <ul className={classes['items']}>
      {items.map((item) => (
        <TaskItem key={item.id} item={item} />
      ))}
    </ul>
  );
}

function TaskTrayPopover({
  items,
  first,
  layout,
}: {
  items: readonly TaskTrayItem[];
  first: TaskTrayItem;
  layout: TaskTrayLayout;
}) {
  const lines = `${formatCountWithNoun(items.length, 'background task')}`;
  const said = items.length === 1 ? `${lines}: ${first.title}: ${first.text}` : lines;
  const working = items.filter(({ kind }) => kind === 'running');
  const read = summarizeTasks(items, working);
  const shares = working.map(({ share }) => share).filter((share) => share !== undefined);
  const share = shares.length > 0 ? shares.reduce((sum, one) => sum + one, 0) / shares.length : undefined;
  return (
    <Popover
      label="Background tasks"
      placement={{ width: 300 }}
      renderTrigger={(control) => (
        <button
          {...control}
          type="button"
          className={`${classes['trigger']} ${shared['listButton']} ${shared['row']}`}
          aria-label={layout === 'rail' ? said : read}
          data-tip={said}
          data-flawed={items.some(({ hasWarnings }) => hasWarnings) || undefined}
        >
          {working.length > 0 && <LinearProgress label="Background tasks" value={share} />}
          <IconStack2 size={16} stroke={1.5} aria-hidden />
          {layout === 'rail' ? <b>{items.length}</b> : <span className={shared['truncated']}>{read}</span>}
        </button>
      )}
    >
      <TaskList items={items} />
    </Popover>
  );
}

function summarizeTasks(items: readonly TaskTrayItem[], working: readonly TaskTrayItem[]): string {
  const [first] = working;
  const done = items.length - working.length;
  if (!first) return `${done} done`;
  const others = items.length - 1;
  return `${first.title}: ${first.text}${others > 0 ? `, and ${others} more` : ''}`;
}

function TaskItem({ item }: { item: TaskTrayItem }) {
  const { kind, title, text, share, paused, pausable, hasWarnings, actions } = item;
  const running = kind === 'running';
  return (
    <li className={classes['item']} data-flawed={hasWarnings || undefined}>
      <div className={`${classes['head']} ${shared['denseRow']}`}>
        <b className={shared['truncated']} data-tip={title}>
          {title}
        </b>
        {running && pausable && (
          <IconButton
            size="row"
            Icon={paused ? IconPlayerPlay : IconPlayerPause}
            label={`${paused ? 'Resume' : 'Pause'} ${title}`}
            tooltip={paused ? 'Resume' : 'Pause'}
            onClick={() => item.pause(!paused)}
          />
        )}
        {kind !== 'asking' && (
          <IconButton
            size="row"
            Icon={IconX}
            label={`${running ? 'Cancel' : 'Dismiss'} ${title}`}
            tooltip={running ? 'Cancel' : 'Dismiss'}
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
              variant="link"
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
          <LinearProgress label={title} value={share ?? (paused ? 0 : undefined)} />
        </span>
      )}
    </li>
  );
}
