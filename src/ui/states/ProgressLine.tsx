import classes from './ProgressLine.module.css';

type Props = {
  label: string;
  /** 0 to 1; undefined if indeterminate. */
  done?: number | undefined;
};

/** Progress bar of 2 px over the top of its container; does not shift content. */
export function ProgressLine({ label, done }: Props) {
  return <progress className={classes['line']} aria-label={label} {...(done !== undefined && { value: done })} />;
}
