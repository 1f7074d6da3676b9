import { useState } from 'react';
import { useDevice } from '#features/device/DevicePlace.tsx';
import { formatCsvLine } from '#lib/csv.ts';
import { createFileWriter } from '#lib/fileWriter.ts';
import { toPlainText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { formatClock, formatElapsed, formatIso } from '#lib/time/time.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { loaded } from '#ui/states/loaded.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { type Change, type FieldWatch, outcomeWords, type Sample, WATCH_SECONDS } from './fieldWatch.ts';
import classes from './WatchLog.module.css';

const WatchChart = loaded(async () => (await import('./WatchChart.tsx')).WatchChart);

const LISTED = 20;

export function WatchLog({ watch, path }: { watch: FieldWatch; path: string }) {
  const { deviceID } = useDevice();
  const [all, setAll] = useState(false);
  const { running, samples, changes, changed, answers } = watch;
  const [first, last] = [samples[0], samples.at(-1)];
  const span = first && last ? ` for ${formatElapsed(last.at - first.at)}` : '';
  return (
    <section className={classes['watch']} aria-label={`Watching ${toPlainText(path)}`}>
      <div className={`${classes['header']} ${shared['wrap']}`}>
        <h3>{`${running ? 'Watching' : 'Watched'} ${path}`}</h3>
        <Pick
          aria-label="How often"
          options={WATCH_SECONDS.map((seconds) => ({ value: String(seconds), label: `every ${seconds} s` }))}
          value={String(watch.seconds)}
          onPick={(seconds) => watch.every(Number(seconds))}
        />
        <span className={shared['hint']}>{running ? span : `${span}, stopped`}</span>
        <span className={`${classes['count']} ${shared['hint']}`}>
          {`${changed} ${changed === 1 ? 'change' : 'changes'} in ${answers} ${answers === 1 ? 'answer' : 'answers'}`}
        </span>
      </div>
      <WatchChart watch={watch} path={path} />
      {changes.length > 0 && <Changes path={path} changes={all ? changes : changes.slice(0, LISTED)} last={last} />}
      <div className={classes['actions']}>
        {changes.length > LISTED && !all && (
          <Button look="link" onClick={() => setAll(true)}>{`All ${changes.length} changes`}</Button>
        )}
        {samples.length > 0 && (
          <>
            <Button look="link" onClick={() => void exportSamples(samples, deviceID, path)}>
              {`Export ${samples.length} ${samples.length === 1 ? 'answer' : 'answers'}`}
            </Button>
            <Button look="link" onClick={() => watch.clear()}>
              Clear
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

type ChangesProps = { path: string; changes: readonly Change[]; last: Sample | undefined };

function Changes({ path, changes, last }: ChangesProps) {
  const mode = useTimeMode();
  return (
    <table className={classes['changes']} aria-label={`Changes of ${toPlainText(path)}`}>
      <thead>
        <tr>
          <th>when</th>
          <th>change</th>
          <th>held for</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ at, from, to }, index) => (
          <tr key={at}>
            <td>{formatClock(at, mode)}</td>
            <td>{`${outcomeWords(path, from, mode)} → ${outcomeWords(path, to, mode)}`}</td>
            <td>
              {index === 0
                ? `${formatElapsed((last?.at ?? at) - at)} so far`
                : formatElapsed((changes[index - 1]?.at ?? at) - at)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function exportSamples(samples: readonly Sample[], deviceID: string, path: string): Promise<void> {
  const safe = `${deviceID}-${path}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  // the save dialog was cancelled
  const target = await createFileWriter(`${safe}.csv`, 'text/csv').catch(() => undefined);
  if (!target) return;
  try {
    await target.write(formatCsvLine(['time', 'outcome', path, 'latency_ms', 'bytes']));
    for (const { at, outcome, latency, bytes } of samples) {
      const value =
        outcome.kind === 'value' ? stringifyJson(outcome.value) : outcome.kind === 'failed' ? outcome.words : '';
      await target.write(
        formatCsvLine([formatIso(at), outcome.kind, value, String(Math.round(latency)), String(bytes)]),
      );
    }
    await target.close();
  } catch (error) {
    showToast(`The file could not be written: ${error instanceof Error ? error.message : error}`);
  }
}
