import classes from './ProgressLine.module.css';

type Props = {
  /** What is under way, for a screen reader. */
  label: string;
  /** How much is done, 0 to 1; undefined where nobody knows. */
  done?: number | undefined;
};

/** Two pixels at the top of what is under way; what it lies over keeps its place. */
export function ProgressLine({ label, done }: Props) {
  return <progress className={classes['line']} aria-label={label} {...(done !== undefined && { value: done })} />;
}
