/**
 * Matches characters that are escaped in output: control and bidirectional characters, line breaks, tabs and
 * backslashes.
 */
const UNSAFE_CHARACTERS = /[\\\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function escapeTerminalText(name: string): string {
  return name.replace(UNSAFE_CHARACTERS, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return SHORT_ESCAPES[character] ?? `\\u${code}`;
  });
}

export function printLine(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // without a listener the error would end the process
    process.stdout.once('error', reject);
    process.stdout.write(`${text}\n`, (error) => {
      if (error) return reject(error);
      process.stdout.off('error', reject);
      resolve();
    });
  });
}
