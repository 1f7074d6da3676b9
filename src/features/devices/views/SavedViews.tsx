import { IconBookmark, IconBookmarkFilled, IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useDevices, useDevicesSearch } from '#features/devices/DevicesPlace.tsx';
import { bothEndsOf } from '#lib/beginning.ts';
import { devicesPath } from '#paths/devices.ts';
import { savedViews } from '#paths/savedViews.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import classes from './SavedViews.module.css';

const ViewList = loaded(async () => (await import('#features/devices/tools.ts')).ViewList);

/** A longer name is cut to this many characters, which leave the count its room. */
const NAME_MAX = 40;

/** The saved view that is shown, and the others. */
export const SavedViews = memo(function SavedViews() {
  const { savedId, state } = useDevices();
  const { search } = useDevicesSearch();
  const [{ views }] = useSetting(savedViews(savedId));
  const link = devicesPath({ ...state, search, preview: '' });
  const current = views.find((view) => view.link === link);
  return (
    <Popover
      label="Saved views"
      place={{ width: 360 }}
      opener={(control) => (
        <Button
          {...control}
          className={classes['views']}
          look="plain"
          aria-label={`Saved views: ${current?.name ?? 'none'}`}
          icon={
            current ? (
              <IconBookmarkFilled className={classes['viewMark']} size={16} aria-hidden />
            ) : (
              <IconBookmark size={16} stroke={1.5} aria-hidden />
            )
          }
          end={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          <span className={classes['viewName']} data-spoken="phone" title={current?.name}>
            {bothEndsOf(current?.name ?? 'Views', NAME_MAX)}
          </span>
        </Button>
      )}
    >
      {(close) => <ViewList link={link} onOpened={close} />}
    </Popover>
  );
});
