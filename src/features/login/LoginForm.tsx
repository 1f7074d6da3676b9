import { IconCheck, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { baseUrlComplaint, hostOf, normalizeBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { toPlainText } from '#lib/invisible.ts';
import { formatTime } from '#lib/time/time.ts';
import { connectionsPath, returnPath } from '#paths/login.ts';
import type { ShownConnection } from '#session/connections.ts';
import { saysLocked } from '#session/limits.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { SecretField } from '#ui/inputs/SecretField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import shared from '#ui/theme/shared.module.css';
import { Badge } from '#ui/values/Badge.tsx';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import classes from './LoginForm.module.css';
import { SignInFault } from './SignInFault.tsx';
import { type SignIn, useSignIn } from './useSignIn.ts';

/** `onChosen` is called with the connection whose color the page takes. */
type Props = { host: HostConfig; onChosen: (connection: ShownConnection | undefined) => void };

const SECRETS = [
  { name: 'apiKey', label: 'API key', hint: undefined, subject: 'key', autoComplete: 'off' },
  {
    name: 'token',
    label: 'Token',
    hint: 'Sent exactly as typed in the Authorization header.',
    subject: 'token',
    autoComplete: 'current-password',
  },
] as const;

export function LoginForm({ host, onChosen }: Props) {
  const { notice } = useSession();
  const signIn = useSignIn(host, onChosen);
  const { form, chosen, values, failure, faultId, refused, proving, tried } = signIn;
  // a locked session asks only for credentials, unless another connection is wanted
  const locked = notice !== undefined && saysLocked(notice);
  const [short, setShort] = useState(locked);
  const fault = failure && (
    <SignInFault
      id={faultId}
      error={failure}
      baseUrl={normalizeBaseUrl(values.baseUrl)}
      onAddress={(address) => signIn.change('baseUrl', address)}
    />
  );
  return (
    <form ref={form} className={classes['form']} onSubmit={signIn.submit} noValidate>
      {short && chosen && <Chosen connection={chosen} />}
      {!short && !host.baseUrlFixed && <ConnectionChoice signIn={signIn} instead={locked} />}
      {refused === 'baseUrl' && fault}
      <Credentials signIn={signIn} />
      {!short && (
        <Checkbox
          label="Stay signed in when this tab reloads"
          hint="So does a closed tab that is opened again within 15 minutes. Left off, both ask again."
          checked={values.keep}
          onCheck={signIn.setKeep}
        />
      )}
      {refused !== 'baseUrl' && fault}
      {proving ? (
        <Trying stop={() => proving.abort()} />
      ) : (
        <Ready
          baseUrl={values.baseUrl}
          label={locked && short ? 'Unlock' : failure && !refused ? 'Try again' : 'Sign in'}
          another={short ? () => setShort(false) : undefined}
          tried={tried}
        />
      )}
      {host.demo && !short && <Demo disabled={proving !== undefined} onUse={signIn.tryDemo} />}
    </form>
  );
}

function Credentials({ signIn: { chosen, input, told } }: { signIn: SignIn }) {
  // after a session ended, the focus starts at the first input
  const { ended } = useSession();
  return (
    <>
      {/* password managers name the entry by it, and browsers store it unencrypted: never the API key */}
      <input type="text" name="username" autoComplete="username" value={chosen?.name ?? ''} readOnly hidden />
      {SECRETS.map(({ name, label, hint, ...field }) => (
        <FormField key={name} label={label} hint={hint} {...told(name)}>
          <SecretField
            {...field}
            required
            name={name}
            size="form"
            autoFocus={ended && name === 'apiKey'}
            {...input(name)}
          />
        </FormField>
      ))}
    </>
  );
}

function Chosen({ connection }: { connection: ShownConnection }) {
  return (
    <div className={`${classes['chosen']} ${shared['row']}`}>
      <Badge name={connection.name} identity={connection.identity} />
      <p>
        <b>{connection.name}</b>
        <span className={`${classes['small']} ${shared['small']}`}>{hostOf(connection.baseUrl)}</span>
      </p>
    </div>
  );
}

/** Choice of a saved connection or a new address. `instead`: replaces the locked connection's form. */
function ConnectionChoice({ signIn, instead }: { signIn: SignIn; instead: boolean }) {
  const { connections, chosen, choose, input, told } = signIn;
  const id = useId();
  const place = useLocation();
  const hint = chosen ? undefined : 'Where the device service is. A path alone, such as /api, is on this host.';
  return (
    <>
      <div>
        <div className={`${classes['head']} ${shared['small']}`}>
          <span id={id}>Connection</span>
          <Link to={connectionsPath(returnPath(place, location.origin))}>Edit connections</Link>
        </div>
        <div role="radiogroup" aria-labelledby={id} className={classes['list']}>
          {connections.map((connection) => (
            <label key={connection.id} className={classes['connection']}>
              <input
                ref={instead && connection.id === chosen?.id ? takeLostFocus : null}
                className={shared['cover']}
                type="radio"
                name={id}
                aria-label={`${toPlainText(connection.name)} ${hostOf(connection.baseUrl)}`}
                checked={connection.id === chosen?.id}
                onChange={() => choose(connection)}
              />
              <Badge name={connection.name} identity={connection.identity} />
              <span className={`${classes['words']} ${shared['words']}`}>
                <b>{connection.name}</b>
                <span className={shared['small']}>{hostOf(connection.baseUrl)}</span>
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
              className={shared['cover']}
              type="radio"
              name={id}
              checked={!chosen}
              onChange={() => choose(undefined)}
            />
            <IconPlus size={16} stroke={1.75} aria-hidden />
            <span>Another address</span>
          </label>
        </div>
      </div>
      <FormField label="Base URL" hint={hint} {...told('baseUrl')}>
        <TextField size="form" autoComplete="url" inputMode="url" {...input('baseUrl')} />
      </FormField>
    </>
  );
}

/** Progress and Cancel button during sign-in. Takes the focus from the submit button it replaces. */
function Trying({ stop }: { stop: () => void }) {
  return (
    <div className={`${classes['trying']} ${shared['row']}`}>
      <ProgressLine label="Asking for the device list" />
      <p>
        Asking for the device list <Elapsed />
        <span className={`${classes['small']} ${shared['small']}`}>Nothing is kept until the answer is here.</span>
      </p>
      <Button ref={takeLostFocus} size="form" Icon={IconPlayerStop} onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}

type ReadyProps = {
  baseUrl: string;
  label: string;
  another: (() => void) | undefined;
  /** True after a first attempt; the button then takes the focus from Cancel. */
  tried: boolean;
};

function Ready({ baseUrl, label, another, tried }: ReadyProps) {
  const host = baseUrlComplaint(baseUrl) === undefined ? hostOf(baseUrl) : 'the service';
  return (
    <div className={classes['ready']}>
      <div className={classes['actions']}>
        <Button ref={tried ? takeLostFocus : null} type="submit" look="primary" size="form">
          {label}
        </Button>
        {another && (
          <Button look="plain" size="form" onClick={another}>
            Another connection
          </Button>
        )}
      </div>
      <p className={`${classes['small']} ${shared['small']}`}>Asks {host} for the device list, nothing else.</p>
    </div>
  );
}

function Demo({ disabled, onUse }: { disabled: boolean; onUse: () => void }) {
  return (
    <div className={`${classes['demo']} ${shared['row']}`}>
      <p>
        No service at hand?
        <span className={`${classes['small']} ${shared['small']}`}>A made-up fleet, on this computer.</span>
      </p>
      <Button size="form" disabled={disabled} onClick={onUse}>
        Use the demo project
      </Button>
    </div>
  );
}

/** Takes the focus if it was lost with a removed button. */
function takeLostFocus(control: HTMLElement | null): void {
  if (document.activeElement === document.body) control?.focus();
}
