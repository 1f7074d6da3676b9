import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { DATE_TRUNC_UNITS } from '#contract/groupStage.ts';
import { describeGroupKey, type GroupKeyDraft, isDateUnit } from '#pipeline/draft/stages/group.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './GroupEditor.module.css';

const KEY_OPTIONS = [
  { value: 'value', label: 'each value' },
  ...DATE_TRUNC_UNITS.map((value) => ({ value, label: `per ${value}` }) as const),
  { value: 'bucket', label: 'in steps of' },
] as const;

type Props = {
  value: GroupKeyDraft;
  /** Position, such as "stage 2 field 1". */
  label: string;
  editing: {
    /** Name of the result, and IANA zone of new times ('' for UTC). */
    name: string;
    zone: string;
    suggestions: readonly string[];
    isInvalid: boolean;
    openState: readonly [opened: boolean, toggle: (opened: boolean) => void];
  };
  onChange: (row: GroupKeyDraft, typing?: string) => void;
  onRemove: () => void;
};

export function GroupKeyChip({ value, label, editing, onChange, onRemove }: Props) {
  const text = value.field.trim() === '' ? 'field' : describeGroupKey(value);
  return (
    <span className={classes['chip']} data-row={value.key} data-invalid={editing.isInvalid || undefined}>
      <Popover
        label={`Group by, ${label}`}
        placement={{ width: 280 }}
        controlledState={editing.openState}
        renderTrigger={(control) => (
          <button
            {...control}
            type="button"
            data-focus
            data-opens={value.field.trim() === '' || undefined}
            className={classes['chipText']}
            aria-label={`${text}, ${label}: edit`}
            aria-invalid={editing.isInvalid || undefined}
          >
            {text}
          </button>
        )}
      >
        {(close) => <GroupKeyForm value={value} editing={editing} onChange={onChange} onClose={close} />}
      </Popover>
      <IconButton size="row" label={`Remove field, ${label}`} onClick={onRemove}>
        <IconX size={12} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  );
}

type FormProps = Omit<Props, 'label' | 'onRemove'> & { onClose: () => void };

function GroupKeyForm({ value, editing, onChange, onClose }: FormProps) {
  const { name, zone, suggestions } = editing;
  const changeBy = (by: GroupKeyDraft['by']) => {
    const unitZone = isDateUnit(value.by) ? value.zone : zone;
    onChange({ ...value, by, zone: isDateUnit(by) ? unitZone : '' });
  };
  // also on Ctrl+Enter, which runs the query
  const closeOnEnter = (event: KeyboardEvent) => {
    const isOwnKey = event.target instanceof HTMLSelectElement && !event.ctrlKey;
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || isOwnKey) return;
    // otherwise the key also presses the button that the focus returns to
    event.preventDefault();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of its inputs
    <div className={shared['panel']} onKeyDown={closeOnEnter}>
      <FormField label="Field">
        <Autocomplete
          data-autofocus
          placeholder="field"
          suggestions={suggestions}
          value={value.field}
          onTextChange={(field) => onChange({ ...value, field }, `group ${value.key}`)}
        />
      </FormField>
      <FormField label="Groups">
        <Select options={KEY_OPTIONS} value={value.by} onValueChange={changeBy} />
      </FormField>
      {isDateUnit(value.by) && (
        <FormField label="Time zone">
          <Autocomplete
            placeholder="UTC"
            suggestions={Intl.supportedValuesOf('timeZone')}
            value={value.zone}
            onTextChange={(text) => onChange({ ...value, zone: text }, `zone ${value.key}`)}
          />
        </FormField>
      )}
      {value.by === 'bucket' && (
        <FormField label="Step">
          <TextField
            inputMode="decimal"
            value={value.width}
            onChange={({ currentTarget }) => onChange({ ...value, width: currentTarget.value }, `width ${value.key}`)}
          />
        </FormField>
      )}
      <FormField label="Name in the result">
        <TextField
          placeholder={name}
          value={value.name}
          onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value }, `name ${value.key}`)}
        />
      </FormField>
    </div>
  );
}
