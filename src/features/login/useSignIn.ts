import { type ChangeEvent, type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '#api/apiError.ts';
import { baseUrlComplaint } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { connectionAt, type SavedConnection, type ShownConnection, useConnections } from '#session/connections.ts';
import { useFocusComplaint } from '#ui/browser/useFocusComplaint.ts';

type LoginValues = { baseUrl: string; apiKey: string; token: string; keep: boolean };
export type LoginField = 'baseUrl' | 'apiKey' | 'token';

/** @throws ApiError, of kind `aborted` after `signal` fired */
export type Prove = (values: LoginValues, saved: SavedConnection, signal: AbortSignal) => Promise<void>;

type Complaints = Partial<Record<LoginField, string | undefined>>;

export type SignIn = ReturnType<typeof useSignIn>;

/**
 * What is typed at sign-in, what is wrong with it, and the trying of it. By hand rather than with a form library: this is
 * the one page whose weight everybody waits for.
 */
export function useSignIn(host: HostConfig, onProve: Prove) {
  const { connections, last } = useConnections(host);
  const [chosen, setChosen] = useState<ShownConnection | undefined>(last);
  const [values, setValues] = useState<LoginValues>({ baseUrl: last.baseUrl, apiKey: '', token: '', keep: true });
  const [complaints, setComplaints] = useState<Complaints>({});
  const [failure, setFailure] = useState<ApiError>();
  const [proving, setProving] = useState<AbortController>();
  const form = useRef<HTMLFormElement>(null);
  const [complained, setComplained] = useState(0);
  useFocusComplaint(form, complained);
  useWayOn(form, proving !== undefined);
  const refused = failure && refusedField(failure);

  const change = (field: LoginField, value: string) => {
    setValues({ ...values, [field]: value });
    setComplaints({ ...complaints, [field]: undefined });
    if (refused === field) setFailure(undefined);
  };
  const choose = (connection: ShownConnection | undefined) => {
    setChosen(connection);
    change('baseUrl', connection?.baseUrl ?? '');
  };
  const prove = async (sent: LoginValues) => {
    if (proving) return;
    const stop = new AbortController();
    setFailure(undefined);
    setProving(stop);
    try {
      await onProve(sent, connectionAt(sent.baseUrl, chosen ?? last, connections), stop.signal);
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError('serviceFailed', String(cause));
      setProving(undefined);
      if (error.kind === 'aborted') return;
      setFailure(error);
      if (refusedField(error)) setComplained((times) => times + 1);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { ...values, apiKey: values.apiKey.trim(), token: values.token.trim() };
    const found = complaintsAbout(sent);
    setComplaints(found);
    if (Object.values(found).some(Boolean)) setComplained((times) => times + 1);
    else void prove(sent);
  };
  const proveDemo = () => {
    if (host.demo) void prove({ ...values, ...host.demo, baseUrl: connections[0]?.baseUrl ?? values.baseUrl });
  };
  const input = (field: LoginField) => ({
    value: values[field],
    readOnly: proving !== undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(field, currentTarget.value),
  });
  return {
    ...{ form, connections, chosen, values, complaints, failure, proving, input },
    ...{ choose, submit, proveDemo, change, refused },
    setKeep: (keep: boolean) => setValues({ ...values, keep }),
  };
}

/** Sign in and Cancel take each other's place: whoever pressed one goes on from the other. */
function useWayOn(form: RefObject<HTMLFormElement | null>, proving: boolean): void {
  const before = useRef(proving);
  // the focus of what is gone is the document's
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body;
    if (before.current !== proving && lost) form.current?.querySelector<HTMLElement>('[data-way-on]')?.focus();
    before.current = proving;
  }, [form, proving]);
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
