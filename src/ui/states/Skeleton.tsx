import classes from './Skeleton.module.css';

/** Placeholder rows, shown after 200 ms. Heights are in px. */
export function Skeleton({ label, rows = 1, rowHeight = 20 }: { label: string; rows?: number; rowHeight?: number }) {
  return (
    <div className={classes['waiting']} role="progressbar" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // rows are identical
        <div key={`row ${String(row)}`} className={classes['row']} style={{ height: rowHeight }} />
      ))}
    </div>
  );
}
