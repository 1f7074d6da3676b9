import { formatBytes } from '#lib/bytes.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressLine } from '#ui/ProgressLine.tsx';
import classes from './Export.module.css';
import { type DeviceExport, useExportState } from './useDeviceExport.ts';

/** An export at work, and then what it wrote. */
export function ExportProgress({ work }: { work: DeviceExport }) {
  const { cancel, dismiss } = work;
  const state = useExportState(work);
  if (state.kind === 'idle') return null;
  if (state.kind === 'running') {
    return (
      <section className={classes['line']} aria-label="Export at work">
        <ProgressLine label="Exporting devices" done={state.of === 0 ? 1 : state.rows / state.of} />
        <span>{`Exporting: ${formatCount(state.rows)} of ${formatCount(state.of)} rows, ${formatBytes(state.characters)}`}</span>
        <Button aria-label="Cancel the export" onClick={cancel}>
          Cancel
        </Button>
      </section>
    );
  }
  return (
    <section className={classes['line']} aria-label="Export at work">
      <span role={state.kind === 'failed' ? 'alert' : 'status'}>
        {state.kind === 'failed'
          ? `The file could not be written: ${state.message}`
          : `Exported ${formatCount(state.rows)} ${state.rows === 1 ? 'row' : 'rows'} to ${state.name}, ${formatBytes(state.characters)}`}
      </span>
      <Button look="plain" aria-label="Dismiss the export" onClick={dismiss}>
        Dismiss
      </Button>
    </section>
  );
}
