import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { baseUrlComplaint, normalizeBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { HOST_CONNECTION, removeConnection, type SavedConnection, saveConnection } from '#session/connections.ts';
import { signOut } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Pane } from '#ui/Pane.tsx';
import { useFocusComplaint } from '#ui/useFocusComplaint.ts';
import classes from './ConnectionsPage.module.css';
import '#ui/inputs.css';

type Props = {
  connection: SavedConnection;
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

  const input = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setDraft({ ...draft, [name]: currentTarget.value });
      setComplaints({ ...complaints, [name]: undefined });
      setSaid('');
    },
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
    setDraft(draftOf(saved));
    setSaid('Saved');
    if (inUse && saved.baseUrl !== connection.baseUrl) signOut(`${saved.name} has a new address: sign in to it.`);
    onDone?.();
  };

  return (
    <Pane
      title={isNew ? 'New connection' : connection.name}
      aside={inUse && <span className={classes['mark']}>signed in</span>}
    >
      <form ref={form} className={classes['form']} onSubmit={save} noValidate>
        <TextInput
          label="Name"
          autoComplete="off"
          ref={isNew ? takeFocus : null}
          error={complaints.name}
          {...input('name')}
        />
        <TextInput
          label="Base URL"
          description={own ? 'Given by the host of this console.' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
          disabled={own}
          placeholder="https://devices.example.com/api"
          error={complaints.baseUrl}
          {...input('baseUrl')}
        />
        <TextInput
          label="First page"
          inputMode="numeric"
          autoComplete="off"
          placeholder={`as the host says: ${host.firstPage ?? 1}`}
          error={complaints.firstPage}
          {...input('firstPage')}
        />
        <NativeSelect label="Extensions" data={EXTENSION_CHOICES} {...input('extensions')} />
        <div className={classes['actions']}>
          <Button type="submit" look={isNew ? 'primary' : 'edged'} disabled={unchanged}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          {!own && !inUse && (
            <Button
              aria-label={isNew ? 'Cancel' : `Remove ${connection.name}`}
              onClick={() => (isNew ? onDone?.() : removeConnection(connection.id))}
            >
              {isNew ? 'Cancel' : 'Remove'}
            </Button>
          )}
          <span className={classes['mark']} role="status">
            {said}
          </span>
        </div>
      </form>
    </Pane>
  );
}

/** Outside the form, so that it is called once, when the input appears. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

function draftOf({ name, baseUrl, firstPage, extensions }: SavedConnection) {
  return {
    name,
    baseUrl,
    firstPage: firstPage === undefined ? '' : String(firstPage),
    extensions: extensions === undefined ? '' : extensions.toSorted().join() || 'none',
  };
}

type Draft = ReturnType<typeof draftOf>;

function connectionOf({ name, baseUrl, firstPage, extensions }: Draft, id: string): SavedConnection {
  return {
    id,
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
