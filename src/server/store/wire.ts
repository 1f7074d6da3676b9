import { protocol } from '@electric-sql/pglite';
import { DatabaseError, type JsonRow, type Row, type Value } from './database.ts';

const { serialize } = protocol;
const decoder = new TextDecoder();

const DATA_ROW = 0x44;
const ERROR = 0x45;

/** One statement as PostgreSQL's extended query protocol sends it: parse, bind, execute, sync. */
export function statementBytes(sql: string, values: readonly Value[]): Uint8Array {
  const bound = values.map((value) => (typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value));
  return joined([
    serialize.parse({ text: sql }),
    serialize.bind({ values: bound }),
    serialize.execute({}),
    serialize.sync(),
  ]);
}

/** The rows in an answer, or throws the error in it. */
export function rowsOf(answer: Uint8Array): Row[] {
  return [...dataRows(answer)].map((columns) => columns.map((column) => column && decoder.decode(column)));
}

/** The only row in an answer; its first column is a view of the answer's own bytes. */
export function jsonRowOf(answer: Uint8Array): JsonRow {
  for (const [json, ...rest] of dataRows(answer)) {
    if (json) return { json, rest: rest.map((column) => column && decoder.decode(column)) };
  }
  throw new DatabaseError('statement', 'The statement answered nothing.');
}

type Columns = (Uint8Array | null)[];

function* dataRows(answer: Uint8Array): Generator<Columns> {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at < answer.byteLength; at += 1 + view.getUint32(at + 1)) {
    if (view.getUint8(at) === DATA_ROW) yield columns(answer, view, at + 5);
    else if (view.getUint8(at) === ERROR) throw errorIn(answer.subarray(at + 5, at + 1 + view.getUint32(at + 1)));
  }
}

function columns(answer: Uint8Array, view: DataView, start: number): Columns {
  let at = start + 2;
  return Array.from({ length: view.getUint16(start) }, () => {
    const length = view.getInt32(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return answer.subarray(at - length, at);
  });
}

/** An error is a list of letter + text, each closed by a NUL. */
function errorIn(body: Uint8Array): DatabaseError {
  const fields = new Map(
    decoder
      .decode(body)
      .split('\0')
      .map((field) => [field[0], field.slice(1)]),
  );
  return new DatabaseError('statement', fields.get('M') ?? 'unknown error', fields.get('C'), fields.get('D'));
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
