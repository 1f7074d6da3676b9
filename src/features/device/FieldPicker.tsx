import { IconEye, IconPlayerPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, useState } from 'react';
import { deviceQuery } from '#api/device.ts';
import { snippets } from '#api/snippets.ts';
import { recordFields } from '#fields/deviceField.ts';
import type { JsonObject } from '#lib/json.ts';
import { useConnection } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { CopyAs } from '#ui/CopyAs.tsx';
import { Pane } from '#ui/Pane.tsx';
import { Suggest } from '#ui/Suggest.tsx';
import { useLasting } from '#ui/useLasting.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { FieldAnswer } from './FieldAnswer.tsx';
import classes from './FieldPicker.module.css';
import { useFieldPolling } from './useFieldPolling.ts';
import { WatchLog } from './WatchLog.tsx';
import { useFieldWatch } from './watches.ts';

type Props = {
  deviceID: string;
  /** The field that is asked for, as the address says. */
  path: string | undefined;
  onPath: (path: string) => void;
  /** The whole record, which an answer never overwrites. */
  record: { device: JsonObject; fetchedAt: number };
};

/** Asks the service for one field by `path`, once or again and again. */
export function FieldPicker({ deviceID, path, onPath, record }: Props) {
  const connection = useConnection();
  const [typed, setTyped] = useTyped(path ?? '');
  const queryClient = useQueryClient();
  const options = deviceQuery(connection, { deviceID, ...(path && { path }) });
  const { data, error, isFetching, refetch } = useQuery({ ...options, enabled: path !== undefined });
  const watch = useFieldWatch(connection.id, deviceID, path ?? '');
  useFieldPolling(watch, options, path);
  const fetching = path !== undefined && isFetching && !watch.running;
  const lasts = useLasting(fetching);
  const asked = typed.trim();

  const ask = (field: string) => {
    if (!field) return;
    if (field === path) void refetch();
    else onPath(field);
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
        <Button
          type="submit"
          loading={fetching && !lasts}
          disabled={!lasts && asked === ''}
          onClick={lasts ? cancel : undefined}
        >
          {lasts ? 'Cancel' : 'Fetch'}
        </Button>
        {path && asked === path && (
          <Button
            icon={
              watch.running ? (
                <IconPlayerPause size={16} stroke={1.5} aria-hidden />
              ) : (
                <IconEye size={16} stroke={1.5} aria-hidden />
              )
            }
            onClick={() => watch.run(!watch.running)}
          >
            {watch.running ? 'Stop watching' : 'Watch'}
          </Button>
        )}
      </form>
      {path && asked !== path && (data || error) && (
        <p className={classes['other']}>
          {asked === ''
            ? `This answer is about ${path}.`
            : `Not asked for yet: ${asked}. This answer is about ${path}.`}
        </p>
      )}
      {path && isFetching && !data && !error && <Waiting label="Fetching the field" rows={2} />}
      {path && (data || error) && <FieldAnswer path={path} answer={data} error={error} record={record} />}
      {path && (watch.running || watch.answers > 0) && <WatchLog watch={watch} path={path} deviceID={deviceID} />}
    </Pane>
  );
}

/** What stands in the box: what is typed, until the address says something else, as after Back. */
function useTyped(asked: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ of: asked, text: asked });
  const current = typed.of === asked ? typed : { of: asked, text: asked };
  if (current !== typed) setTyped(current);
  return [current.text, (text) => setTyped({ of: asked, text })];
}
