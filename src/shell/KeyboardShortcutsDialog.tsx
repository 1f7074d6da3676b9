import { useService } from '#services/ServicesProvider.tsx';
import { singleKeyShortcutsSetting } from '#ui/browser/shortcuts.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { createPageActionRegistry, GUIDE_ACTION_LABEL } from '#ui/controls/pageActionRegistry.ts';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { KeyCaps } from '#ui/values/KeyCaps.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import classes from './KeyboardShortcutsDialog.module.css';

const SHORTCUTS_BY_AREA: Record<string, Record<string, string>> = {
  'In the grid': {
    Move: '↑ ↓ ← →',
    'Scroll one screen': 'PgUp PgDn',
    'First, last column': 'Home End',
    'First row': 'Ctrl Home',
    'Last row': 'Ctrl End',
    'Open the device or document': '↵',
    Preview: 'P',
    'Select the row': 'Space',
    'Extend the selection': 'Shift Space',
    'Select all': 'Ctrl A',
    'Clear the selection': 'Esc',
    'Copy the cell or rows': 'Ctrl C',
    'Open the menu of the cell or heading': 'Alt ↵',
  },
  'On a heading': {
    'Sort by this column': '↵',
    'Add this column to the sort': 'Shift ↵',
    'Move this column': 'Shift ← →',
    'Resize this column': 'Shift Alt ← →',
    'Fit this column to its content': 'Shift Alt ↵',
  },
  Devices: { Filter: 'F', 'Reconcile an inventory': 'I', 'Apply changes from a refresh': 'A' },
  Device: { 'Next device in the list': 'J', 'Previous device': 'K' },
  Datastore: {
    Run: 'Ctrl ↵',
    'Go to the collection or field search': '/',
    'Run from the collection field': '↵',
    'Cancel a run': 'Esc',
    Undo: 'Ctrl Z',
    Redo: 'Ctrl Shift Z',
    'Move a stage': 'Alt ↑ ↓',
    'Pick up a stage by its handle': 'Space',
    'Resize the query pane by its edge': '← →',
    'Reset the query pane width': '↵',
  },
  'In the JSON editor': { Suggest: 'Ctrl Space', 'Accept a suggestion': 'Tab', Fold: 'Ctrl Shift [' },
  'On a chart': {
    'Move between points': '← →',
    'Move by a tenth': 'PgUp PgDn',
    'First, last point': 'Home End',
    'Select a range': 'Shift ← →',
    'Clear the range': 'Esc',
  },
  Dashboard: { Undo: 'Ctrl Z', Redo: 'Ctrl Shift Z', 'Pick up a tile by its handle': 'Space' },
  Everywhere: {
    'Go to': 'Ctrl K',
    'Overview, Dashboard': 'G O G B',
    'Devices, Datastore': 'G D G S',
    Search: '/',
    'Next, previous pane': 'F6 Shift F6',
    'Close the open dialog, menu or panel': 'Esc',
    Keys: '?',
  },
};

export function KeyboardShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const pageActions = useService(createPageActionRegistry);
  const [on, setOn] = useSetting(singleKeyShortcutsSetting);
  const openGuide = () => {
    onClose();
    pageActions.showGuide();
  };
  return (
    <Dialog
      title="Keyboard shortcuts"
      opened={opened}
      onClose={onClose}
      size={{ width: 860 }}
      frame={{
        aside: <Checkbox label="Single-key shortcuts" checked={on} onCheckedChange={setOn} />,
        footer: (
          <Button variant="link" onClick={openGuide}>
            {GUIDE_ACTION_LABEL}
          </Button>
        ),
      }}
    >
      <ScrollRegion className={classes['groups']} aria-label="Shortcuts by area">
        {Object.entries(SHORTCUTS_BY_AREA).map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {Object.entries(keys).map(([what, caps]) => (
                <div key={what} className={`${classes['line']} ${shared['row']}`}>
                  <dt>{what}</dt>
                  <dd>
                    <KeyCaps keys={caps} />
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
