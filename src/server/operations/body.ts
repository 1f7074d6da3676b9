import { JsonError, parseExact } from '#server/exactJson.ts';
import { invalid, refuse } from '#server/refusal.ts';

/** Largest request body, in bytes. */
export const BODY_MAX = 1024 * 1024;

/**
 * Reads a request's body as JSON without rounding numbers. An empty body is an empty object.
 * Refuses what `readBytes` refuses, and what is not a JSON object in UTF-8 (400).
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = decoded(await readBytes(request));
  const body = text.trim() === '' ? {} : parsed(text);
  if (
    typeof body !== 'object' ||
    body === null ||
    Array.isArray(body) ||
    Object.getPrototypeOf(body) !== Object.prototype
  ) {
    throw invalid('body: expected a JSON object.');
  }
  return body as Record<string, unknown>;
}

/** Reads a request's body as it is. Refuses another content type than JSON (415) and too many bytes (413). */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers.get('content-type');
  if (type && !/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type)) throw refuse(415, 'CONTENT-TYPE-UNSUPPORTED');
  if (Number(request.headers.get('content-length')) > BODY_MAX) throw refuse(413, 'REQUEST-TOO-LARGE');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.byteLength;
    if (length > BODY_MAX) throw refuse(413, 'REQUEST-TOO-LARGE');
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function decoded(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw invalid('body: expected JSON in UTF-8.');
  }
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof JsonError) throw invalid(`body: ${error.message} at character ${error.position + 1}.`);
    throw error;
  }
}
