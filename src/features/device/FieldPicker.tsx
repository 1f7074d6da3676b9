import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { deviceQuery } from '#api/device.ts';
import { snippets } from '#api/snippets.ts';
import { recordFields } from '#fields/deviceField.ts';
import type { JsonObject } from '#lib/json.ts';
import { devicePath, parseDeviceSearch } from '#paths/device.ts';
import { useConnection } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { CopyAs } from '#ui/CopyAs.tsx';
import { Pane } from '#ui/Pane.tsx';
import { Suggest } from '#ui/Suggest.tsx';
import { useLasting } from '#ui/useLasting.ts';
import { Waiting } from '#ui/Waiting.tsx';
import { FieldAnswer } from './FieldAnswer.tsx';
import classes from './FieldPicker.module.css';

type Props = { deviceID: string; device: JsonObject };

/** Asks the service for one field by `path`; its answer stands by itself and never overwrites the full record. */
export function FieldPicker({ deviceID, device }: Props) {
  const [search] = useSearchParams();
  const { path } = parseDeviceSearch(search);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const [typed, setTyped] = useState(path ?? '');
  const queryClient = useQueryClient();
  const options = deviceQuery(connection, { deviceID, ...(path && { path }) });
  const { data, error, isFetching, refetch } = useQuery({ ...options, enabled: path !== undefined });
  const fetching = path !== undefined && isFetching;
  const lasts = useLasting(fetching);

  const ask = (field: string) => {
    if (!field) return;
    if (field === path) void refetch();
    else void navigate(devicePath(deviceID, field) + hash);
  };
  const cancel = (event: MouseEvent) => {
    event.preventDefault();
    void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(typed.trim());
  };

  return (
    <Pane
      title="One field"
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
          suggestions={recordFields(device)}
          value={typed}
          onType={setTyped}
          onChoose={ask}
        />
        <Button
          type="submit"
          loading={fetching && !lasts}
          disabled={!lasts && typed.trim() === ''}
          onClick={lasts ? cancel : undefined}
        >
          {lasts ? 'Cancel' : 'Fetch'}
        </Button>
      </form>
      {path && isFetching && !data && !error && <Waiting label="Fetching the field" rows={2} />}
      {path && (data || error) && <FieldAnswer path={path} answer={data} error={error} />}
    </Pane>
  );
}
