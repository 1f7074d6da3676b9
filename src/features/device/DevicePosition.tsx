import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '#lib/counts.ts';
import { useLetterKeys } from '#ui/browser/letterKeys.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import classes from './DevicePage.module.css';
import { useDevice } from './DevicePlace.tsx';

/** Where the device stands in the list it was opened from, and the way to those beside it; J and K go there too. */
export function DevicePosition() {
  const { place, count, hasPrevious, hasNext, previous, next, focus } = useDevice().neighbours;
  useLetterKeys({ j: () => next(), k: () => previous() });
  if (place < 0) return null;
  return (
    <nav className={classes['position']} aria-label="Devices of the list">
      <span>{`${formatCount(place + 1)} of ${formatCount(count)}`}</span>
      <IconButton
        label="Previous device"
        keys="K"
        disabled={!hasPrevious}
        // the page is another one after each step: the button that was pressed has the focus again
        autoFocus={focus === 'previous'}
        onClick={() => previous(true)}
      >
        <IconChevronLeft size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton
        label="Next device"
        keys="J"
        disabled={!hasNext}
        autoFocus={focus === 'next'}
        onClick={() => next(true)}
      >
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </nav>
  );
}
