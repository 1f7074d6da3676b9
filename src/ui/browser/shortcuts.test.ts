import { expect, test } from 'vitest';
import { getKeyLetter } from './shortcuts.ts';

test.each([
  ['K', 'KeyK', 'k'],
  // French and Turkish layouts
  ['a', 'KeyQ', 'a'],
  ['é', 'Digit2', 'é'],
  ['ı', 'KeyI', 'ı'],
  // Cyrillic, Greek, Hebrew and Arabic layouts
  ['Л', 'KeyK', 'k'],
  ['κ', 'KeyK', 'k'],
  ['ל', 'KeyK', 'k'],
  ['ن', 'KeyK', 'k'],
  ['ж', 'Semicolon', 'ж'],
  ['Escape', 'Escape', 'escape'],
])('the key %s at %s has the letter %s', (key, code, letter) => {
  expect(getKeyLetter({ key, code })).toBe(letter);
});
