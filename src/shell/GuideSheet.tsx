import { GUIDES } from 'virtual:guides';
import { useState } from 'react';
import { COMPARE, CONNECTIONS, DATASTORE, DEVICES, OVERVIEW } from '#paths/addresses.ts';
import { Pick } from '#ui/controls/Pick.tsx';
import { GUIDE } from '#ui/controls/pageActions.ts';
import { Drawer } from '#ui/overlays/panel.tsx';
import { Keys } from '#ui/values/Keys.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import classes from './GuideSheet.module.css';

const GUIDE_AT: Readonly<Record<string, string>> = {
  [OVERVIEW]: 'overview',
  [DEVICES]: 'devices',
  [COMPARE]: 'compare',
  [DATASTORE]: 'datastore',
  [CONNECTIONS]: 'connections',
};

const TITLES = Object.entries(GUIDES).map(([value, { title }]) => ({ value, label: title }));

type Props = { opened: boolean; pathname: string; onClose: () => void };

/** Task-based help for the current page, with a select for the guides of other pages. */
export function GuideSheet({ opened, pathname, onClose }: Props) {
  const own = guideAt(pathname);
  const [chosen, choose] = useState(own);
  const [at, setAt] = useState(pathname);
  if (at !== pathname) {
    setAt(pathname);
    choose(own);
  }
  return (
    <Drawer
      title={GUIDE}
      opened={opened}
      onClose={onClose}
      place={{ width: 480 }}
      frame={{ aside: <Pick aria-label="Guide" options={TITLES} value={chosen} onPick={choose} /> }}
    >
      <ScrollRegion aria-label="Tasks">
        {GUIDES[chosen]?.tasks.map(({ task, text }) => (
          <section key={task} className={classes['task']} aria-label={task}>
            <h3>{task}</h3>
            <p>{partsOf(text)}</p>
          </section>
        ))}
      </ScrollRegion>
    </Drawer>
  );
}

function guideAt(pathname: string): string {
  const path = pathname.replace(/\/+$/, '').toLowerCase() || OVERVIEW;
  return GUIDE_AT[path] ?? (path.startsWith(`${DEVICES}/`) ? 'device' : 'keyboard');
}

/** Renders `**text**` as bold and backticks as keys or code. */
function partsOf(text: string) {
  return text.split(/(\*\*.+?\*\*|`.+?`)/).map((part) => {
    if (part.startsWith('**')) return <b key={part}>{part.slice(2, -2)}</b>;
    return part.startsWith('`') ? <Typed key={part} text={part.slice(1, -1)} /> : part;
  });
}

/** Renders key names as key caps, other text as code. */
function Typed({ text }: { text: string }) {
  return /^([A-Z?/↵↑↓←→]|Ctrl|Alt|Shift|Esc|Home|End|Space|PgUp|PgDn)( |$)/.test(text) ? (
    <Keys keys={text} />
  ) : (
    <code>{text}</code>
  );
}
