/** Log entry of a finished request. Contains the path, but no query string and no credentials. */
export type RequestLogEntry = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  address?: string;
  error?: string;
};

type LogLevel = 'requests' | 'errors' | 'nothing';

const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Creates a log that writes each entry as one line of JSON, with unsafe characters escaped. */
export function createRequestLogWriter(
  level: LogLevel,
  write: (line: string) => void,
): (entry: RequestLogEntry) => void {
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
