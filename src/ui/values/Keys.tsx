import classes from './Keys.module.css';

/** Keys to press, apart by spaces, each as the cap it stands on. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes['keys']}>
      {keys.split(' ').map((key, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
        <kbd key={position} className={classes['key']}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
