import { useState } from 'react';
import { useDevice } from '#features/device/DeviceProvider.tsx';
import { formatCsvLine } from '#lib/csv.ts';
import { saveTextFile } from '#lib/fileWriter.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { formatElapsedTime, formatIsoTime, formatTimeOfDay } from '#lib/time/time.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import {
  type FieldSample,
  type FieldValueChange,
  type FieldWatch,
  formatFieldResult,
  WATCH_INTERVALS_S,
} from './fieldWatch.ts';
import classes from './WatchLog.module.css';

const WatchChart = lazyComponent(async () => (await import('./WatchChart.tsx')).WatchChart);

const LISTED_CHANGES = 20;

export function WatchLog({ watch, path }: { watch: FieldWatch; path: string }) {
  const { deviceID } = useDevice();
  const [showsAll, setShowsAll] = useState(false);
  const { running, samples, changes, changeCount, responseCount } = watch;
  const [first, last] = [samples[0], samples.at(-1)];
  const span = first && last ? ` for ${formatElapsedTime(last.at - first.at)}` : '';
  return (
    <section className={classes['watch']} aria-label={`Watching ${toVisibleText(path)}`}>
      <div className={`${classes['header']} ${shared['wrap']}`}>
        <h3>{`${running ? 'Watching' : 'Watched'} ${path}`}</h3>
        <Select
          aria-label="Interval"
          options={WATCH_INTERVALS_S.map((seconds) => ({
            value: String(seconds),
            label: `every ${seconds} s`,
          }))}
          value={String(watch.seconds)}
          onValueChange={(seconds) => watch.setSeconds(Number(seconds))}
        />
        <span className={shared['hint']}>{running ? span : `${span}, stopped`}</span>
        <span className={`${classes['count']} ${shared['hint']}`}>
          {`${formatCountWithNoun(changeCount, 'change')} in ${formatCountWithNoun(responseCount, 'response')}`}
        </span>
      </div>
      <WatchChart watch={watch} path={path} />
      {changes.length > 0 && (
        <ChangesTable path={path} changes={showsAll ? changes : changes.slice(0, LISTED_CHANGES)} last={last} />
      )}
      <div className={classes['actions']}>
        {changes.length > LISTED_CHANGES && !showsAll && (
          <Button variant="link" onClick={() => setShowsAll(true)}>
            {`All ${changes.length} changes`}
          </Button>
        )}
        {samples.length > 0 && (
          <>
            <Button variant="link" onClick={() => void exportSamples(samples, deviceID, path)}>
              {`Export ${formatCountWithNoun(samples.length, 'response')}`}
            </Button>
            <Button variant="link" onClick={() => watch.clear()}>
              Clear
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

type ChangesTableProps = { path: string; changes: readonly FieldValueChange[]; last: FieldSample | undefined };

function ChangesTable({ path, changes, last }: ChangesTableProps) {
  const mode = useTimeMode();
  return (
    <table translate="no" className={classes['changes']} aria-label={`Changes to ${toVisibleText(path)}`}>
      <thead>
        <tr>
          <th>when</th>
          <th>change</th>
          <th>duration</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ at, from, to }, index) => (
          <tr key={at}>
            <td>{formatTimeOfDay(at, mode)}</td>
            <td>{`${formatFieldResult(path, from, mode)} → ${formatFieldResult(path, to, mode)}`}</td>
            <td>
              {index === 0
                ? `${formatElapsedTime((last?.at ?? at) - at)} so far`
                : formatElapsedTime((changes[index - 1]?.at ?? at) - at)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function exportSamples(samples: readonly FieldSample[], deviceID: string, path: string): Promise<void> {
  const safe = `${deviceID}-${path}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  const lines = samples.map(({ at, result, latency, bytes }) => {
    const value = result.kind === 'value' ? stringifyJson(result.value) : result.kind === 'failed' ? result.words : '';
    return formatCsvLine([formatIsoTime(at), result.kind, value, String(Math.round(latency)), String(bytes)]);
  });
  const head = formatCsvLine(['time', 'outcome', path, 'latency_ms', 'bytes']);
  await saveTextFile(`${safe}.csv`, 'text/csv', head + lines.join('')).catch((error) =>
    showToast(`The file could not be written: ${error instanceof Error ? error.message : error}`),
  );
}
