import { type FormEvent, useRef, useState } from 'react';
import { baseUrlComplaint, normalizeBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import {
  HOST_CONNECTION,
  removeConnection,
  type SavedConnection,
  type ShownConnection,
  saveConnection,
} from '#session/connections.ts';
import { signOut } from '#session/session.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/FormField.tsx';
import { IdentityPick } from '#ui/IdentityPick.tsx';
import { Pane } from '#ui/Pane.tsx';
import { Pick } from '#ui/Pick.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFocusComplaint } from '#ui/useFocusComplaint.ts';
import classes from './ConnectionsPage.module.css';

type Props = {
  connection: ShownConnection;
  host: HostConfig;
  /** The user is signed in to it. */
  inUse?: boolean;
  isNew?: boolean;
  onDone?: () => void;
};

type Complaints = Partial<Record<'name' | 'baseUrl' | 'firstPage', string | undefined>>;

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
  const [draft, setDraft] = useState(() => draftOf(connection));
  const [complaints, setComplaints] = useState<Complaints>({});
  const [said, setSaid] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [complained, setComplained] = useState(0);
  useFocusComplaint(form, complained);
  const own = connection.id === HOST_CONNECTION;
  const unchanged = !isNew && JSON.stringify(draft) === JSON.stringify(draftOf(connection));

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setComplaints({ ...complaints, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) });
    setSaid('');
  };
  const input = (name: 'name' | 'baseUrl' | 'firstPage') => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const found = complaintsAbout(draft);
    setComplaints(found);
    if (Object.values(found).some(Boolean)) {
      setComplained((times) => times + 1);
      return;
    }
    const saved = connectionOf(draft, connection.id);
    saveConnection(saved);
    setDraft(draftOf({ ...connection, ...saved }));
    setSaid('Saved');
    if (inUse && saved.baseUrl !== connection.baseUrl) signOut(`${saved.name} has a new address: sign in to it.`);
    onDone?.();
  };

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
      <form ref={form} className={classes['form']} onSubmit={save} noValidate>
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
        <IdentityPick
          label={isNew ? 'Colour' : `Colour of ${connection.name}`}
          value={draft.identity}
          onPick={(identity) => change({ identity })}
        />
        <div className={classes['actions']}>
          <Button type="submit" size="form" look={isNew ? 'primary' : 'edged'} disabled={unchanged}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          {!own && !inUse && <WayOut name={isNew ? undefined : connection.name} onClick={isNew ? onDone : remove} />}
          <span className={classes['mark']} role="status">
            {said}
          </span>
        </div>
      </form>
    </Pane>
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

function draftOf({ name, baseUrl, firstPage, extensions, identity }: ShownConnection) {
  return {
    identity,
    name,
    baseUrl,
    firstPage: firstPage === undefined ? '' : String(firstPage),
    extensions: extensions === undefined ? '' : extensions.toSorted().join() || 'none',
  };
}

type Draft = ReturnType<typeof draftOf>;

function connectionOf({ identity, name, baseUrl, firstPage, extensions }: Draft, id: string): SavedConnection {
  return {
    id,
    identity,
    name: name.trim(),
    baseUrl: normalizeBaseUrl(baseUrl),
    ...(firstPage.trim() && { firstPage: Number(firstPage) }),
    ...(extensions && { extensions: extensions === 'none' ? [] : extensions.split(',') }),
  };
}

function complaintsAbout({ name, baseUrl, firstPage }: Draft): Complaints {
  return {
    name: name.trim() ? undefined : 'Name the connection.',
    baseUrl: baseUrlComplaint(baseUrl),
    firstPage: /^\d{0,9}$/.test(firstPage.trim()) ? undefined : 'Enter a whole number such as 0 or 1.',
  };
}
