import { expect, test } from 'vitest';
import { freeIdentity, IDENTITIES } from './identity.ts';

test('a new thing gets a colour of its own for as long as there is one', () => {
  expect(freeIdentity([])).toBe('teal');
  expect(freeIdentity(['teal', 'ochre'])).toBe('plum');
  expect(freeIdentity(IDENTITIES)).toBe('teal');
  expect(freeIdentity([...IDENTITIES, 'teal', 'plum'])).toBe('ochre');
});
