import { IconEye, IconPlayerPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { createDeviceQueryOptions } from '#api/device.ts';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { useDevice } from '#features/device/DeviceProvider.tsx';
import type { DeviceRecord } from '#features/device/RecordPane.tsx';
import { listRecordFields } from '#fields/deviceField.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { announce } from '#lib/tasks/announce.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useConnection } from '#session/useSession.ts';
import { useDelayedPending } from '#ui/browser/useDelayedPending.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyAsButtons } from '#ui/controls/CopyAsButtons.tsx';
import { LabeledGroup } from '#ui/controls/LabeledGroup.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { buildDeviceUrl } from '#urls/device.ts';
import { FieldResponse, useResponseAnnouncement } from './FieldResponse.tsx';
import type { FieldWatch } from './fieldWatch.ts';
import { createFieldWatchRegistry } from './fieldWatchRegistry.ts';
import classes from './SingleFieldPane.module.css';
import { WatchLog } from './WatchLog.tsx';

export function SingleFieldPane({ record }: { record: DeviceRecord }) {
  const { deviceID, path, openField } = useDevice();
  const connection = useConnection();
  const [typed, setTyped] = useFieldInput(path ?? '');
  const queryClient = useQueryClient();
  const options = createDeviceQueryOptions(connection, { deviceID, ...(path && { path }) });
  const { data, error, isFetching, refetch } = useQuery({ ...options, enabled: path !== undefined });
  const watch = useFieldWatch(path ?? '');
  const fetching = path !== undefined && isFetching && !watch.running;
  const inputPath = typed.trim();
  const [fetches, setFetches] = useState(0);
  useResponseAnnouncement({
    path,
    response: data,
    error,
    isFetching: fetching,
    fetchCount: fetches,
    isWatching: watch.running,
  });

  const fetchField = (field: string) => {
    if (!field) return;
    setFetches(fetches + 1);
    if (field === path) void refetch();
    else openField(field);
  };
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    fetchField(inputPath);
  };

  return (
    <Pane
      title="One field"
      count={<span className={classes['hint']}>fetched separately; the record does not change</span>}
      aside={
        path !== undefined && (
          <CopyAsButtons
            subject="the request for this field"
            formats={createRequestSnippets(connection, 'device', { deviceID, path })}
          />
        )
      }
    >
      <form className={classes['form']} onSubmit={submit}>
        <Autocomplete
          className={classes['input']}
          aria-label="Field"
          placeholder="status"
          suggestions={listRecordFields(record.device)}
          value={typed}
          onTextChange={setTyped}
          onOptionSubmit={fetchField}
        />
        <FetchButton fetching={fetching} disabled={inputPath === ''} onCancel={cancel} />
        {path && inputPath === path && <WatchButton watch={watch} />}
      </form>
      {isNestedPath(inputPath, record.device) && (
        <p className={`${classes['other']} ${shared['small']}`}>
          Only top-level fields can be fetched by name. Nested values are included.
        </p>
      )}
      {!path && <FieldSuggestions fields={listRecordFields(record.device)} onChoose={fetchField} />}
      {path && inputPath !== path && (data || error) && <StaleFieldNotice path={path} inputPath={inputPath} />}
      {path && isFetching && !data && !error && <Skeleton label="Fetching the field" rows={2} />}
      {path && (data || error) && <FieldResponse path={path} response={data} error={error} record={record} />}
      {path && (watch.running || watch.responseCount > 0) && <WatchLog watch={watch} path={path} />}
    </Pane>
  );
}

const SUGGESTED_FIELDS_MAX = 40;

function FieldSuggestions({ fields, onChoose }: { fields: readonly string[]; onChoose: (field: string) => void }) {
  return (
    <>
      <p className={`${classes['other']} ${shared['hint']}`}>Choose or type a field to fetch its current value.</p>
      <LabeledGroup className={shared['wrap']} aria-label="Fields to fetch">
        {fields.slice(0, SUGGESTED_FIELDS_MAX).map((field) => (
          <Button key={field} size="row" onClick={() => onChoose(field)}>
            {toVisibleText(field)}
          </Button>
        ))}
      </LabeledGroup>
    </>
  );
}

function isNestedPath(name: string, device: JsonObject): boolean {
  return /[.[\]]/.test(name) && !Object.hasOwn(device, name);
}

type FetchButtonProps = { fetching: boolean; disabled: boolean; onCancel: (event: MouseEvent) => void };

function FetchButton({ fetching, disabled, onCancel }: FetchButtonProps) {
  const isSlow = useDelayedPending(fetching);
  return (
    <Button
      type="submit"
      loading={fetching && !isSlow}
      disabled={!isSlow && disabled}
      onClick={isSlow ? onCancel : undefined}
    >
      {isSlow ? 'Cancel' : 'Fetch'}
    </Button>
  );
}

function WatchButton({ watch }: { watch: FieldWatch }) {
  const Icon = watch.running ? IconPlayerPause : IconEye;
  const toggle = () => {
    const starts = !watch.running;
    watch.setRunning(starts);
    announce(starts ? 'Watching started' : 'Watching stopped', 'watch');
  };
  return (
    <Button Icon={Icon} onClick={toggle}>
      {watch.running ? 'Stop watching' : 'Watch'}
    </Button>
  );
}

function StaleFieldNotice({ path, inputPath }: { path: string; inputPath: string }) {
  const words = `This response is for ${path}.`;
  return (
    <p className={`${classes['other']} ${shared['warningNote']}`}>
      {inputPath === '' ? words : `Not fetched yet: ${inputPath}. ${words}`}
    </p>
  );
}

function useFieldInput(asked: string): [string, (text: string) => void] {
  const [{ text }, update] = useDerivedState(
    () => ({ asked, text: asked }),
    (state) => (state.asked === asked ? state : { asked, text: asked }),
  );
  return [text, (typed) => update(() => ({ asked, text: typed }))];
}

function useFieldWatch(path: string): FieldWatch {
  const { deviceID } = useDevice();
  const connection = useConnection();
  const navigate = useNavigate();
  const watches = useService(createFieldWatchRegistry);
  const watch = watches.get({ connection, deviceID, path });
  useSyncExternalStore(watch.subscribe, () => watch.version);
  const { running, seconds } = watch;
  const open = useEffectEvent(() => void navigate(buildDeviceUrl(deviceID, path)));
  // timers and page visibility are side effects
  useEffect(() => {
    if (running) return watches.pollOnPage({ connection, deviceID, path }, seconds, open);
  }, [watches, connection, deviceID, path, running, seconds]);
  return watch;
}
