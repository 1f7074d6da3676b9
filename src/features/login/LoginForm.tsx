import { useState } from 'react';
import { hostOf, normalizeBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import type { ShownConnection } from '#session/connections.ts';
import { saysLocked } from '#session/limits.ts';
import { useSession } from '#session/session.ts';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { SecretField } from '#ui/inputs/SecretField.tsx';
import { Badge } from '#ui/values/Badge.tsx';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import classes from './LoginForm.module.css';
import { Demo, Ready, Trying } from './SignInActions.tsx';
import { SignInFault } from './SignInFault.tsx';
import { type SignIn, useSignIn } from './useSignIn.ts';

/** `onChosen` hears whose colour the page takes. */
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

/** Asks for address and credentials; a refusal is shown with the input it is about, and nothing typed is lost. */
export function LoginForm({ host, onChosen }: Props) {
  const { notice } = useSession();
  const signIn = useSignIn(host, onChosen);
  const { form, chosen, values, failure, faultId, refused, proving, tried } = signIn;
  // who was here a moment ago is asked for credentials alone, unless another connection is wanted
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
      {!short && !host.baseUrlFixed && <ConnectionChoice signIn={signIn} />}
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
  // whoever was here a moment ago goes on from the first input
  const { ended } = useSession();
  return (
    <>
      {/* what password managers name an entry by, and browsers keep unencrypted: never the key */}
      <input type="text" name="username" autoComplete="username" value={chosen?.name ?? ''} readOnly hidden />
      {SECRETS.map(({ name, label, hint, ...field }) => (
        <FormField key={name} label={label} hint={hint} {...told(name)}>
          {(control) => (
            <SecretField
              {...control}
              {...field}
              name={name}
              size="form"
              autoFocus={ended && name === 'apiKey'}
              {...input(name)}
            />
          )}
        </FormField>
      ))}
    </>
  );
}

function Chosen({ connection }: { connection: ShownConnection }) {
  return (
    <div className={classes['chosen']}>
      <Badge name={connection.name} identity={connection.identity} />
      <p>
        <b>{connection.name}</b>
        <span className={classes['small']}>{hostOf(connection.baseUrl)}</span>
      </p>
    </div>
  );
}
