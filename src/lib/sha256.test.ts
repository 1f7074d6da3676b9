import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

function hexOf(...pieces: Uint8Array[]): string {
  const hash = new Sha256();
  for (const piece of pieces) hash.update(piece);
  return hash.hex();
}

test('the digest of nothing is the standard’s', () => {
  expect(hexOf()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('bytes of any length, in pieces of any length, have the digest that Node finds', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = randomBytes(length);
    const cut = length === 0 ? 0 : (length * 37) % length;
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(hexOf(bytes)).toBe(expected);
    expect(hexOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(expected);
  }
});

test('so have a million bytes', () => {
  const bytes = randomBytes(1_000_000);
  const pieces = Array.from({ length: 101 }, (_, index) => bytes.subarray(9999 * index, 9999 * (index + 1)));
  expect(hexOf(...pieces)).toBe(createHash('sha256').update(bytes).digest('hex'));
});
