import classes from './Connectivity.module.css';

/** Online, offline or unknown: a word beside a shape. */
export function drawConnectivity(value: unknown) {
  const word = String(value);
  return (
    <span className={classes['connectivity']} data-word={word}>
      {word}
    </span>
  );
}
