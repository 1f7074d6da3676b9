import classes from './KeyCaps.module.css';

/** Key caps of space-separated keys. `decorative` hides them from screen readers. */
export function KeyCaps({ keys, decorative }: { keys: string; decorative?: boolean }) {
  return (
    <span className={classes['keys']} aria-hidden={decorative} translate="no">
      {keys.split(' ').map((key, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
        <kbd key={position} className={classes['key']}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
