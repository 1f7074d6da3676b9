import type { Socket } from 'node:net';
import { deserialize } from 'node:v8';
import { tryCatch } from '#lib/tryCatch.ts';
import type { SqlStatement } from '#server/store/database.ts';

/**
 * Message: two unsigned 4-byte numbers (length of the rest, length of the head), the head as a JSON object, and a
 * binary body that the head describes.
 */
export type MessageFrame = { head: Record<string, unknown>; body: Uint8Array };

const MAX_FRAME_BYTES = 160 * 1024 * 1024;
const MAX_HEAD_BYTES = 4 * 1024 * 1024;

const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

const PREFIX = 8;

export class FrameError extends Error {}

/** Passes received frames to `receive` one after the other. An invalid frame closes the socket. */
export function receiveFrames(socket: Socket, receive: (frame: MessageFrame) => Promise<void> | void): void {
  const parser = new FrameParser();
  const waiting: MessageFrame[] = [];
  let [size, busy] = [0, false];
  const work = async () => {
    if (busy) return;
    busy = true;
    for (let frame = waiting.shift(); frame && !socket.destroyed; frame = waiting.shift()) {
      size -= frame.body.byteLength;
      await receive(frame);
      if (size <= MAX_BUFFERED_BYTES && socket.isPaused()) socket.resume();
    }
    busy = false;
  };
  socket.on('data', (bytes: Buffer) => {
    try {
      for (const frame of parser.add(bytes)) {
        waiting.push(frame);
        size += frame.body.byteLength;
      }
    } catch (error) {
      socket.destroy(error as Error);
      return;
    }
    if (size > MAX_BUFFERED_BYTES) socket.pause();
    work().catch((error: Error) => socket.destroy(error));
  });
}

/** Sends a frame. Except for a batch of statements, each side has at most one unanswered frame. */
export function sendFrame(socket: Socket, head: object, body: Uint8Array = Buffer.alloc(0)): void {
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(text.byteLength + body.byteLength, 0);
  prefix.writeUInt32BE(text.byteLength, 4);
  socket.cork();
  for (const bytes of [prefix, text, body]) socket.write(bytes);
  socket.uncork();
}

export class FrameParser {
  private chunks: Buffer[] = [];
  private length = 0;
  private wanted = PREFIX;

  *add(bytes: Buffer): Generator<MessageFrame> {
    this.chunks.push(bytes);
    this.length += bytes.byteLength;
    // concatenated once complete: appending each chunk would copy a large frame repeatedly
    while (this.length >= this.wanted) {
      const all = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
      this.chunks = [all];
      const [length, head] = [all.readUInt32BE(0), all.readUInt32BE(4)];
      if (length > MAX_FRAME_BYTES || head > Math.min(length, MAX_HEAD_BYTES))
        throw new FrameError('not a valid frame');
      this.wanted = PREFIX + length;
      if (this.length < this.wanted) return;
      yield { head: parseHead(all.subarray(PREFIX, PREFIX + head)), body: all.subarray(PREFIX + head, this.wanted) };
      this.chunks = [all.subarray(this.wanted)];
      this.length -= this.wanted;
      this.wanted = PREFIX;
    }
  }
}

function parseHead(bytes: Buffer): MessageFrame['head'] {
  const head: unknown = tryCatch(() => JSON.parse(bytes.toString('utf8')));
  if (typeof head === 'object' && head !== null && !Array.isArray(head)) return head as MessageFrame['head'];
  throw new FrameError('not a valid frame');
}

/** Parses the body of a request: a list of statements, as serialized by V8, which copies long texts unchanged. */
export function parseSqlStatements(body: Uint8Array): SqlStatement[] {
  const statements: unknown = tryCatch(() => deserialize(body));
  if (Array.isArray(statements) && statements.every(isStatement)) return statements;
  throw new FrameError('expected statements');
}

function isStatement(item: unknown): item is SqlStatement {
  const { sql, values } = (item ?? {}) as Partial<SqlStatement>;
  const isValue = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return typeof sql === 'string' && Array.isArray(values) && values.every(isValue);
}
