import { IconSearch } from '@tabler/icons-react';
import { TextField, type TextFieldProps } from './TextField.tsx';

export function SearchField(props: Omit<TextFieldProps, 'type' | 'icon'>) {
  return <TextField {...props} type="search" icon={<IconSearch size={16} stroke={1.5} aria-hidden />} />;
}
