import { RecordError } from './fileRecord.ts';

/** Encodings that a file may be in. What begins with the mark of UTF-16 is read as that. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const MARK_OF_UTF16 = 'ÿþ';

/** The text of a file, without a mark at its start. Throws RecordError for bytes that the encoding does not know. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let lines = 1;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece, encoding), { fatal: true });
    const text = decode(decoder, piece, lines);
    lines += text.split('\n').length - 1;
    yield text;
  }
  if (decoder) yield decode(decoder, undefined, lines);
}

function encodingOf(start: Uint8Array, encoding: Encoding): Encoding {
  return Buffer.from(start.subarray(0, 2)).toString('latin1') === MARK_OF_UTF16 ? 'utf-16le' : encoding;
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw new RecordError(line, `not ${decoder.encoding.toUpperCase()} from about here on (--encoding names another)`);
  }
}
