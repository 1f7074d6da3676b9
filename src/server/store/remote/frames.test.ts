import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { encodeMessageFrame } from '#server/testing/commandLine.ts';
import { FrameError, FrameParser, type MessageFrame, parseSqlStatements, receiveFrames, sendFrame } from './frames.ts';

const toPlain = ({ head, body }: MessageFrame) => [head, Buffer.from(body).toString('hex')];

test('parses the same frames however the bytes are split', () => {
  const frame = fc.tuple(fc.dictionary(fc.string(), fc.string()), fc.uint8Array({ maxLength: 30 }));
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 5 }), fc.array(fc.nat({ max: 200 })), (frames, cuts) => {
      const bytes = Buffer.concat(
        frames.map(([head, body]) => encodeMessageFrame(JSON.stringify(head), Buffer.from(body))),
      );
      const ends = [...new Set(cuts.filter((cut) => cut < bytes.byteLength)), bytes.byteLength].toSorted(
        (a, b) => a - b,
      );
      const parser = new FrameParser();
      const found = ends.flatMap((end, index) => [...parser.add(bytes.subarray(ends[index - 1] ?? 0, end))]);
      const sent = frames.map(([head, body]) => [JSON.parse(JSON.stringify(head)), Buffer.from(body).toString('hex')]);
      expect(found.map(toPlain)).toEqual(sent);
    }),
  );
});

test.each([
  ['a frame over 160 MB', encodeMessageFrame('{}', undefined, 160 * 1024 * 1024 + 1)],
  ['a head longer than its frame', encodeMessageFrame('{"id":1}', undefined, 3)],
  ['a head that is not JSON', encodeMessageFrame('{"id":')],
  ['a head that is a list', encodeMessageFrame('[1]')],
  ['text of another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
])('%s is rejected', (_, bytes) => {
  expect(() => [...new FrameParser().add(bytes)]).toThrow(FrameError);
});

test('a frame that is too large is rejected before its body arrives', () => {
  const [prefix, parser] = [Buffer.alloc(8, 0xff), new FrameParser()];
  expect([...parser.add(prefix.subarray(0, 7))]).toEqual([]);
  expect(() => [...parser.add(prefix.subarray(7))]).toThrow(FrameError);
});

test('statements survive a transfer, whatever their texts', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 201, maxLength: 230 }));
  const values = fc.array(fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)));
  fc.assert(
    fc.property(fc.array(fc.record({ sql: text, values })), (statements) => {
      expect(parseSqlStatements(serialize(statements))).toEqual(statements);
    }),
  );
});

test.each([
  ['no list', serialize({})],
  ['no statement', serialize([null])],
  ['a statement without values', serialize([{ sql: 'select 1' }])],
  ['a list as a value', serialize([{ sql: 'select 1', values: [[]] }])],
  ['bytes as a value', serialize([{ sql: 'select 1', values: [Buffer.from('a')] }])],
  ['incomplete bytes', serialize([{ sql: 'select 1', values: ['a'] }]).subarray(0, 20)],
  ['no bytes', Buffer.alloc(0)],
])('a body with %s is rejected', (_, body) => {
  expect(() => parseSqlStatements(body)).toThrow(FrameError);
});

test('a slow receiver gets every frame in order, one at a time', async () => {
  const [sender, receiver] = await connectSockets();
  const received: unknown[] = [];
  let isBusy = false;
  const all = new Promise<void>((resolve) => {
    receiveFrames(receiver, async ({ head, body }) => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await new Promise(setImmediate);
      isBusy = false;
      received.push([head['id'], body.byteLength]);
      if (received.length === 12) resolve();
    });
  });
  // 12 MB, which is more than the limit of unread data
  for (let id = 0; id < 12; id++) sendFrame(sender, { id }, Buffer.alloc(1024 * 1024));
  await all;
  expect(received).toEqual(Array.from({ length: 12 }, (_, id) => [id, 1024 * 1024]));
});

test('an invalid frame closes the connection', async () => {
  const [sender, receiver] = await connectSockets();
  const failed = once(receiver, 'error').catch((error: unknown) => [error]);
  receiveFrames(receiver, () => undefined);
  sender.write(Buffer.alloc(8, 0xff));
  expect((await failed)[0]).toBeInstanceOf(FrameError);
  expect(receiver.destroyed).toBe(true);
});

async function connectSockets(): Promise<[sender: Socket, receiver: Socket]> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetlens-frames-'));
  const server = createServer().listen(join(folder, 'socket'));
  await once(server, 'listening');
  const sender = connect(join(folder, 'socket'));
  const [receiver] = await once(server, 'connection');
  onTestFinished(async () => {
    for (const socket of [sender, receiver]) socket.destroy();
    server.close();
    await rm(folder, { recursive: true });
  });
  return [sender, receiver];
}
