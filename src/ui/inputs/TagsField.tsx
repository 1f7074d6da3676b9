import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { MantineScope } from '#ui/theme/MantineScope.tsx';
import shared from '#ui/theme/shared.module.css';
import list from './Autocomplete.module.css';
import classes from './TagsField.module.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';

type Props = {
  label: string;
  placeholder: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  suggestions: readonly string[];
  className?: string | undefined;
};

/** Input for several short texts. Suggestions open on typing, click or arrow key, and close when one is selected. */
export function TagsField({ label, placeholder, values, onChange, suggestions, className = '' }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <MantineScope>
      <TagsInput
        className={className}
        classNames={{
          input: classes['input'],
          pill: classes['tag'],
          dropdown: `${list['list']} ${shared['raised']}`,
          option: `${list['option']} ${shared['option']}`,
        }}
        aria-label={label}
        placeholder={values.length === 0 ? placeholder : ''}
        data={[...suggestions]}
        value={[...values]}
        onChange={onChange}
        data-focus
        acceptValueOnBlur
        openOnFocus={false}
        dropdownOpened={opened}
        onDropdownOpen={() => setOpened(true)}
        onDropdownClose={() => setOpened(false)}
        onSearchChange={(typed) => setOpened(typed !== '')}
        onClick={() => setOpened(true)}
        comboboxProps={{ transitionProps: { duration: 0 }, offset: 4 }}
      />
    </MantineScope>
  );
}
