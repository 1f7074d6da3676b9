import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { formatFieldPath } from '#pipeline/documents/fieldPath.ts';
import { findObservedField, toTimeMs } from '#pipeline/documents/observedFields.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { useReturnFocus } from '#ui/browser/useReturnFocus.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import shared from '#ui/theme/shared.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import { JsonViewer } from '#ui/viewers/JsonViewer.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import classes from './DocumentDrawer.module.css';
import { useResults } from './ResultsProvider.tsx';

type Props = { row: number; onRowChange: (row: number) => void; onClose: () => void };

const VIEW_OPTIONS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

/** Document beside the table, as fields or as JSON. The focus stays in the table; F6 moves between the panes. */
export function DocumentDrawer({ row, onRowChange, onClose }: Props) {
  const { sorted, filterByValue } = useResults();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const document = sorted[row] ?? {};
  const { documentID } = document;
  const name = typeof documentID === 'string' ? documentID : `Document ${row + 1}`;
  const title = typeof documentID === 'string' ? `Document ${documentID}` : name;
  const root = useRef<HTMLElement>(null);
  useCloseOnEscape(true, onClose);
  useReturnFocus(root, true);
  useAnnouncement(`${title} opened`, 'document');
  const actions = (
    <span className={`${classes['aside']} ${shared['denseRow']} ${shared['hint']}`}>
      <CopyButton text={stringifyJson(document, 2)} label="Copy the document" />
      {formatCount(row + 1)} of {formatCount(sorted.length)}
      <IconButton
        Icon={IconChevronLeft}
        label="Previous document"
        disabled={row === 0}
        onClick={() => onRowChange(row - 1)}
      />
      <IconButton
        Icon={IconChevronRight}
        label="Next document"
        disabled={row === sorted.length - 1}
        onClick={() => onRowChange(row + 1)}
      />
    </span>
  );
  return (
    <aside ref={root} className={classes['drawer']} aria-label={toVisibleText(title)} data-pane>
      <header className={`${classes['header']} ${shared['header']}`}>
        <h2 className={shared['truncated']}>
          <code translate="no">
            <PlainText text={name} />
          </code>
        </h2>
        {actions}
        <IconButton Icon={IconX} label="Close" shortcut="Esc" onClick={onClose} />
      </header>
      <div className={`${classes['body']} ${shared['scroll']}`}>
        <SegmentedControl label="View document as" options={VIEW_OPTIONS} value={view} onValueChange={setView} />
        {view === 'json' ? (
          <JsonViewer value={document} label={`document ${row + 1}`} />
        ) : (
          <dl className={`${classes['fields']} ${shared['subgrid']}`}>
            {Object.entries(document).map(([field, value]) => (
              <div key={field}>
                <dt>
                  <PlainText text={formatFieldPath([field])} />
                </dt>
                <dd>
                  <DocumentFieldValue field={field} value={value} />
                </dd>
                <dd>
                  <Button
                    variant="link"
                    size="row"
                    aria-label={`Only this ${formatFieldPath([field])}`}
                    onClick={() => filterByValue([field], value, false)}
                  >
                    only this
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </aside>
  );
}

function DocumentFieldValue({ field, value }: { field: string; value: unknown }) {
  const { observedFields } = useDatastore();
  const unit = findObservedField(observedFields, [field])?.time;
  const time = unit && unit !== 'iso' ? toTimeMs(value, unit) : undefined;
  if (time !== undefined) return <Timestamp value={time} />;
  if (field !== 'deviceID' || typeof value !== 'string' || value === '') return <JsonValue value={value} />;
  return (
    <Link to={buildDeviceUrl(value)}>
      <JsonValue value={value} />
    </Link>
  );
}
