import { type UseFormReturnType, useForm } from '@mantine/form';
import { upperFirst } from '@mantine/hooks';
import { useId, useState } from 'react';
import { normalizeBaseUrl, validateBaseUrl } from '#api/connection.ts';
import { DEFAULT_EXTENSIONS } from '#contract/extensions.ts';
import type { HostConfig } from '#contract/hostConfig.ts';
import { EXTENSION_LABELS, type ExtensionName } from '#contract/stages.ts';
import { CONNECTION_COLORS, type ConnectionColor } from '#lib/connectionColor.ts';
import { toVisibleText } from '#lib/invisible.ts';
import {
  HOST_CONNECTION_ID,
  type ListedConnection,
  removeConnection,
  type SavedConnection,
  saveConnection,
} from '#session/connections.ts';
import { useTaskTray } from '#session/taskTray.ts';
import { useSessionStore } from '#session/useSession.ts';
import { focusInvalidAfter } from '#ui/browser/focus/focusAfter.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import shared from '#ui/theme/shared.module.css';
import { ConnectionAvatar } from '#ui/values/ConnectionAvatar.tsx';
import classes from './ConnectionsPage.module.css';

type Props = {
  connection: ListedConnection;
  host: HostConfig;
  inUse?: boolean;
  isNew?: boolean;
  onDone?: () => void;
  onRemoved?: (undo: () => void) => void;
};

const EXTENSION_NAMES = Object.keys(EXTENSION_LABELS) as ExtensionName[];

