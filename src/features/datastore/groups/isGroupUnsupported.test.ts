import { expect, test } from 'vitest';
import { ApiError } from '#api/apiError.ts';
import type { OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { isGroupUnsupported } from './isGroupUnsupported.ts';

const parsePipeline = (text: string) => parseOrderedJson(text) as readonly OrderedJsonObject[]; // a list of objects

const PIPELINE = parsePipeline(
  '[{"type":"match","filter":{}},{"type":"group","condition":{"a":"$a"},"fields":{"n":{"$count":{}}}}]',
);

const reject = (message: string, at?: string) =>
  new ApiError('invalid', message, { status: 400, code: 'DATA-INVALID', ...(at !== undefined && { at }) });

test.each([
  [reject('unknown stage', '/pipeline/1/type')],
  [reject('unknown stage', '/pipeline/1')],
  [reject('pipeline[1].type: "group" is not a stage this service runs.')],
  [reject('pipeline[1]: not supported.')],
  [reject('Invalid request.')],
])('%s refuses the stage', (error) => {
  expect(isGroupUnsupported(error, PIPELINE)).toBe(true);
});

test.each([
  [reject('unknown accumulator', '/pipeline/1/fields/n/$count')],
  [reject('pipeline[1].fields.n: not an accumulator this service runs.')],
  [reject('pipeline[0].filter: invalid.')],
  [reject('collection: expected text.')],
  [reject('pipeline: at most 1 stage is allowed.')],
  [new ApiError('invalid', 'too many groups', { status: 400, code: 'QUERY-TOO-COSTLY', at: '/pipeline/1' })],
  [new ApiError('serviceFailed', 'failed', { status: 500 })],
  [new Error('Invalid request.')],
])('%s does not', (error) => {
  expect(isGroupUnsupported(error, PIPELINE)).toBe(false);
});

test('a stage that is invalid in the page too is not refused but rejected', () => {
  const invalid = parsePipeline('[{"type":"group","fields":{"n":{"$median":"$a"}}}]');
  expect(isGroupUnsupported(reject('Invalid request.'), invalid)).toBe(false);
});
