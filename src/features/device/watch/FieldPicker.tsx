import { IconEye, IconPlayerPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { deviceQuery } from '#api/device.ts';
import { snippets } from '#api/snippets.ts';
import { useDevice } from '#features/device/DevicePlace.tsx';
import type { DeviceRecord } from '#features/device/RecordPane.tsx';
import { recordFields } from '#fields/deviceField.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { devicePath } from '#paths/device.ts';
import { useConnection } from '#session/session.ts';
import { useLasting } from '#ui/browser/useLasting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyAs } from '#ui/controls/CopyAs.tsx';
import { Group } from '#ui/controls/Group.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import { FieldAnswer, useAnswerAnnouncement } from './FieldAnswer.tsx';
import classes from './FieldPicker.module.css';
import type { FieldWatch } from './fieldWatch.ts';
import { WatchLog } from './WatchLog.tsx';
import { getWatch, pollOnPage } from './watchTask.ts';

export function FieldPicker({ record }: { record: DeviceRecord }) {
  const { deviceID, path, askFor } = useDevice();
  const connection = useConnection();
  const [typed, setTyped] = useTyped(path ?? '');
  const queryClient = useQueryClient();
  const options = deviceQuery(connection, { deviceID, ...(path && { path }) });
  const { data, error, isFetching, refetch } = useQuery({ ...options, enabled: path !== undefined });
  const watch = useFieldWatch(path ?? '');
  const fetching = path !== undefined && isFetching && !watch.running;
  const asked = typed.trim();
  const [fetches, setFetches] = useState(0);
  useAnswerAnnouncement({ path, answer: data, error, fetching, fetches, watching: watch.running });

  const ask = (field: string) => {
    if (!field) return;
    setFetches(fetches + 1);
    if (field === path) void refetch();
    else askFor(field);
  };
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(asked);
  };

  return (
    <Pane
      title="One field"
      count={<span className={classes['hint']}>asked for alone; the record stays as it is</span>}
      aside={
        path !== undefined && (
          <CopyAs subject="the field’s request" choices={snippets(connection, 'device', { deviceID, path })} />
        )
      }
    >
      <form className={classes['form']} onSubmit={submit}>
        <Suggest
          className={classes['input']}
          aria-label="Field"
          placeholder="status"
          suggestions={recordFields(record.device)}
          value={typed}
          onType={setTyped}
          onChoose={ask}
        />
        <AskButton fetching={fetching} disabled={asked === ''} onCancel={cancel} />
        {path && asked === path && <WatchButton watch={watch} />}
      </form>
      {isNested(asked, record.device) && (
        <p className={`${classes['other']} ${shared['small']}`}>
          The interface gives a record’s own fields by name; what is inside one comes with it.
        </p>
      )}
      {!path && <FieldChoice fields={recordFields(record.device)} onChoose={ask} />}
      {path && asked !== path && (data || error) && <About path={path} asked={asked} />}
      {path && isFetching && !data && !error && <Waiting label="Fetching the field" rows={2} />}
      {path && (data || error) && <FieldAnswer path={path} answer={data} error={error} record={record} />}
      {path && (watch.running || watch.answers > 0) && <WatchLog watch={watch} path={path} />}
    </Pane>
  );
}

const FIELDS_MAX = 40;

function FieldChoice({ fields, onChoose }: { fields: readonly string[]; onChoose: (field: string) => void }) {
  return (
    <>
      <p className={`${classes['other']} ${shared['hint']}`}>Choose a field to fetch its current value, or type one.</p>
      <Group className={shared['wrap']} aria-label="Fields to fetch">
        {fields.slice(0, FIELDS_MAX).map((field) => (
          <Button key={field} size="row" onClick={() => onChoose(field)}>
            {toPlainText(field)}
          </Button>
        ))}
      </Group>
    </>
  );
}

/** True for a path into a nested field, which the interface does not support. */
function isNested(name: string, device: JsonObject): boolean {
  return /[.[\]]/.test(name) && !Object.hasOwn(device, name);
}

type AskProps = { fetching: boolean; disabled: boolean; onCancel: (event: MouseEvent) => void };

function AskButton({ fetching, disabled, onCancel }: AskProps) {
  const lasts = useLasting(fetching);
  return (
    <Button
      type="submit"
      loading={fetching && !lasts}
      disabled={!lasts && disabled}
      onClick={lasts ? onCancel : undefined}
    >
      {lasts ? 'Cancel' : 'Fetch'}
    </Button>
  );
}

function WatchButton({ watch }: { watch: FieldWatch }) {
  const Icon = watch.running ? IconPlayerPause : IconEye;
  return (
    <Button Icon={Icon} onClick={() => watch.run(!watch.running)}>
      {watch.running ? 'Stop watching' : 'Watch'}
    </Button>
  );
}

function About({ path, asked }: { path: string; asked: string }) {
  const words = `This answer is about ${path}.`;
  return (
    <p className={`${classes['other']} ${shared['flaw']}`}>
      {asked === '' ? words : `Not asked for yet: ${asked}. ${words}`}
    </p>
  );
}

/** Text of the field input; follows the URL when that changes, for example after Back. */
function useTyped(asked: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ of: asked, text: asked });
  const current = typed.of === asked ? typed : { of: asked, text: asked };
  if (current !== typed) setTyped(current);
  return [current.text, (text) => setTyped({ of: asked, text })];
}

/** Returns the watch of a field and polls it while the page is mounted and visible. */
function useFieldWatch(path: string): FieldWatch {
  const { deviceID } = useDevice();
  const connection = useConnection();
  const navigate = useNavigate();
  const watch = getWatch({ connection, deviceID, path });
  useSyncExternalStore(watch.subscribe, () => watch.version);
  const { running, seconds } = watch;
  const open = useEffectEvent(() => void navigate(devicePath(deviceID, path)));
  // timers and page visibility are side effects
  useEffect(() => {
    if (running) return pollOnPage({ connection, deviceID, path }, seconds, open);
  }, [connection, deviceID, path, running, seconds]);
  return watch;
}
