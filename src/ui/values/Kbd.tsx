import classes from './Kbd.module.css';

/** Key caps of space-separated keys. `seen` hides them from screen readers. */
export function Kbd({ keys, seen: decorative }: { keys: string; seen?: boolean }) {
  return (
    <span className={classes['keys']} aria-hidden={decorative}>
      {keys.split(' ').map((key, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
        <kbd key={position} className={classes['key']}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
