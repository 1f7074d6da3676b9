import { singleKeyShortcuts } from '#ui/browser/shortcuts.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { GUIDE_ACTION_LABEL, showGuide } from '#ui/controls/pageActions.ts';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { Kbd } from '#ui/values/Kbd.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import classes from './KeyboardShortcutsDialog.module.css';

const SHORTCUTS_BY_AREA: Record<string, Record<string, string>> = {
  'In the grid': {
    Move: '↑ ↓ ← →',
    'A screen': 'PgUp PgDn',
    'First, last column': 'Home End',
    'First row': 'Ctrl Home',
    'Last row': 'Ctrl End',
    'Open the device or document': '↵',
    Preview: 'P',
    'Select the row': 'Space',
    'Select from the last one': 'Shift Space',
    'Select all': 'Ctrl A',
    'Select none': 'Esc',
    'Copy the cell or rows': 'Ctrl C',
    'Menu of the cell or heading': 'Alt ↵',
  },
  'On a heading': {
    'Sort by it': '↵',
    'Sort by it too': 'Shift ↵',
    'Move its column': 'Shift ← →',
    'Resize its column': 'Shift Alt ← →',
    'Fit its column': 'Shift Alt ↵',
  },
  Devices: { Filter: 'F', 'Reconcile an inventory': 'I', 'Apply what a refresh changed': 'A' },
  Device: { 'Next device of the list': 'J', 'Previous device': 'K' },
  Datastore: {
    Run: 'Ctrl ↵',
    'Collection, or the search of its fields': '/',
    'Run, from Collection': '↵',
    'Cancel a run': 'Esc',
    Undo: 'Ctrl Z',
    Redo: 'Ctrl Shift Z',
    'Move a stage': 'Alt ↑ ↓',
    'Lift a stage by its handle': 'Space',
    'Width of the query, at its edge': '← →',
    'Its usual width': '↵',
  },
  'In the JSON': { Suggest: 'Ctrl Space', 'Take a suggestion': 'Tab', Fold: 'Ctrl Shift [' },
  'On a chart': {
    'Go through it': '← →',
    'A tenth of it': 'PgUp PgDn',
    'First, last point': 'Home End',
    'Brush a range': 'Shift ← →',
    'Take it back': 'Esc',
  },
  Everywhere: {
    'Go to': 'Ctrl K',
    Search: '/',
    'Next, previous pane': 'F6 Shift F6',
    'Close what is open': 'Esc',
    Keys: '?',
  },
};

export function KeyboardShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useSetting(singleKeyShortcuts);
  const openGuide = () => {
    onClose();
    showGuide();
  };
  return (
    <Dialog
      title="Keys"
      opened={opened}
      onClose={onClose}
      size={{ width: 860 }}
      frame={{
        aside: <Checkbox label="Single keys on" checked={on} onCheckedChange={setOn} />,
        footer: (
          <Button variant="link" onClick={openGuide}>
            {GUIDE_ACTION_LABEL}
          </Button>
        ),
      }}
    >
      <ScrollRegion className={classes['groups']} aria-label="Keys by place">
        {Object.entries(SHORTCUTS_BY_AREA).map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {Object.entries(keys).map(([what, caps]) => (
                <div key={what} className={`${classes['line']} ${shared['row']}`}>
                  <dt>{what}</dt>
                  <dd>
                    <Kbd keys={caps} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollRegion>
    </Dialog>
  );
}
