import { type UseFormReturnType, useForm } from '@mantine/form';
import { upperFirst } from '@mantine/hooks';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { baseUrlComplaint, normalizeBaseUrl } from '#api/connection.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { EXTENSIONS, type Extension } from '#contract/stages.ts';
import { toPlainText } from '#lib/invisible.ts';
import {
  HOST_CONNECTION,
  removeConnection,
  type SavedConnection,
  type ShownConnection,
  saveConnection,
} from '#session/connections.ts';
import { signOut } from '#session/session.ts';
import { leaveSession } from '#session/workTray.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { focusComplaint } from '#ui/browser/useFocusComplaint.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IdentityPick } from '#ui/controls/IdentityPick.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import shared from '#ui/theme/shared.module.css';
import { Badge } from '#ui/values/Badge.tsx';
import classes from './ConnectionsPage.module.css';

type Props = {
  connection: ShownConnection;
  host: HostConfig;
  inUse?: boolean;
  isNew?: boolean;
  onDone?: () => void;
  onRemoved?: (undo: () => void) => void;
};

/** Extensions of the interface that a service supports; '' uses the host's setting. */
const EXTENSION_CHOICES = [
  { value: '', label: 'As the host says' },
  { value: 'none', label: 'None' },
  ...combined(Object.keys(EXTENSIONS) as Extension[]).map((names) => ({
    value: names.toSorted().join(),
    label: upperFirst(new Intl.ListFormat('en').format(names.map((name) => EXTENSIONS[name]))),
  })),
];

/** Returns all non-empty combinations. */
function combined<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]];
  for (const item of items) all.push(...all.map((some) => [...some, item]));
  return all.slice(1);
}

/** Edits a saved connection. Changing the address of the connection in use signs out. */
export function ConnectionForm({ connection, host, inUse = false, isNew = false, onDone, onRemoved }: Props) {
  const [saved, setSaved] = useState(false);
  const initialValues = draftOf(connection);
  const form = useForm({ initialValues, validate: COMPLAINTS, onValuesChange: () => setSaved(false) });
  useAnnouncement(saved ? `“${toPlainText(connection.name)}” is saved` : '');
  const { identity, name } = form.values;
  const unchanged = JSON.stringify(form.values) === JSON.stringify(initialValues);
  const isHosts = connection.id === HOST_CONNECTION;
  const save = form.onSubmit(
    (draft) => {
      const edited = { id: connection.id, ...connectionOf(draft) };
      const moved = inUse && edited.baseUrl !== connection.baseUrl;
      const keep = () => {
        saveConnection(edited);
        form.setValues(draftOf({ ...connection, ...edited }));
        setSaved(true);
        if (moved) signOut(`${edited.name} has a new address: sign in to it.`);
        onDone?.();
      };
      if (moved) leaveSession(keep);
      else keep();
    },
    (_, __, event) => {
      // renders the errors first, so that screen readers announce them with the focus
      flushSync(() => undefined);
      focusComplaint(event?.currentTarget ?? null);
    },
  );
  return (
    <Pane
      title={
        <span className={shared['row']}>
          <Badge name={name || connection.name} identity={identity} />
          {isNew ? 'New connection' : connection.name}
        </span>
      }
      count={inUse ? 'signed in' : undefined}
    >
      <form className={classes['form']} onSubmit={save} noValidate>
        <Fields form={form} host={host} isHosts={isHosts} isNew={isNew} />
        <IdentityPick
          label={isNew ? 'Colour' : `Colour of ${toPlainText(connection.name)}`}
          value={identity}
          onPick={(picked) => form.setFieldValue('identity', picked)}
        />
        <div className={`${classes['actions']} ${shared['row']}`}>
          <Button type="submit" size="form" look={isNew ? 'primary' : 'edged'} disabled={!isNew && unchanged}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          {isNew && (
            <Button look="plain" size="form" onClick={onDone}>
              Cancel
            </Button>
          )}
          {!isHosts && !inUse && onRemoved && (
            <Button
              look="plain"
              size="form"
              aria-label={`Remove ${toPlainText(connection.name)}`}
              onClick={() => onRemoved(removeConnection(connection.id))}
            >
              Remove
            </Button>
          )}
          <span className={shared['muted']}>{saved && 'Saved'}</span>
        </div>
      </form>
    </Pane>
  );
}

type FieldsProps = { form: UseFormReturnType<ConnectionDraft>; host: HostConfig; isHosts: boolean; isNew: boolean };

function Fields({ form, host, isHosts, isNew }: FieldsProps) {
  const input = (field: keyof typeof COMPLAINTS) => form.getInputProps(field, { withError: false });
  return (
    <>
      <FormField label="Name" complaint={form.errors['name']}>
        <TextField size="form" ref={isNew ? takeFocus : null} {...input('name')} />
      </FormField>
      <FormField
        label="Base URL"
        hint={isHosts ? 'Given by the host of this console.' : undefined}
        complaint={form.errors['baseUrl']}
      >
        <TextField size="form" disabled={isHosts} placeholder="https://devices.example.com/api" {...input('baseUrl')} />
      </FormField>
      <FormField label="First page" complaint={form.errors['firstPage']}>
        <TextField
          size="form"
          inputMode="numeric"
          placeholder={`as the host says: ${host.firstPage ?? 1}`}
          {...input('firstPage')}
        />
      </FormField>
      <FormField label="Extensions">
        <Pick
          size="form"
          standard=""
          options={EXTENSION_CHOICES}
          value={form.values.extensions}
          onPick={(extensions) => form.setFieldValue('extensions', extensions)}
        />
      </FormField>
    </>
  );
}

/** Defined outside the component, so that the ref runs only on mount. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** Form values of a connection; '' uses the host's setting. */
type ConnectionDraft = ReturnType<typeof draftOf>;

function draftOf({ name, baseUrl, firstPage, extensions, identity }: ShownConnection) {
  return {
    identity,
    name,
    baseUrl,
    firstPage: firstPage === undefined ? '' : String(firstPage),
    extensions: extensions === undefined ? '' : extensions.toSorted().join() || 'none',
  };
}

function connectionOf({ name, baseUrl, firstPage, extensions, identity }: ConnectionDraft) {
  return {
    identity,
    name: name.trim(),
    baseUrl: normalizeBaseUrl(baseUrl),
    ...(firstPage.trim() && { firstPage: Number(firstPage) }),
    ...(extensions && { extensions: extensions === 'none' ? [] : extensions.split(',') }),
  } satisfies Omit<SavedConnection, 'id'>;
}

const COMPLAINTS = {
  name: (name: string) => (name.trim() ? undefined : 'Name the connection.'),
  baseUrl: baseUrlComplaint,
  firstPage: (page: string) => (/^\d{0,9}$/.test(page.trim()) ? undefined : 'Enter a whole number such as 0 or 1.'),
};
