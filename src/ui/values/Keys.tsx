import classes from './Keys.module.css';

/** Keys to press, apart by spaces, each as the cap it stands on. What they stand in is not named by what is only seen. */
export function Keys({ keys, seen }: { keys: string; seen?: boolean }) {
  return (
    <span className={classes['keys']} aria-hidden={seen}>
      {keys.split(' ').map((key, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
        <kbd key={position} className={classes['key']}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
