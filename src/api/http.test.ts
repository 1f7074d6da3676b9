import { expect, test } from 'vitest';
import type { ApiError } from './apiError.ts';
import { parseSuccessEnvelope } from './http.ts';

const SECRETS = ['token-1234', 'key-1', 'abc'];

function errorOf(status: number, text: string, headers: Record<string, string> = {}): ApiError {
  try {
    parseSuccessEnvelope('device', { status, text, headers: new Headers(headers), secrets: SECRETS });
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('It was taken for a success.');
}

const PAGE = '<!doctype html><title>A proxy</title><p>No.';

test.each([
  [401, 'rejectedCredentials'],
  [403, 'forbidden'],
  [404, 'notThisInterface'],
  [408, 'timeout'],
  [413, 'tooLarge'],
  [429, 'tooMany'],
  [500, 'serviceFailed'],
  [503, 'unavailable'],
])('a proxy response with status %d and its own page or JSON is classified by its status', (status, kind) => {
  for (const text of [PAGE, '', '{"error":"no"}']) {
    const error = errorOf(status, text, { 'retry-after': '7', 'x-request-id': 'r-1' });
    expect(error).toMatchObject({ kind, status, retryAfter: 7, requestId: 'r-1' });
    expect(error.message).not.toContain('does not speak the interface');
  }
});

test.each([200, 204, 302, 400])('a page with status %d is reported as not a device service', (status) => {
  expect(errorOf(status, PAGE).message).toBe('This address is not a device service.');
});

test.each([
  [{ en: 'No such device.' }, '{"en":"No such device."}'],
  [['a', 1], '["a",1]'],
  [42, '42'],
  [null, 'The service returned ODD.'],
  ['', 'The service returned ODD.'],
  ['exe.\u202egpj\u0000', 'exe.[U+202E]gpj[U+0000]'],
  ['\ud800 alone', '\ufffd alone'],
  ['x'.repeat(60_000), `${'x'.repeat(300)}…`],
  ['😀'.repeat(200), `${'😀'.repeat(150)}…`],
  [`x${'😀'.repeat(200)}`, `x${'😀'.repeat(149)}…`],
])('formats the message %j as %j', (message, words) => {
  expect(errorOf(400, JSON.stringify({ code: 'ODD', message })).message).toBe(words);
});

test('masks credentials echoed by a service, in any part of the error', () => {
  const text = JSON.stringify({ code: 'NO-token-1234', message: { token: 'token-1234', of: 'abc key-1' } });
  const { message, code, requestId } = errorOf(400, text, { 'x-request-id': 'r-token-1234' });
  expect([message, code, requestId]).toEqual(['{"token":"•••","of":"abc key-1"}', 'NO-•••', 'r-•••']);
  const cut = JSON.stringify({ code: 'ODD', message: `${'x'.repeat(295)}token-1234` });
  expect(errorOf(400, cut).message).toBe(`${'x'.repeat(295)}•••`);
});

test('quotes the JSON message of a gateway, and escapes and truncates an error code like a message', () => {
  const blocked = { kind: 'forbidden', message: 'Blocked by policy 7.' };
  expect(errorOf(403, '{"message":"Blocked by policy 7."}')).toMatchObject(blocked);
  const { code } = errorOf(400, JSON.stringify({ code: `\u202e${'C'.repeat(1000)}`, message: 'No.' }));
  expect(code).toBe(`[U+202E]${'C'.repeat(299)}…`);
});
