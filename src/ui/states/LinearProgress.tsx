import classes from './LinearProgress.module.css';

type Props = {
  label: string;
  /** 0 to 1; undefined if indeterminate. */
  value?: number | undefined;
};

/** Progress bar of 2 px over the top of its container; does not shift content. */
export function LinearProgress({ label, value }: Props) {
  return <progress className={classes['line']} aria-label={label} {...(value !== undefined && { value: value })} />;
}
