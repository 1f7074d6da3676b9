import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A doc comment that begins with a question word describes a noun by a clause; a noun or a verb is shorter. */
const CLAUSE = /^\s*\/\*\*\s*(?:\n\s*\* )?(What|Whether|Whoever|Who|How)\b.*/gm;

test('doc comments begin with a verb or a noun', () => {
  const found = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(m?tsx?|mjs)$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(root, folder, file), 'utf8');
        return [...text.matchAll(CLAUSE)].map(([comment]) => `${folder}/${file}: ${comment.trim()}`);
      }),
  );
  expect(found, 'state what the code does in the third person, or name it').toEqual([]);
});
