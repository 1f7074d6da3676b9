/** One finished request, without anything secret: the path is logged, never the query. */
export type LogEntry = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  /** Address of the caller, for a refused sign-in only. */
  address?: string;
  error?: string;
};

/** Requests to log: every one, those that failed or were refused a sign-in, or none. */
type LogLevel = 'requests' | 'errors' | 'nothing';

/** Characters that act on a terminal, end a line for some readers, or cannot be seen. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Creates the log of a service: each entry becomes a line of JSON in which every unsafe character is escaped. */
export function createLog(level: LogLevel, write: (line: string) => void): (entry: LogEntry) => void {
  return (entry) => {
    const isError = entry.status >= 500 || entry.address !== undefined;
    if (level === 'nothing' || (level === 'errors' && !isError)) return;
    write(`${formatJson({ time: new Date().toISOString(), ...entry })}\n`);
  };
}

function formatJson(value: object): string {
  return JSON.stringify(value).replace(UNSAFE_CHARACTERS, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
