import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { foldText } from '#lib/text/foldText.ts';
import { MantineScope } from '#ui/theme/MantineScope.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Autocomplete.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';

const MAX_SUGGESTIONS = 100;

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'onKeyDown' | 'onSubmit'> & {
  value: string;
  onTextChange: (text: string) => void;
  onOptionSubmit?: (suggestion: string) => void;
  onEnter?: () => void;
  suggestions: readonly string[];
};

/**
 * Text input with suggestions. They open on typing, click or arrow key, and close on Enter, Escape or an action
 * outside.
 */
export function Autocomplete({
  value,
  onTextChange,
  onOptionSubmit = onTextChange,
  onEnter,
  suggestions,
  ...field
}: Props) {
  // opened on a complete value, the list shows all suggestions
  const [typing, setTyping] = useState(false);
  const store = useCombobox({
    onDropdownClose: () => {
      setTyping(false);
      store.resetSelectedOption();
    },
  });
  const typed = foldText(value.trim());
  const whole = suggestions.includes(value);
  const found = suggestions.filter((one) => (whole && !typing) || foldText(one).includes(typed));
  // a completely typed value needs no suggestion, and leaves Escape to the dialog around the input
  const fitting = whole && typing && found.length === 1 ? [] : found.slice(0, MAX_SUGGESTIONS);
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || store.getSelectedOptionIndex() >= 0) return;
    store.closeDropdown();
    if (onEnter && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) onEnter();
  };
  return (
    <MantineScope>
      <Combobox
        store={{ ...store, dropdownOpened: store.dropdownOpened && fitting.length > 0 }}
        onOptionSubmit={(suggestion) => {
          onTextChange(suggestion);
          if (onOptionSubmit !== onTextChange) onOptionSubmit(suggestion);
          store.closeDropdown();
        }}
        offset={4}
        transitionProps={{ duration: 0 }}
        classNames={{
          dropdown: `${classes['list']} ${shared['raised']}`,
          option: `${classes['option']} ${shared['option']}`,
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextField
            {...field}
            value={value}
            onKeyDown={onKey}
            onChange={({ currentTarget }) => {
              onTextChange(currentTarget.value);
              setTyping(true);
              store.openDropdown();
              store.resetSelectedOption();
            }}
            onClick={() => store.openDropdown()}
            onBlur={() => store.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options className={classes['options']} aria-label="Suggestions" translate="no">
            {fitting.map((suggestion) => (
              <Combobox.Option key={suggestion} value={suggestion} active={suggestion === value}>
                {suggestion}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </MantineScope>
  );
}
