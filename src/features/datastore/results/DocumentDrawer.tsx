import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { devicePath } from '#paths/device.ts';
import { fieldLabel } from '#pipeline/documents/fieldPath.ts';
import { seenAt, timeOf } from '#pipeline/documents/fieldsSeen.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Time } from '#ui/values/Time.tsx';
import { Value } from '#ui/values/Value.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import classes from './DocumentDrawer.module.css';
import { useResults } from './ResultsPlace.tsx';

type Props = {
  row: number;
  onRow: (row: number) => void;
  onClose: () => void;
};

const VIEWS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

/** A document beside the table, as fields or as its JSON. The focus stays in the table; F6 moves between the panes. */
export function DocumentDrawer({ row, onRow, onClose }: Props) {
  const { rows, only } = useResults();
  const { documents } = rows;
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const document = documents[row] ?? {};
  const { documentID } = document;
  const name = typeof documentID === 'string' ? documentID : `Document ${row + 1}`;
  const title = typeof documentID === 'string' ? `Document ${documentID}` : name;
  const root = useRef<HTMLElement>(null);
  useEscape(true, onClose);
  useFocusBack(root, true);
  useAnnouncement(`${title} opened`, 'document');
  const aside = (
    <span className={`${classes['aside']} ${shared['tight']} ${shared['hint']}`}>
      <CopyButton text={stringifyJson(document, 2)} label="Copy the document" />
      {formatCount(row + 1)} of {formatCount(documents.length)}
      <IconButton
        Icon={IconChevronLeft}
        label="Previous document"
        disabled={row === 0}
        onClick={() => onRow(row - 1)}
      />
      <IconButton
        Icon={IconChevronRight}
        label="Next document"
        disabled={row === documents.length - 1}
        onClick={() => onRow(row + 1)}
      />
    </span>
  );
  return (
    <aside ref={root} className={classes['drawer']} aria-label={toPlainText(title)} data-pane>
      <header className={`${classes['header']} ${shared['head']}`}>
        <h2 className={shared['cut']}>
          <code>
            <PlainText text={name} />
          </code>
        </h2>
        {aside}
        <IconButton Icon={IconX} label="Close" keys="Esc" onClick={onClose} />
      </header>
      <div className={`${classes['body']} ${shared['scroll']}`}>
        <Segmented label="Show the document as" options={VIEWS} value={view} onPick={setView} />
        {view === 'json' ? (
          <JsonView value={document} label={`document ${row + 1}`} />
        ) : (
          <dl className={`${classes['fields']} ${shared['lines']}`}>
            {Object.entries(document).map(([field, value]) => (
              <div key={field}>
                <dt>
                  <PlainText text={fieldLabel([field])} />
                </dt>
                <dd>
                  <FieldValue field={field} value={value} />
                </dd>
                <dd>
                  <Button
                    look="link"
                    size="row"
                    aria-label={`Only this ${fieldLabel([field])}`}
                    onClick={() => only([field], value, false)}
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

function FieldValue({ field, value }: { field: string; value: unknown }) {
  const { seen } = useDatastore();
  const unit = seenAt(seen, [field])?.time;
  const time = unit && unit !== 'iso' ? timeOf(value, unit) : undefined;
  if (time !== undefined) return <Time value={time} />;
  if (field !== 'deviceID' || typeof value !== 'string' || value === '') return <Value value={value} />;
  return (
    <Link to={devicePath(value)}>
      <Value value={value} />
    </Link>
  );
}
