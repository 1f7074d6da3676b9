import { isJsonObject, JsonSyntaxError } from '#lib/json/json.ts';
import { type JsonParseOptions, parseJson } from '#lib/json/parseJson.ts';
import { createInvalidDataError, HttpError, httpError } from '#server/httpError.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Maximum number of chunks of a request body, because reading a chunk costs about as much as reading kilobytes. */
const MAX_CHUNKS = 10_000;

/** Matches text that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE_TEXT = /\0|\p{Surrogate}/u;

/** Limits far above those of any reasonable request. */
const JSON_LIMITS: JsonParseOptions = {
  maxDepth: 32,
  maxNumberSize: 400,
  // the order of members decides which field is sorted by first
  keepKeyOrder: true,
  uniqueNames: true,
  findStringError: (text) =>
    UNSTORABLE_TEXT.test(text) ? 'a string contains NUL or an unpaired surrogate' : undefined,
};

/**
 * Reads a request body as JSON without rounding numbers. An empty body means an empty object. `__proto__` and
 * `constructor` are ordinary members.
 * @throws HttpError as `readBodyBytes`, and 400 if the body is not a JSON object in UTF-8
 */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  return parseJsonBody(await readBodyBytes(request));
}

/**
 * Parses a request body as JSON in UTF-8.
 * @throws HttpError 400 if it is not a JSON object
 */
export function parseJsonBody(bytes: Uint8Array, { mayBeEmpty = true } = {}): Record<string, unknown> {
  const text = decodeUtf8(bytes);
  const body = mayBeEmpty && text.trim() === '' ? {} : parseObject(text);
  if (!isJsonObject(body)) throw createInvalidDataError('body: expected a JSON object.');
  return body;
}

/**
 * Reads a request body.
 * @throws HttpError 415 for content types other than JSON in UTF-8, 413 for too many bytes, 400 for too many chunks or
 * an incomplete body
 */
export async function readBodyBytes(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers.get('content-type');
  if (type && !isJsonContentType(type)) throw httpError(415, 'CONTENT-TYPE-UNSUPPORTED');
  const announced = Number(request.headers.get('content-length'));
  if (announced > maxBytes) throw httpError(413, 'REQUEST-TOO-LARGE');
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of request.body ?? []) {
      length += piece.byteLength;
      if (length > maxBytes) throw httpError(413, 'REQUEST-TOO-LARGE');
      if (pieces.length === MAX_CHUNKS) {
        throw createInvalidDataError('body: sent in more than 10,000 chunks. Send larger ones, or a Content-Length.');
      }
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof HttpError ? error : createInvalidDataError('body: ends too early.');
  }
  // if the client disconnected early, the body has no bytes and no error, but is not an empty body
  if (length < announced || request.signal.aborted) throw createInvalidDataError('body: ends too early.');
  return new Uint8Array(Buffer.concat(pieces));
}

export function isJsonContentType(type: string): boolean {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const isUtf8 = charset === undefined || /^"?(utf-?8|us-ascii)"?$/.test(charset);
  return isUtf8 && /^application\/(json|[\w.-]+\+json)$/.test(media);
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw createInvalidDataError('body: expected JSON in UTF-8.');
  }
}

function parseObject(text: string): unknown {
  try {
    return parseJson(text, JSON_LIMITS);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw createInvalidDataError(`body: ${error.message} at character ${error.position + 1}.`);
    throw error;
  }
}
