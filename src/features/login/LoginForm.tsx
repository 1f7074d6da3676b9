import { IconCheck, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { getHost, normalizeBaseUrl, validateBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { formatTime } from '#lib/time/time.ts';
import type { ListedConnection } from '#session/connections.ts';
import { isLockNotice } from '#session/sessionTimeouts.ts';
import { useSession } from '#session/useSession.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField, type TextFieldProps } from '#ui/inputs/TextField.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import shared from '#ui/theme/shared.module.css';
import { ConnectionAvatar } from '#ui/values/ConnectionAvatar.tsx';
import { ElapsedTime } from '#ui/values/ElapsedTime.tsx';
import { buildConnectionsUrl, parseReturnUrl } from '#urls/login.ts';
import classes from './LoginForm.module.css';
import { SignInError } from './SignInError.tsx';
import { type SignInForm, useSignInForm } from './useSignInForm.ts';

type Props = { host: HostConfig; onConnectionChange: (connection: ListedConnection | undefined) => void };

const SECRET_FIELDS = [
  { name: 'apiKey', label: 'API key', hint: undefined, subject: 'key', autoComplete: 'off' },
  {
    name: 'token',
    label: 'Token',
    hint: 'Sent exactly as typed in the Authorization header.',
    subject: 'token',
    autoComplete: 'current-password',
  },
] as const;

export function LoginForm({ host, onConnectionChange }: Props) {
  const { notice } = useSession();
  const signIn = useSignInForm(host, onConnectionChange);
  const { form, chosen, values, failure, faultId: errorId, rejectedField, abortController, hasAttempted } = signIn;
  // a locked session asks only for credentials, unless another connection is wanted
  const isLocked = notice !== undefined && isLockNotice(notice);
  const [isUnlock, setIsUnlock] = useState(isLocked);
  const errorNotice = failure && (
    <SignInError
      id={errorId}
      error={failure}
      baseUrl={normalizeBaseUrl(values.baseUrl)}
      onUseAddress={(address) => signIn.change('baseUrl', address)}
    />
  );
  return (
    <form ref={form} className={classes['form']} onSubmit={signIn.submit} noValidate>
      {isUnlock && chosen && <ChosenConnection connection={chosen} />}
      {!isUnlock && !host.baseUrlFixed && <ConnectionChoice signIn={signIn} takesFocus={isLocked} />}
      {rejectedField === 'baseUrl' && errorNotice}
      <CredentialFields signIn={signIn} />
      {!isUnlock && (
        <Checkbox
          label="Stay signed in when this tab reloads"
          description="Also applies when you reopen the closed tab within 15 minutes. If off, you sign in again each time."
          checked={values.keep}
          onCheckedChange={signIn.setKeep}
        />
      )}
      {rejectedField !== 'baseUrl' && errorNotice}
      {abortController ? (
        <SignInProgress onCancel={() => abortController.abort()} />
      ) : (
        <SubmitRow
          baseUrl={values.baseUrl}
          label={isLocked && isUnlock ? 'Unlock' : failure && !rejectedField ? 'Try again' : 'Sign in'}
          onOtherConnection={isUnlock ? () => setIsUnlock(false) : undefined}
          hasAttempted={hasAttempted}
        />
      )}
      {host.demo && !isUnlock && <DemoPrompt disabled={abortController !== undefined} onUse={signIn.signInToDemo} />}
    </form>
  );
}

function CredentialFields({ signIn: { chosen, getInputProps, getErrorProps } }: { signIn: SignInForm }) {
  // after a session ended, the focus starts at the first input
  const { ended } = useSession();
  return (
    <>
      {/* password managers name the entry by it, and browsers store it unencrypted: never the API key */}
      <input type="text" name="username" autoComplete="username" value={chosen?.name ?? ''} readOnly hidden />
      {SECRET_FIELDS.map(({ name, label, hint, ...field }) => (
        <FormField key={name} label={label} hint={hint} {...getErrorProps(name)}>
          <SecretField
            {...field}
            required
            name={name}
            size="form"
            autoFocus={ended && name === 'apiKey'}
            {...getInputProps(name)}
          />
        </FormField>
      ))}
    </>
  );
}

function ChosenConnection({ connection }: { connection: ListedConnection }) {
  return (
    <div className={`${classes['chosen']} ${shared['row']}`}>
      <ConnectionAvatar name={connection.name} color={connection.identity} />
      <p>
        <b>{connection.name}</b>
        <span className={`${classes['small']} ${shared['small']}`}>{getHost(connection.baseUrl)}</span>
      </p>
    </div>
  );
}

function ConnectionChoice({ signIn, takesFocus }: { signIn: SignInForm; takesFocus: boolean }) {
  const { connections, chosen, choose, getInputProps, getErrorProps } = signIn;
  const id = useId();
  const place = useLocation();
  const hint = chosen ? undefined : 'Address of the device service. A path such as /api refers to this host.';
  return (
    <>
      <div>
        <div className={`${classes['head']} ${shared['small']}`}>
          <span id={id}>Connection</span>
          <Link to={buildConnectionsUrl(parseReturnUrl(place, location.origin))}>Edit connections</Link>
        </div>
        <div role="radiogroup" aria-labelledby={id} className={classes['list']}>
          {connections.map((connection) => (
            <label key={connection.id} className={classes['connection']}>
              <input
                ref={takesFocus && connection.id === chosen?.id ? focusIfLost : null}
                className={shared['invisibleInput']}
                type="radio"
                name={id}
                aria-label={`${toVisibleText(connection.name)} ${getHost(connection.baseUrl)}`}
                checked={connection.id === chosen?.id}
                onChange={() => choose(connection)}
              />
              <ConnectionAvatar name={connection.name} color={connection.identity} />
              <span className={`${classes['words']} ${shared['stackedText']}`}>
                <b>{connection.name}</b>
                <span className={shared['small']}>{getHost(connection.baseUrl)}</span>
              </span>
              {connection.usedAt !== undefined && (
                <span className={`${classes['used']} ${shared['small']}`}>
                  {formatTime(connection.usedAt, 'relative', Date.now())}
                </span>
              )}
              <IconCheck className={classes['check']} size={16} stroke={1.75} aria-hidden />
            </label>
          ))}
          <label className={classes['connection']} data-other>
            <input
              className={shared['invisibleInput']}
              type="radio"
              name={id}
              checked={!chosen}
              onChange={() => choose(undefined)}
            />
            <IconPlus size={16} stroke={1.75} aria-hidden />
            <span>Use another address</span>
          </label>
        </div>
      </div>
      <FormField label="Base URL" hint={hint} {...getErrorProps('baseUrl')}>
        <TextField size="form" autoComplete="url" inputMode="url" {...getInputProps('baseUrl')} />
      </FormField>
    </>
  );
}

function SignInProgress({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={`${classes['progress']} ${shared['row']}`}>
      <LinearProgress label="Loading the device list" />
      <p>
        Loading the device list <ElapsedTime />
        <span className={`${classes['small']} ${shared['small']}`}>Nothing is saved until the service responds.</span>
      </p>
      <Button ref={focusIfLost} size="form" Icon={IconPlayerStop} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

type SubmitRowProps = {
  baseUrl: string;
  label: string;
  onOtherConnection: (() => void) | undefined;
  /** True after a first attempt. The submit button then takes the focus from the Cancel button. */
  hasAttempted: boolean;
};

function SubmitRow({ baseUrl, label, onOtherConnection, hasAttempted }: SubmitRowProps) {
  const host = validateBaseUrl(baseUrl) === undefined ? getHost(baseUrl) : 'the service';
  return (
    <div className={classes['ready']}>
      <div className={classes['actions']}>
        <Button ref={hasAttempted ? focusIfLost : null} type="submit" variant="primary" size="form">
          {label}
        </Button>
        {onOtherConnection && (
          <Button variant="plain" size="form" onClick={onOtherConnection}>
            Use another connection
          </Button>
        )}
      </div>
      <p className={`${classes['small']} ${shared['small']}`}>{`Requests only the device list from ${host}.`}</p>
    </div>
  );
}

function DemoPrompt({ disabled, onUse }: { disabled: boolean; onUse: () => void }) {
  return (
    <div className={`${classes['demo']} ${shared['row']}`}>
      <p>
        No device service yet?
        <span className={`${classes['small']} ${shared['small']}`}>A sample fleet on this computer.</span>
      </p>
      <Button size="form" disabled={disabled} onClick={onUse}>
        Use the demo project
      </Button>
    </div>
  );
}

function focusIfLost(control: HTMLElement | null): void {
  if (document.activeElement === document.body) control?.focus();
}

function SecretField({ subject, ...field }: Omit<TextFieldProps, 'type' | 'end'> & { subject: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      end={
        <Button className={classes['show']} variant="link" onClick={() => setShown(!shown)}>
          {`${shown ? 'Hide' : 'Show'} ${subject}`}
        </Button>
      }
    />
  );
}
