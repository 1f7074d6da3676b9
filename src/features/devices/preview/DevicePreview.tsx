import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { CONNECTIVITY_FIELD, FIELDS_FROM_DOCUMENTS } from '#contract/device.ts';
import { useDeviceList } from '#features/devices/DevicesProvider.tsx';
import { RecordFields } from '#fields/RecordFields.tsx';
import { truncate } from '#lib/truncate.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import classes from './DevicePreview.module.css';

const TITLE_LENGTH_MAX = 200;

export function DevicePreview({ row }: { row: number }) {
  const { view, preview } = useDeviceList();
  const device = view.fleet.getRecord(row);
  const hidden = useMemo(() => view.settled && view.findRowPosition(row) < 0, [view, row]);
  useAnnouncement(hidden ? 'The previewed device is not in the rows shown' : '', 'preview');
  const { name, deviceID } = device;
  // computed fields; a field of that name in the record takes precedence
  const known = FIELDS_FROM_DOCUMENTS.map((field) => [field, view.getJoinedValue(field, row)] as const);
  const shown = {
    [CONNECTIVITY_FIELD]: view.getJoinedValue(CONNECTIVITY_FIELD, row) ?? '',
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    ...device,
  };
  const id = typeof deviceID === 'string' ? deviceID : '';
  const title = truncate(typeof name === 'string' && name !== '' ? name : id, TITLE_LENGTH_MAX);
  return (
    <aside className={classes['preview']} aria-label="Preview" data-pane>
      <header className={`${classes['header']} ${shared['header']}`}>
        <h2 className={shared['truncated']}>
          <PlainText text={title} />
        </h2>
        {id && <Link to={buildDeviceUrl(id)}>Open</Link>}
        <IconButton Icon={IconX} label="Close the preview" shortcut="P" onClick={preview.close} />
      </header>
      <ScrollRegion className={`${classes['record']} ${shared['scroll']}`} aria-label="Device record">
        <RecordFields device={shown} />
      </ScrollRegion>
      <p className={`${classes['hidden']} ${shared['small']}`}>{hidden && 'Not in the rows shown'}</p>
    </aside>
  );
}
