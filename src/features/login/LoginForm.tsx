import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { ApiError } from '#api/apiError.ts';
import { baseUrlComplaint } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { connectionAt, type SavedConnection, useConnections } from '#session/connections.ts';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { useFocusComplaint } from '#ui/useFocusComplaint.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import classes from './LoginPage.module.css';
import '#ui/inputs.css';

export type LoginValues = { baseUrl: string; apiKey: string; token: string; keep: boolean };

type Props = {
  host: HostConfig;
  /** @throws ApiError, of kind `aborted` after `signal` fired */
  onProve: (values: LoginValues, saved: SavedConnection, signal: AbortSignal) => Promise<void>;
};

type Complaints = Partial<Record<'baseUrl' | 'apiKey' | 'token', string | undefined>>;

/**
 * Asks for address and credentials; a refusal is shown at the input it is about, and nothing typed is lost. By hand
 * rather than with a form library: this is the one page whose weight everybody waits for.
 */
export function LoginForm({ host, onProve }: Props) {
  const { connections, last } = useConnections(host);
  const [chosen, setChosen] = useState(last);
  const [values, setValues] = useState({
    baseUrl: last.baseUrl,
    apiKey: '',
    token: '',
    keep: true,
  });
  const [complaints, setComplaints] = useState<Complaints>({});
  const [failure, setFailure] = useState<ApiError>();
  const [proving, setProving] = useState<{ how: 'typed' | 'demo'; stop: AbortController }>();
  const form = useRef<HTMLFormElement>(null);
  const [complained, setComplained] = useState(0);
  useFocusComplaint(form, complained);
  const complain = (found: Complaints) => {
    setComplaints(found);
    if (Object.values(found).some(Boolean)) setComplained((times) => times + 1);
  };

  const input = (name: 'baseUrl' | 'apiKey' | 'token') => ({
    value: values[name],
    error: complaints[name],
    'aria-invalid': Boolean(complaints[name]),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setComplaints({ ...complaints, [name]: undefined });
    },
  });

  const prove = async (how: 'typed' | 'demo', sent: LoginValues) => {
    if (proving) return;
    const stop = new AbortController();
    setFailure(undefined);
    setProving({ how, stop });
    try {
      await onProve(sent, connectionAt(sent.baseUrl, chosen, connections), stop.signal);
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError('serviceFailed', String(cause));
      const field = how === 'typed' && refusedField(error);
      if (field) complain({ [field]: `${error.message} (${error.code})` });
      else if (error.kind !== 'aborted') setFailure(error);
      // the button that was pressed is about to go
      else form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
      setProving(undefined);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { ...values, apiKey: values.apiKey.trim(), token: values.token.trim() };
    const found = complaintsAbout(sent);
    complain(found);
    if (!Object.values(found).some(Boolean)) void prove('typed', sent);
  };

  return (
    <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
      <ConnectionChoice
        connections={connections}
        chosen={chosen}
        onChoose={(connection) => {
          setChosen(connection);
          setValues({ ...values, baseUrl: connection.baseUrl });
          setComplaints({ ...complaints, baseUrl: undefined });
        }}
      />
      {!host.baseUrlFixed && (
        <TextInput
          label="Base URL"
          description="Where the device service is. A path alone, such as /api, is on this host."
          autoComplete="url"
          spellCheck={false}
          {...input('baseUrl')}
        />
      )}
      {/* what password managers name an entry by, and browsers keep unencrypted: never the key */}
      <input type="text" name="username" autoComplete="username" value={chosen.name} readOnly hidden />
      <PasswordInput
        label="API key"
        name="apiKey"
        autoComplete="off"
        spellCheck={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the API key' }}
        {...input('apiKey')}
      />
      <PasswordInput
        label="Token"
        description="Sent exactly as typed in the Authorization header."
        name="token"
        autoComplete="current-password"
        spellCheck={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
        {...input('token')}
      />
      <Checkbox
        label="Stay signed in when this tab reloads"
        checked={values.keep}
        onChange={(event) => setValues({ ...values, keep: event.currentTarget.checked })}
      />
      {failure && <Problem error={failure} />}
      <Button look="primary" type="submit" wide loading={proving?.how === 'typed'}>
        Sign in
      </Button>
      {proving && (
        <Button wide onClick={() => proving.stop.abort()}>
          Cancel
        </Button>
      )}
      {host.demo && !proving && (
        <Button
          wide
          onClick={() =>
            void prove('demo', { ...values, ...host.demo, baseUrl: connections[0]?.baseUrl ?? values.baseUrl })
          }
        >
          Use the demo project
        </Button>
      )}
    </form>
  );
}

function complaintsAbout({ baseUrl, apiKey, token }: LoginValues): Complaints {
  return {
    baseUrl: baseUrlComplaint(baseUrl),
    apiKey: apiKey ? undefined : 'Enter the API key.',
    token: tokenComplaint(token),
  };
}

/** Header values are limited to visible Latin-1 characters and spaces. */
function tokenComplaint(token: string): string | undefined {
  if (!token) return 'Enter the token.';
  return /^[\x20-\x7e\xa0-\xff]+$/.test(token) ? undefined : 'The token holds a character that no header can carry.';
}

function refusedField({ code }: ApiError): 'apiKey' | 'token' | undefined {
  if (code === 'APIKEY-INVALID') return 'apiKey';
  return code === 'AUTH-UNAUTHORIZED' ? 'token' : undefined;
}