/** Form for a saved connection. Changing the address of the current connection signs the user out. */
export function ConnectionForm({ connection, host, inUse = false, isNew = false, onDone, onRemoved }: Props) {
  const [saved, setSaved] = useState(false);
  const initialValues = toFormValues(connection);
  const form = useForm({ initialValues, validate: VALIDATORS, onValuesChange: () => setSaved(false) });
  useAnnouncement(saved ? `“${toVisibleText(connection.name)}” is saved` : '');
  const session = useSessionStore();
  const taskTray = useTaskTray();
  const { identity, name } = form.values;
  const unchanged = JSON.stringify(form.values) === JSON.stringify(initialValues);
  const isHostConnection = connection.id === HOST_CONNECTION_ID;
  const handleSubmit = form.onSubmit(
    (draft) => {
      const edited = { id: connection.id, ...toConnection(draft) };
      const hasNewAddress = inUse && edited.baseUrl !== connection.baseUrl;
      const storeConnection = () => {
        saveConnection(edited);
        form.setValues(toFormValues({ ...connection, ...edited }));
        setSaved(true);
        if (hasNewAddress) session.signOut(`The address of ${edited.name} has changed. Sign in again.`);
        onDone?.();
      };
      if (hasNewAddress) taskTray.requestLeave(storeConnection);
      else storeConnection();
    },
    (_, __, event) => focusInvalidAfter(() => undefined, event?.currentTarget ?? null),
  );
  return (
    <Pane
      title={
        <span className={shared['row']}>
          <ConnectionAvatar name={name || connection.name} color={identity} />
          {isNew ? 'New connection' : connection.name}
        </span>
      }
      count={inUse ? 'signed in' : undefined}
    >
      <form className={classes['form']} onSubmit={handleSubmit} noValidate>
        <ConnectionFields form={form} host={host} isHostConnection={isHostConnection} isNew={isNew} />
        <ConnectionColorPicker
          label={isNew ? 'Color' : `Color of ${toVisibleText(connection.name)}`}
          value={identity}
          onValueChange={(picked) => form.setFieldValue('identity', picked)}
        />
        <div className={`${classes['actions']} ${shared['row']}`}>
          <Button type="submit" size="form" variant={isNew ? 'primary' : 'edged'} disabled={!isNew && unchanged}>
            {isNew ? 'Add' : 'Save'}
          </Button>
          {isNew && (
            <Button variant="plain" size="form" onClick={onDone}>
              Cancel
            </Button>
          )}
          {!isHostConnection && !inUse && onRemoved && (
            <Button
              variant="plain"
              size="form"
              aria-label={`Remove ${toVisibleText(connection.name)}`}
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

type ConnectionFieldsProps = {
  form: UseFormReturnType<ConnectionFormValues>;
  host: HostConfig;
  isHostConnection: boolean;
  isNew: boolean;
};

function ConnectionFields({ form, host, isHostConnection, isNew }: ConnectionFieldsProps) {
  const getInputProps = (field: keyof typeof VALIDATORS) => form.getInputProps(field, { withError: false });
  return (
    <>
      <FormField label="Name" error={form.errors['name']}>
        <TextField size="form" ref={isNew ? focusOnMount : null} {...getInputProps('name')} />
      </FormField>
      <FormField
        label="Base URL"
        hint={isHostConnection ? 'Set by the host of this console.' : undefined}
        error={form.errors['baseUrl']}
      >
        <TextField
          size="form"
          disabled={isHostConnection}
          placeholder="https://devices.example.com/api"
          {...getInputProps('baseUrl')}
        />
      </FormField>
      <FormField label="First page" error={form.errors['firstPage']}>
        <TextField
          size="form"
          inputMode="numeric"
          placeholder={`host default: ${host.firstPage ?? 1}`}
          {...getInputProps('firstPage')}
        />
      </FormField>
      <ExtensionsFieldset form={form} host={host} />
    </>
  );
}

function ExtensionsFieldset({ form, host }: Pick<ConnectionFieldsProps, 'form' | 'host'>) {
  const { extensions } = form.values;
  const supported = extensions ?? host.extensions ?? DEFAULT_EXTENSIONS;
  return (
    <fieldset className={`${classes['extensions']} ${shared['column']}`}>
      <legend>Extensions</legend>
      <Checkbox
        label="Host default"
        checked={extensions === undefined}
        onCheckedChange={(checked) => form.setFieldValue('extensions', checked ? undefined : [...supported])}
      />
      {EXTENSION_NAMES.map((name) => (
        <Checkbox
          key={name}
          label={upperFirst(EXTENSION_LABELS[name])}
          disabled={extensions === undefined}
          checked={supported.includes(name)}
          onCheckedChange={(checked) =>
            form.setFieldValue('extensions', [...supported.filter((one) => one !== name), ...(checked ? [name] : [])])
          }
        />
      ))}
    </fieldset>
  );
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}

type ConnectionFormValues = ReturnType<typeof toFormValues>;

function toFormValues({ name, baseUrl, firstPage, extensions, identity }: ListedConnection) {
  return {
    identity,
    name,
    baseUrl,
    firstPage: firstPage === undefined ? '' : String(firstPage),
    extensions: extensions?.toSorted(),
  };
}

function toConnection({ name, baseUrl, firstPage, extensions, identity }: ConnectionFormValues) {
  return {
    identity,
    name: name.trim(),
    baseUrl: normalizeBaseUrl(baseUrl),
    ...(firstPage.trim() && { firstPage: Number(firstPage) }),
    ...(extensions && { extensions }),
  } satisfies Omit<SavedConnection, 'id'>;
}

const VALIDATORS = {
  name: (name: string) => (name.trim() ? undefined : 'Enter a name for the connection.'),
  baseUrl: validateBaseUrl,
  firstPage: (page: string) => (/^\d{0,9}$/.test(page.trim()) ? undefined : 'Enter a whole number, such as 0 or 1.'),
};

type ColorPickerProps = { label: string; value: ConnectionColor; onValueChange: (identity: ConnectionColor) => void };

function ConnectionColorPicker({ label, value, onValueChange }: ColorPickerProps) {
  const name = useId();
  return (
    <div className={`${classes['swatches']} ${shared['denseRow']}`} role="radiogroup" aria-label={label}>
      {CONNECTION_COLORS.map((identity) => (
        <label key={identity} className={classes['swatch']} data-identity={identity} data-tip={identity}>
          <input
            className={shared['invisibleInput']}
            type="radio"
            name={name}
            aria-label={identity}
            checked={identity === value}
            onChange={() => onValueChange(identity)}
          />
        </label>
      ))}
    </div>
  );
}
