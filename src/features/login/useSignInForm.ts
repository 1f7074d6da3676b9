import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#api/apiError.ts';
import { type Connection, hashConnectionId, normalizeBaseUrl, validateBaseUrl } from '#api/connection.ts';
import { verifyCredentials } from '#api/list/devices.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import {
  type ListedConnection,
  recordConnectionUse,
  resolveConnection,
  type SavedConnection,
  useConnections,
} from '#session/connections.ts';
import type { SessionStore } from '#session/sessionStore.ts';
import { useSession, useSessionStore } from '#session/useSession.ts';
import { focusInvalidAfter, focusInvalidInput } from '#ui/browser/focus/focusAfter.ts';

type LoginValues = { baseUrl: string; apiKey: string; token: string; keep: boolean };

type LoginField = 'baseUrl' | 'apiKey' | 'token';

type LoginErrors = Partial<Record<LoginField, string | undefined>>;

export type SignInForm = ReturnType<typeof useSignInForm>;

/** State of the sign-in form. Uses no form library, so that the first page load stays small. */
export function useSignInForm(host: HostConfig, onChosen: (connection: ListedConnection | undefined) => void) {
  const { connections, last } = useConnections();
  const { declined } = useSession();
  const session = useSessionStore();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ListedConnection | undefined>(last);
  const [values, setValues] = useState<LoginValues>({ baseUrl: last.baseUrl, apiKey: '', token: '', keep: !declined });
  const [errors, setErrors] = useState<LoginErrors>({});
  const { failure, setFailure, abortController, hasAttempted, start } = useSignInAttempt();
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const rejectedField = failure && getRejectedField(failure);

  const change = (field: LoginField, value: string) => {
    setValues({ ...values, [field]: value });
    setErrors({ ...errors, [field]: undefined });
    if (rejectedField === field) setFailure(undefined);
  };
  const choose = (connection: ListedConnection | undefined) => {
    setChosen(connection);
    change('baseUrl', connection?.baseUrl ?? '');
    onChosen(connection);
  };
  const attemptSignIn = async (sent: LoginValues) => {
    const saved = resolveConnection(sent.baseUrl, chosen ?? last, connections);
    const error = await start((signal) => verifyAndSignIn({ session, queryClient }, sent, saved, signal));
    if (error && getRejectedField(error)) focusInvalidInput(form.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = { ...values, apiKey: values.apiKey.trim(), token: values.token.trim() };
    const newErrors = validateLogin(sent);
    if (Object.values(newErrors).some(Boolean)) return focusInvalidAfter(() => setErrors(newErrors), form.current);
    setErrors(newErrors);
    void attemptSignIn(sent);
  };
  const signInToDemo = () => {
    if (host.demo) void attemptSignIn({ ...values, ...host.demo, baseUrl: connections[0]?.baseUrl ?? values.baseUrl });
  };
  const getInputProps = (field: LoginField) => ({
    value: values[field],
    readOnly: abortController !== undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(field, currentTarget.value),
  });
  const getErrorProps = (field: LoginField) => ({
    error: errors[field],
    errorId: rejectedField === field ? errorId : undefined,
  });
  const setKeep = (keep: boolean) => setValues({ ...values, keep });
  return {
    ...{ form, connections, chosen, values, failure, faultId: errorId, rejectedField, abortController, hasAttempted },
    ...{ change, choose, getInputProps, getErrorProps, setKeep, submit, signInToDemo },
  };
}

function useSignInAttempt() {
  const [failure, setFailure] = useState<ApiError>();
  const [abortController, setAbortController] = useState<AbortController>();
  const [hasAttempted, setHasAttempted] = useState(false);
  const start = async (attempt: (signal: AbortSignal) => Promise<void>): Promise<ApiError | undefined> => {
    if (abortController) return undefined;
    const controller = new AbortController();
    setFailure(undefined);
    setHasAttempted(true);
    setAbortController(controller);
    try {
      await attempt(controller.signal);
      return undefined;
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError('serviceFailed', String(cause));
      flushSync(() => {
        setAbortController(undefined);
        if (error.kind !== 'aborted') setFailure(error);
      });
      return error;
    }
  };
  return { failure, setFailure, abortController, hasAttempted, start };
}

/**
 * Verifies the credentials by loading the first device list, because the API has no sign-in operation. The list stays
 * cached.
 * @throws ApiError `aborted` after `signal` fired
 */
async function verifyAndSignIn(
  { session, queryClient }: { session: SessionStore; queryClient: QueryClient },
  { baseUrl, apiKey, token, keep }: LoginValues,
  savedConnection: SavedConnection,
  signal: AbortSignal,
) {
  const address = normalizeBaseUrl(baseUrl);
  const id = await hashConnectionId(address, apiKey, token);
  const candidate: Connection = { id, baseUrl: address, apiKey, token };
  await verifyCredentials(queryClient, candidate, signal);
  recordConnectionUse(savedConnection);
  session.signIn(candidate, { keep, savedConnectionId: savedConnection.id });
}

function validateLogin({ baseUrl, apiKey, token }: LoginValues): LoginErrors {
  return {
    baseUrl: validateBaseUrl(baseUrl),
    apiKey: apiKey ? undefined : 'Enter the API key.',
    token: validateToken(token),
  };
}

/** Checks for characters that a header may not contain. Only visible Latin-1 characters and spaces are allowed. */
function validateToken(token: string): string | undefined {
  if (!token) return 'Enter the token.';
  return /^[\x20-\x7e\xa0-\xff]+$/.test(token)
    ? undefined
    : 'The token contains a character that is not allowed in an HTTP header.';
}

function getRejectedField({ code, kind }: ApiError): LoginField | undefined {
  if (code === 'APIKEY-INVALID') return 'apiKey';
  if (kind === 'notThisInterface') return 'baseUrl';
  return code === 'AUTH-UNAUTHORIZED' ? 'token' : undefined;
}
