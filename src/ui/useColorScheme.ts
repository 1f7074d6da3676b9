import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

/** Light, dark or as the system says (`auto`), and how to choose. */
export function useColorScheme(): [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
