/** Characters that a terminal acts on, that end a line or a column, or that change the order of others. */
const SPECIAL = /[\\\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes a name for a terminal and for a table whose columns are divided by tabs. */
export function escapeName(name: string): string {
  return name.replace(SPECIAL, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return SHORT[character] ?? `\\u${code}`;
  });
}

/** Writes a line to standard output. Resolves once it is written; rejects where it cannot be, as on a full disk. */
export function printLine(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // unheard, the error would end the process
    process.stdout.once('error', reject);
    process.stdout.write(`${text}\n`, (error) => {
      if (error) return reject(error);
      process.stdout.off('error', reject);
      resolve();
    });
  });
}
