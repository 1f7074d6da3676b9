import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '#api/apiError.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { Notice } from '#ui/Notice.tsx';
import classes from './LoginPage.module.css';

export type LoginValues = { baseUrl: string; apiKey: string; token: string; keep: boolean };

type Props = { host: HostConfig; onProve: (values: LoginValues) => Promise<void> };

const DEFAULT_BASE_URL = '/api';

/** Asks for address and credentials; a refusal is shown at the input it is about, and nothing typed is lost. */
export function LoginForm({ host, onProve }: Props) {
  const [failure, setFailure] = useState<ApiError>();
  const [proving, setProving] = useState<'typed' | 'demo'>();
  const form = useForm<LoginValues>({
    initialValues: { baseUrl: host.baseUrl ?? DEFAULT_BASE_URL, apiKey: '', token: '', keep: true },
    transformValues: (values) => ({ ...values, apiKey: values.apiKey.trim(), token: values.token.trim() }),
    validate: {
      baseUrl: baseUrlComplaint,
      apiKey: (key) => (key.trim() ? null : 'Enter the API key.'),
      token: (token) => tokenComplaint(token.trim()),
    },
  });

  const prove = async (how: 'typed' | 'demo', values: LoginValues) => {
    if (proving) return;
    setFailure(undefined);
    setProving(how);
    try {
      await onProve(values);
    } catch (error) {
      const field = refusedField(error);
      if (field && how === 'typed')
        form.setFieldError(field, (error as ApiError).message); // refusedField saw an ApiError
      else setFailure(error instanceof ApiError ? error : new ApiError('serviceFailed', String(error)));
      setProving(undefined);
    }
  };

  return (
    <form className={classes['form']} onSubmit={form.onSubmit((values) => void prove('typed', values))} noValidate>
      {!host.baseUrlFixed && (
        <TextInput
          label="Base URL"
          description="Where the device service is. An address without a host is on this one."
          autoComplete="url"
          spellCheck={false}
          {...form.getInputProps('baseUrl')}
        />
      )}
      <PasswordInput
        label="API key"
        name="username"
        autoComplete="username"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the API key' }}
        {...form.getInputProps('apiKey')}
      />
      <PasswordInput
        label="Token"
        description="Sent exactly as typed in the Authorization header."
        name="password"
        autoComplete="current-password"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
        {...form.getInputProps('token')}
      />
      <Checkbox
        label="Keep until this tab closes"
        description="Otherwise a reload signs you out."
        {...form.getInputProps('keep', { type: 'checkbox' })}
      />
      {failure && <Notice tone="failed" title={failure.message} detail={failureDetail(failure)} />}
      <Button type="submit" fullWidth loading={proving === 'typed'}>
        Sign in
      </Button>
      {host.demo && (
        <Button
          variant="default"
          fullWidth
          loading={proving === 'demo'}
          onClick={() => void prove('demo', { ...form.getValues(), ...host.demo })}
        >
          Use the demo project
        </Button>
      )}
    </form>
  );
}

function baseUrlComplaint(typed: string): string | null {
  const url = URL.canParse(typed.trim(), location.origin) ? new URL(typed.trim(), location.origin) : undefined;
  if (!typed.trim() || !url) return 'Enter an address such as https://devices.example.com/api.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address must start with https:// or http://.';
  if (url.username || url.password) return 'Leave user name and password out of the address.';
  if (url.search || url.hash) return 'Leave everything from ? or # out of the address.';
  return null;
}

/** Header values are limited to visible Latin-1 characters and spaces. */
function tokenComplaint(token: string): string | null {
  if (!token) return 'Enter the token.';
  return /^[\x20-\x7e\xa0-\xff]+$/.test(token) ? null : 'The token holds a character that no header can carry.';
}

function refusedField(error: unknown): 'apiKey' | 'token' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'APIKEY-INVALID') return 'apiKey';
  return error.code === 'AUTH-UNAUTHORIZED' ? 'token' : undefined;
}

function failureDetail({ code, requestId }: ApiError): string | undefined {
  return [code, requestId && `request ${requestId}`].filter(Boolean).join(' · ') || undefined;
}
