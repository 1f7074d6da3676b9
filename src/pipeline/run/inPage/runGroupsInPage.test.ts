import { expect, test } from 'vitest';
import { type JsonObject, type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson, parseOrderedJson } from '#lib/json/parseJson.ts';
import { type InPageGroupProgress, runGroupsInPage } from './runGroupsInPage.ts';
import { InPageStageError, splitPipeline } from './splitPipeline.ts';

const PAGE_SIZE = 7;

const createService = (texts: readonly string[]) => async (page: number) =>
  texts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((text) => parseJson(text) as JsonObject); // texts of objects

const parsePipeline = (text: string) => parseOrderedJson(text) as readonly OrderedJsonObject[]; // a list of objects

async function run(pipeline: string): Promise<string> {
  return stringifyJson((await runAll(DOCUMENTS, pipeline)).results);
}

type Options = Partial<Parameters<typeof runGroupsInPage>[0]>;

function runAll(texts: readonly string[], pipeline: string, options: Options = {}) {
  const { local: stages } = splitPipeline(parsePipeline(pipeline));
  const { signal } = new AbortController();
  return runGroupsInPage({ fetchPage: createService(texts), stages, signal, ...options });
}

const DOCUMENTS = [
  '{"documentID":"1","k":"b","n":3,"a":{"v":1}}',
  '{"documentID":"2","k":"a","n":9007199254740993}',
  '{"documentID":"3","k":"b","n":"3"}',
  '{"documentID":"4","n":null,"a":{"v":2}}',
  '{"documentID":"5","k":null,"n":0.10}',
  '{"documentID":"6","k":"c","n":-1}',
  '{"documentID":"7","k":"a","n":1}',
  '{"documentID":"8","k":"c"}',
  '{"documentID":"9","k":"B","n":2}',
];

const GROUP = '{"type":"group","condition":{"k":"$k"},"fields":{"c":{"$count":{}},"sum":{"$sum":"$n"}}}';

test.each([
  ['{"type":"sort","specs":{"c":-1,"k":1}}', ['a', 'b', 'c', undefined, null, 'B']],
  ['{"type":"sort","specs":{"k":1}}', [undefined, null, 'B', 'a', 'b', 'c']],
  ['{"type":"sort","specs":{"k":-1}},{"type":"sort","specs":{"c":-1}}', ['b', 'a', 'c', undefined, null, 'B']],
  ['{"type":"match","filter":{"c":{"$gte":2}}}', ['b', 'a', 'c']],
  ['{"type":"match","filter":{"k":{"$exists":false}}}', [undefined]],
  ['{"type":"match","filter":{"k":null}}', [null]],
  ['{"type":"match","filter":{"k":{"$in":["a","b"],"$ne":"a"}}}', ['b']],
  ['{"type":"match","filter":{"sum":9007199254740994}}', ['a']],
  ['{"type":"match","filter":{"k":{"$gt":"a"},"c":2.0}}', ['b', 'c']],
])('groups are followed by %s', async (stage, keys) => {
  const results = parseJson(await run(`[${GROUP},${stage}]`)) as JsonObject[];
  expect(results.map(({ k }) => k)).toEqual(keys);
});

test('project keeps and drops names of groups, and a further group groups them', async () => {
  const project = (specs: string) =>
    run(`[${GROUP},{"type":"project","specs":${specs}},{"type":"match","filter":{"k":"a"}}]`);
  expect(await project('{"k":1}')).toBe('[{"k":"a"}]');
  expect(await project('{"sum":0}')).toBe('[{"k":"a","c":2}]');
  const second = '{"type":"group","condition":{"c":"$c"},"fields":{"n":{"$count":{}}}}';
  expect(await run(`[${GROUP},${second}]`)).toBe('[{"c":2,"n":3},{"c":1,"n":3}]');
});

test('a document that moves while pages are read is counted once', async () => {
  const pipeline = '[{"type":"group","condition":{},"fields":{"n":{"$count":{}}}}]';
  const result = await runAll([...DOCUMENTS, DOCUMENTS[0] ?? ''], pipeline);
  expect(result).toMatchObject({ results: [{ n: 9 }], hasDuplicates: true, documents: 9 });
});

test('a cancelled task returns the groups of the documents read, marked as partial', async () => {
  const controller = new AbortController();
  const progress: InPageGroupProgress[] = [];
  const onProgress = (now: InPageGroupProgress) => {
    progress.push(now);
    controller.abort();
  };
  const result = await runAll(DOCUMENTS, `[${GROUP}]`, { signal: controller.signal, onProgress });
  expect(result).toMatchObject({ isComplete: false, documents: PAGE_SIZE, groups: 5 });
  expect(progress).toMatchObject([{ documents: PAGE_SIZE, groups: 5 }]);
});

test('at the maximum number of groups, further ones are left out and counted', async () => {
  const result = await runAll(DOCUMENTS, `[${GROUP}]`, { groupsMax: 2 });
  expect(result).toMatchObject({ isComplete: true, groups: 2, leftOut: 5, documents: 9 });
  expect(stringifyJson(result.results)).toBe('[{"k":"b","c":2,"sum":3},{"k":"a","c":2,"sum":9007199254740994}]');
});

test('an invalid stage after the group is named with its location', () => {
  const pipeline = parsePipeline('[{"type":"match"},{"type":"group","fields":{"m":{"$median":"$n"}}}]');
  expect(() => splitPipeline(pipeline)).toThrow(InPageStageError);
  expect(() => splitPipeline(pipeline)).toThrow('pipeline[1].fields.m.$median: not an accumulator');
});
