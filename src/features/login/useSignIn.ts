import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#api/apiError.ts';
import { baseUrlComplaint, type Connection, connectionId, normalizeBaseUrl } from '#api/connection.ts';
import { devicesProven } from '#api/list/devices.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import {
  connectionAt,
  rememberUse,
  type SavedConnection,
  type ShownConnection,
  useConnections,
} from '#session/connections.ts';
import { signIn, useSession } from '#session/session.ts';
import { focusComplaint } from '#ui/browser/useFocusComplaint.ts';

type LoginValues = { baseUrl: string; apiKey: string; token: string; keep: boolean };

type LoginField = 'baseUrl' | 'apiKey' | 'token';

type Complaints = Partial<Record<LoginField, string | undefined>>;

export type SignIn = ReturnType<typeof useSignIn>;

/** State of the sign-in form; without a form library, to keep the first load small. */
export function useSignIn(host: HostConfig, onChosen: (connection: ShownConnection | undefined) => void) {
  const { connections, last } = useConnections();
  const { declined } = useSession();
  const [chosen, setChosen] = useState<ShownConnection | undefined>(last);
  const [values, setValues] = useState<LoginValues>({ baseUrl: last.baseUrl, apiKey: '', token: '', keep: !declined });
  const [complaints, setComplaints] = useState<Complaints>({});
  const { failure, setFailure, proving, tried, start } = useTrial();
  const form = useRef<HTMLFormElement>(null);
  const faultId = useId();
  const refused = failure && refusedField(failure);

  const change = (field: LoginField, value: string) => {
    setValues({ ...values, [field]: value });
    setComplaints({ ...complaints, [field]: undefined });
    if (refused === field) setFailure(undefined);
  };
  const choose = (connection: ShownConnection | undefined) => {
    setChosen(connection);
    change('baseUrl', connection?.baseUrl ?? '');
    onChosen(connection);
  };
  const tryToSignIn = async (sent: LoginValues) => {
    const saved = connectionAt(sent.baseUrl, chosen ?? last, connections);
    const error = await start((signal) => prove(sent, saved, signal));
    if (error && refusedField(error)) focusComplaint(form.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { ...values, apiKey: values.apiKey.trim(), token: values.token.trim() };
    const wrong = complaintsAbout(sent);
    flushSync(() => setComplaints(wrong));
    if (Object.values(wrong).some(Boolean)) focusComplaint(form.current);
    else void tryToSignIn(sent);
  };
  const tryDemo = () => {
    if (host.demo) void tryToSignIn({ ...values, ...host.demo, baseUrl: connections[0]?.baseUrl ?? values.baseUrl });
  };
  const input = (field: LoginField) => ({
    value: values[field],
    readOnly: proving !== undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(field, currentTarget.value),
  });
  const told = (field: LoginField) => ({
    complaint: complaints[field],
    faultId: refused === field ? faultId : undefined,
  });
  const setKeep = (keep: boolean) => setValues({ ...values, keep });
  return {
    ...{ form, connections, chosen, values, failure, faultId, refused, proving, tried },
    ...{ change, choose, input, told, setKeep, submit, tryDemo },
  };
}

function useTrial() {
  const [failure, setFailure] = useState<ApiError>();
  const [proving, setProving] = useState<AbortController>();
  const [tried, setTried] = useState(false);
  /** Returns the error, after it is rendered; undefined on success. */
  const start = async (tryIt: (signal: AbortSignal) => Promise<void>): Promise<ApiError | undefined> => {
    if (proving) return undefined;
    const stop = new AbortController();
    setFailure(undefined);
    setTried(true);
    setProving(stop);
    try {
      await tryIt(stop.signal);
      return undefined;
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError('serviceFailed', String(cause));
      flushSync(() => {
        setProving(undefined);
        if (error.kind !== 'aborted') setFailure(error);
      });
      return error;
    }
  };
  return { failure, setFailure, proving, tried, start };
}

/**
 * Checks the credentials by loading the first device list, as there is no sign-in operation; the list stays cached.
 * @throws ApiError, of kind `aborted` after `signal` fired
 */
async function prove({ baseUrl, apiKey, token, keep }: LoginValues, saved: SavedConnection, signal: AbortSignal) {
  const address = normalizeBaseUrl(baseUrl);
  const id = await connectionId(address, apiKey, token);
  const candidate: Connection = { id, baseUrl: address, apiKey, token };
  await devicesProven(candidate, signal);
  rememberUse(saved);
  signIn(candidate, { keep, savedId: saved.id });
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

function refusedField({ code, kind }: ApiError): LoginField | undefined {
  if (code === 'APIKEY-INVALID') return 'apiKey';
  if (kind === 'notThisInterface') return 'baseUrl';
  return code === 'AUTH-UNAUTHORIZED' ? 'token' : undefined;
}
