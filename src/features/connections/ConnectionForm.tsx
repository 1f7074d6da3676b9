import type { HostConfig } from '#contract/hostConfig.ts';
import { HOST_CONNECTION, removeConnection, type ShownConnection } from '#session/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IdentityPick } from '#ui/controls/IdentityPick.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Badge } from '#ui/values/Badge.tsx';
import classes from './ConnectionsPage.module.css';
import { type ConnectionDraft, useConnectionDraft } from './useConnectionDraft.ts';

type Props = {
  connection: ShownConnection;
  host: HostConfig;
  /** The user is signed in to it. */
  inUse?: boolean;
  isNew?: boolean;
  onDone?: () => void;
};

/** What a service may run beyond the interface; '' leaves it to the host. */
const EXTENSION_CHOICES = [
  { value: '', label: 'As the host says' },
  { value: 'none', label: 'None' },
  { value: 'operators', label: 'Match operators' },
  { value: 'sort', label: 'Sort stage' },
  { value: 'operators,sort', label: 'Match operators and sort stage' },
];

/** One connection, edited in place; a change of the address in use asks for its credentials again. */
export function ConnectionForm({ connection, host, inUse = false, isNew = false, onDone }: Props) {
  const edited = useConnectionDraft(connection, { inUse, onDone });
  const { form, draft, change } = edited;
  const own = connection.id === HOST_CONNECTION;
  const remove = () => removeConnection(connection.id);
  return (
    <Pane
      title={
        <span className={classes['title']}>
          <Badge name={draft.name || connection.name} identity={draft.identity} />
          {isNew ? 'New connection' : connection.name}
        </span>
      }
      count={inUse ? 'signed in' : undefined}
    >
      <form ref={form} className={classes['form']} onSubmit={edited.save} noValidate>
        <Fields {...{ host, own, isNew, edited }} />
        <IdentityPick
          label={isNew ? 'Colour' : `Colour of ${connection.name}`}
          value={draft.identity}
          onPick={(identity) => change({ identity })}
        />
        <div className={classes['actions']}>
          <Button type="submit" size="form" look={isNew ? 'primary' : 'edged'} disabled={!isNew && edited.unchanged}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          {!own && !inUse && <WayOut name={isNew ? undefined : connection.name} onClick={isNew ? onDone : remove} />}
          <span className={classes['mark']} role="status">
            {edited.said}
          </span>
        </div>
      </form>
    </Pane>
  );
}

type FieldsProps = { host: HostConfig; own: boolean; isNew: boolean; edited: ConnectionDraft };

/** What the service is called, where it is, and how it reads what the interface leaves open. */
function Fields({ host, own, isNew, edited }: FieldsProps) {
  const { draft, complaints, change, input } = edited;
  return (
    <>
      <FormField label="Name" complaint={complaints.name}>
        {(control) => <TextField {...control} size="form" ref={isNew ? takeFocus : null} {...input('name')} />}
      </FormField>
      <FormField
        label="Base URL"
        hint={own ? 'Given by the host of this console.' : undefined}
        complaint={complaints.baseUrl}
      >
        {(control) => (
          <TextField
            {...control}
            size="form"
            disabled={own}
            placeholder="https://devices.example.com/api"
            {...input('baseUrl')}
          />
        )}
      </FormField>
      <Interface
        host={host}
        complaint={complaints.firstPage}
        firstPage={input('firstPage')}
        extensions={draft.extensions}
        onExtensions={(extensions) => change({ extensions })}
      />
    </>
  );
}

type InterfaceProps = {
  host: HostConfig;
  complaint: string | undefined;
  firstPage: { value: string; onChange: (event: { currentTarget: { value: string } }) => void };
  extensions: string;
  onExtensions: (extensions: string) => void;
};

/** How this service reads what the interface leaves open. */
function Interface({ host, complaint, firstPage, extensions, onExtensions }: InterfaceProps) {
  const placeholder = `as the host says: ${host.firstPage ?? 1}`;
  return (
    <>
      <FormField label="First page" complaint={complaint}>
        {(control) => (
          <TextField {...control} size="form" inputMode="numeric" placeholder={placeholder} {...firstPage} />
        )}
      </FormField>
      <FormField label="Extensions">
        {(control) => (
          <Pick
            {...control}
            size="form"
            standard=""
            options={EXTENSION_CHOICES}
            value={extensions}
            onPick={onExtensions}
          />
        )}
      </FormField>
    </>
  );
}

/** Gives a new connection up, or removes one that was saved. */
function WayOut({ name, onClick }: { name: string | undefined; onClick: (() => void) | undefined }) {
  return (
    <Button look="plain" size="form" aria-label={name === undefined ? 'Cancel' : `Remove ${name}`} onClick={onClick}>
      {name === undefined ? 'Cancel' : 'Remove'}
    </Button>
  );
}

/** Outside the form, so that it is called once, when the input appears. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
