import classes from './LinearProgress.module.css';

type Props = {
  label: string;
  /** Progress from 0 to 1. Undefined if unknown. */
  value?: number | undefined;
};

export function LinearProgress({ label, value }: Props) {
  return <progress className={classes['line']} aria-label={label} {...(value !== undefined && { value: value })} />;
}
