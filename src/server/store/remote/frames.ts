import type { Socket } from 'node:net';
import type { BindValue } from '#server/store/database.ts';

/**
 * Message: two unsigned 4-byte numbers (length of the rest, length of the head), the head as a JSON object, and a
 * binary body that the head describes.
 */
export type MessageFrame = { head: Record<string, unknown>; body: Uint8Array };

const MAX_FRAME_BYTES = 160 * 1024 * 1024;
const MAX_HEAD_BYTES = 4 * 1024 * 1024;

const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** Maximum length of a text in the head of a message, in characters. Longer texts are sent in the body. */
const MAX_INLINE_CHARACTERS = 200;

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
export function sendFrame(socket: Socket, head: object, body: readonly Uint8Array[] = []): void {
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(
    body.reduce((sum, bytes) => sum + bytes.byteLength, text.byteLength),
    0,
  );
  prefix.writeUInt32BE(text.byteLength, 4);
  socket.cork();
  for (const bytes of [prefix, text, ...body]) socket.write(bytes);
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
  try {
    const head: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof head === 'object' && head !== null && !Array.isArray(head)) return head as MessageFrame['head'];
  } catch {
    // reported below
  }
  throw new FrameError('not a valid frame');
}

type EncodedValue = string | number | boolean | null | { text: number } | { bytes: number };

export function encodeBindValues(values: readonly BindValue[]): { values: EncodedValue[]; body: Uint8Array[] } {
  const body: Uint8Array[] = [];
  const packs = values.map((value): EncodedValue => {
    if (value instanceof Uint8Array) {
      body.push(value);
      return { bytes: value.byteLength };
    }
    if (typeof value !== 'string' || value.length <= MAX_INLINE_CHARACTERS) return value;
    const bytes = Buffer.from(value);
    body.push(bytes);
    return { text: bytes.byteLength };
  });
  return { values: packs, body };
}

export function decodeBindValues(packs: unknown, body: Uint8Array): BindValue[] {
  if (!Array.isArray(packs)) throw new FrameError('values: expected a list');
  let at = 0;
  const take = (length: unknown): Buffer => {
    const end = at + Number(length);
    if (!Number.isSafeInteger(length) || end < at || end > body.byteLength)
      throw new FrameError('values: too few bytes');
    const bytes = Buffer.from(body.buffer, body.byteOffset + at, end - at);
    at = end;
    return bytes;
  };
  return packs.map((pack: unknown): BindValue => {
    if (typeof pack === 'string' || typeof pack === 'number' || typeof pack === 'boolean' || pack === null) return pack;
    if (typeof pack === 'object' && 'text' in pack) return take(pack.text).toString('utf8');
    if (typeof pack === 'object' && 'bytes' in pack) return Uint8Array.from(take(pack.bytes));
    throw new FrameError('values: expected text, numbers, true, false or null');
  });
}
