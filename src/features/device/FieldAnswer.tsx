import { ApiError } from '#api/apiError.ts';
import type { DeviceAnswer } from '#api/device.ts';
import { FieldValue } from '#fields/FieldValue.tsx';
import { formatBytes } from '#lib/bytes.ts';
import { formatClock } from '#lib/time.ts';
import { Problem } from '#ui/Problem.tsx';
import { Value } from '#ui/Value.tsx';
import classes from './FieldAnswer.module.css';

type Props = { path: string; answer: DeviceAnswer | undefined; error: Error | null };

/** What the service said about one field: its value, absent, null, rejected or failed, and how the answer came. */
export function FieldAnswer({ path, answer, error }: Props) {
  if (error) return <Problem title={failureTitle(path, error)} error={error} />;
  if (!answer) return null;
  const { device, fetchedAt, latency, bytes } = answer;
  const absent = !Object.hasOwn(device, path);
  const facts = `at ${formatClock(fetchedAt)} · ${Math.round(latency)} ms · ${formatBytes(bytes)}`;
  return (
    <div className={classes['answer']} aria-live="polite">
      <p className={classes['value']}>
        <span className={classes['name']}>{path}</span>
        {absent ? <span>absent from the answer</span> : <FieldValue field={path} value={device[path]} />}
        {typeof device[path] === 'number' && (
          <span className={classes['raw']}>
            <Value value={device[path]} />
          </span>
        )}
      </p>
      <p className={classes['facts']}>{facts}</p>
    </div>
  );
}

function failureTitle(path: string, error: Error): string {
  const rejected = error instanceof ApiError && (error.code === 'PATH-INVALID' || error.status === 400);
  return rejected ? `The service rejects the field “${path}”` : `The field “${path}” could not be fetched`;
}
