import { IconPlayerStop } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { baseUrlComplaint, hostOf, normalizeBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import type { ShownConnection } from '#session/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { SecretField } from '#ui/inputs/SecretField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { Badge } from '#ui/values/Badge.tsx';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import classes from './LoginForm.module.css';
import { SignInFault } from './SignInFault.tsx';
import { type LoginField, type Prove, type SignIn, useSignIn } from './useSignIn.ts';

type Props = {
  host: HostConfig;
  onProve: Prove;
  /** Somebody was signed in: only the credentials are asked for, unless another connection is wanted. */
  locked: boolean;
  /** Whoever was here a moment ago goes on from the first input. */
  focused: boolean;
  editPath: string;
  /** Whose colour the page takes. */
  onChosen: (connection: ShownConnection | undefined) => void;
};

/** Asks for address and credentials; a refusal is shown with the input it is about, and nothing typed is lost. */
export function LoginForm({ host, onProve, locked, focused, editPath, onChosen }: Props) {
  const signIn = useSignIn(host, onProve);
  const { form, chosen, values, failure, refused, proving } = signIn;
  const [short, setShort] = useState(locked);
  const faultId = useId();
  const field = (name: LoginField) => ({
    complaint: signIn.complaints[name],
    faultId: refused === name ? faultId : undefined,
  });
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
      {!short && !host.baseUrlFixed && <Service {...{ signIn, editPath, onChosen, fault: field('baseUrl') }} />}
      {refused === 'baseUrl' && fault}
      <Credentials signIn={signIn} focused={focused} fault={field} />
      {!short && <Keep checked={values.keep} onCheck={signIn.setKeep} />}
      {refused !== 'baseUrl' && fault}
      {proving ? (
        <Trying stop={() => proving.abort()} />
      ) : (
        <Ready
          host={hostTyped(values.baseUrl)}
          label={locked && short ? 'Unlock' : failure && !refused ? 'Try again' : 'Sign in'}
          another={short ? () => setShort(false) : undefined}
        />
      )}
      {host.demo && !short && <Demo disabled={proving !== undefined} onUse={signIn.proveDemo} />}
    </form>
  );
}

/** What a field is told of the fault it is about. */
type Told = { complaint: string | undefined; faultId: string | undefined };

type ServiceProps = { signIn: SignIn; editPath: string; onChosen: Props['onChosen']; fault: Told };

/** Which service is signed in to. */
function Service({ signIn, editPath, onChosen, fault }: ServiceProps) {
  const { connections, chosen } = signIn;
  const choose = (connection: ShownConnection | undefined) => {
    signIn.choose(connection);
    onChosen(connection);
  };
  const hint = chosen ? undefined : 'Where the device service is. A path alone, such as /api, is on this host.';
  return (
    <>
      <ConnectionChoice connections={connections} chosen={chosen} onChoose={choose} editPath={editPath} />
      <FormField label="Base URL" hint={hint} {...fault}>
        {(control) => (
          <TextField {...control} size="form" autoComplete="url" inputMode="url" {...signIn.input('baseUrl')} />
        )}
      </FormField>
    </>
  );
}

type CredentialsProps = { signIn: SignIn; focused: boolean; fault: (name: LoginField) => Told };

function Credentials({ signIn, focused, fault }: CredentialsProps) {
  const { chosen, input } = signIn;
  return (
    <>
      {/* what password managers name an entry by, and browsers keep unencrypted: never the key */}
      <input type="text" name="username" autoComplete="username" value={chosen?.name ?? ''} readOnly hidden />
      <FormField label="API key" {...fault('apiKey')}>
        {(control) => (
          <SecretField
            {...control}
            autoFocus={focused}
            subject="key"
            size="form"
            name="apiKey"
            autoComplete="off"
            {...input('apiKey')}
          />
        )}
      </FormField>
      <FormField label="Token" hint="Sent exactly as typed in the Authorization header." {...fault('token')}>
        {(control) => (
          <SecretField
            {...control}
            subject="token"
            size="form"
            name="token"
            autoComplete="current-password"
            {...input('token')}
          />
        )}
      </FormField>
    </>
  );
}

function Keep(choice: { checked: boolean; onCheck: (keep: boolean) => void }) {
  const hint = 'So does a closed tab that is opened again within 15 minutes. Left off, both ask again.';
  return <Checkbox label="Stay signed in when this tab reloads" hint={hint} {...choice} />;
}

function Demo({ disabled, onUse }: { disabled: boolean; onUse: () => void }) {
  return (
    <div className={classes['demo']}>
      <p>
        No service at hand?
        <span className={classes['small']}>A made-up fleet, on this computer.</span>
      </p>
      <Button size="form" disabled={disabled} onClick={onUse}>
        Use the demo project
      </Button>
    </div>
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

/** While it is tried, Cancel stands where the primary was; whoever pressed that goes on from here. */
function Trying({ stop }: { stop: () => void }) {
  return (
    <div className={classes['trying']}>
      <ProgressLine label="Asking for the device list" />
      <p>
        Asking for the device list <Elapsed />
        <span className={classes['small']}>Nothing is kept until the answer is here.</span>
      </p>
      <Button data-way-on size="form" icon={<IconPlayerStop size={16} stroke={1.5} aria-hidden />} onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}

function Ready({ host, label, another }: { host: string; label: string; another: (() => void) | undefined }) {
  return (
    <div className={classes['ready']}>
      <div className={classes['actions']}>
        <Button data-way-on type="submit" look="primary" size="form">
          {label}
        </Button>
        {another && (
          <Button look="plain" size="form" onClick={another}>
            Another connection
          </Button>
        )}
      </div>
      <p className={classes['small']}>Asks {host} for the device list, nothing else.</p>
    </div>
  );
}

/** The host that would be asked, as far as it was typed. */
function hostTyped(baseUrl: string): string {
  return baseUrlComplaint(baseUrl) === undefined ? hostOf(baseUrl) : 'the service';
}
