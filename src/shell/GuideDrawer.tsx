import { GUIDES } from 'virtual:guides';
import { useState } from 'react';
import { GUIDE_ACTION_LABEL } from '#ui/controls/pageActionRegistry.ts';
import { Select } from '#ui/controls/Select.tsx';
import { Drawer } from '#ui/overlays/lazyOverlay.tsx';
import { KeyCaps } from '#ui/values/KeyCaps.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import {
  COMPARE_PATH,
  CONNECTIONS_PATH,
  DASHBOARDS_PATH,
  DATASTORE_PATH,
  DEVICES_PATH,
  OVERVIEW_PATH,
} from '#urls/routePaths.ts';
import classes from './GuideDrawer.module.css';

const GUIDE_BY_PATH: Readonly<Record<string, string>> = {
  [OVERVIEW_PATH]: 'overview',
  [DASHBOARDS_PATH]: 'dashboard',
  [DEVICES_PATH]: 'devices',
  [COMPARE_PATH]: 'compare',
  [DATASTORE_PATH]: 'datastore',
  [CONNECTIONS_PATH]: 'connections',
};

const GUIDE_OPTIONS = Object.entries(GUIDES).map(([value, { title }]) => ({ value, label: title }));

export function GuideDrawer({ opened, pathname, onClose }: { opened: boolean; pathname: string; onClose: () => void }) {
  const [choice, setChoice] = useState<{ pathname: string; guide: string }>();
  const guide = choice?.pathname === pathname ? choice.guide : getGuideForPath(pathname);
  const choose = (next: string) => setChoice({ pathname, guide: next });
  return (
    <Drawer
      title={GUIDE_ACTION_LABEL}
      opened={opened}
      onClose={onClose}
      placement={{ width: 480 }}
      frame={{ aside: <Select aria-label="Guide" options={GUIDE_OPTIONS} value={guide} onValueChange={choose} /> }}
    >
      <ScrollRegion aria-label="Topics">
        {GUIDES[guide]?.tasks.map(({ task, text }) => (
          <section key={task} className={classes['task']} aria-label={task}>
            <h3>{task}</h3>
            <p>{renderMarkup(text)}</p>
          </section>
        ))}
      </ScrollRegion>
    </Drawer>
  );
}

function getGuideForPath(pathname: string): string {
  const path = pathname.replace(/\/+$/, '').toLowerCase() || OVERVIEW_PATH;
  return GUIDE_BY_PATH[path] ?? (path.startsWith(`${DEVICES_PATH}/`) ? 'device' : 'keyboard');
}

/** Renders `**text**` as bold and text in backticks as keys or code. */
function renderMarkup(text: string) {
  return text.split(/(\*\*.+?\*\*|`.+?`)/).map((part) => {
    if (part.startsWith('**')) return <b key={part}>{part.slice(2, -2)}</b>;
    return part.startsWith('`') ? <KeysOrCode key={part} text={part.slice(1, -1)} /> : part;
  });
}

function KeysOrCode({ text }: { text: string }) {
  return /^([A-Z?/↵↑↓←→]|Ctrl|Alt|Shift|Esc|Home|End|Space|PgUp|PgDn)( |$)/.test(text) ? (
    <KeyCaps keys={text} />
  ) : (
    <code translate="no">{text}</code>
  );
}
