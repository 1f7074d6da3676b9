import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { formatBytes } from '#lib/bytes.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import classes from './Export.module.css';
import { useExportState } from './useDeviceExport.ts';

/** An export at work, and then what it wrote. */
export function ExportNotice() {
  const { exporting } = useDevices();
  const { cancel, dismiss } = exporting;
  const state = useExportState(exporting);
  if (state.kind === 'idle') return null;
  if (state.kind === 'running') {
    return (
      <section className={classes['line']} aria-label="Export at work">
        <ProgressLine label="Exporting devices" done={state.of === 0 ? 1 : state.rows / state.of} />
        <span>{`Exporting: ${formatCount(state.rows)} of ${formatCount(state.of)} rows, ${formatBytes(state.bytes)}`}</span>
        <Button aria-label="Cancel the export" onClick={cancel}>
          Cancel
        </Button>
      </section>
    );
  }
  if (state.kind === 'cancelled') {
    const { rows, of, bytes, decide } = state;
    const words = counted(rows, 'row');
    return (
      <section className={classes['line']} aria-label="Export at work">
        <span role="status">{`Cancelled after ${words} of ${formatCount(of)}, ${formatBytes(bytes)}.`}</span>
        {/* the button that was pressed is gone */}
        <Button autoFocus onClick={() => decide(true)}>
          {`Keep ${words}`}
        </Button>
        <Button look="plain" onClick={() => decide(false)}>
          Keep nothing
        </Button>
      </section>
    );
  }
  return (
    <section className={classes['line']} aria-label="Export at work">
      <span role={state.kind === 'failed' ? 'alert' : 'status'}>
        {state.kind === 'failed'
          ? `The file could not be written: ${state.message}`
          : `Exported ${counted(state.rows, 'row')} to ${state.name}, ${formatBytes(state.bytes)}`}
      </span>
      <Button look="plain" aria-label="Dismiss the export" onClick={dismiss}>
        Dismiss
      </Button>
    </section>
  );
}
