import { type FormEvent, useRef, useState } from 'react';
import { baseUrlComplaint, normalizeBaseUrl } from '#api/connection.ts';
import { type SavedConnection, type ShownConnection, saveConnection } from '#session/connections.ts';
import { signOut } from '#session/session.ts';
import { useFocusComplaint } from '#ui/browser/useFocusComplaint.ts';

type Complaints = Partial<Record<'name' | 'baseUrl' | 'firstPage', string | undefined>>;

type Options = {
  /** The user is signed in to it. */
  inUse: boolean;
  onDone: (() => void) | undefined;
};

export type ConnectionDraft = ReturnType<typeof useConnectionDraft>;

/** What is typed about a connection, what is wrong with it, and the saving of it. */
export function useConnectionDraft(connection: ShownConnection, { inUse, onDone }: Options) {
  const [draft, setDraft] = useState(() => draftOf(connection));
  const [complaints, setComplaints] = useState<Complaints>({});
  const [said, setSaid] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [complained, setComplained] = useState(0);
  useFocusComplaint(form, complained);
  const unchanged = JSON.stringify(draft) === JSON.stringify(draftOf(connection));

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
  return { form, draft, complaints, said, unchanged, change, input, save };
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
