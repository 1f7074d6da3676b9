import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PipelineRequest } from '#contract/pipeline.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';
import { readTiles } from './tileReader.ts';

const DOCUMENTS = Array.from({ length: 45 }, (_, n) => ({ documentID: `d${n}`, level: n % 3 ? 'info' : 'error' }));
const COUNT_BY_LEVEL = { type: 'group', condition: { level: '$level' }, fields: { n: { $count: {} } } };

/** How the service answers a group stage. */
type GroupAnswer = 'ignored' | 'tooSlow' | 'countAsText' | { groups: number } | { days: readonly number[] };

let groupAnswer: GroupAnswer = 'ignored';
let requests: PipelineRequest[] = [];
let extensions = ['group', 'sort', 'pageSize'];
let servicePageSize = 20;

/** Service with pages of `servicePageSize` documents, or of the requested size if that is at most 250. */
const server = createServer(async (message, response) => {
  let text = '';
  for await (const chunk of message) text += chunk;
  const request: PipelineRequest = JSON.parse(text);
  requests.push(request);
  const [status, answer] = answerRequest(request);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
});

function answerRequest({ pipeline, nPage, pageSize = servicePageSize }: PipelineRequest): [number, object] {
  const succeed = (list: readonly object[]): [number, object] => [
    200,
    {
      code: 'DATASTORE-DOCUMENTS-FETCHED',
      message: '',
      documents: list.slice((nPage - 1) * pageSize, nPage * pageSize),
    },
  ];
  if (pageSize > 250) return [413, { code: 'PAGE-TOO-LARGE', message: 'The page is larger than 8 MB.' }];
  if (!hasGroupStage({ pipeline }) || groupAnswer === 'ignored') return succeed(DOCUMENTS);
  if (groupAnswer === 'tooSlow') return [504, { code: 'QUERY-TIMEOUT', message: 'The query took too long.' }];
  if (groupAnswer === 'countAsText') return succeed([{ count: 'many' }]);
  if ('days' in groupAnswer) return succeed(groupAnswer.days.map((day) => ({ day, n: 1 })));
  return succeed(Array.from({ length: groupAnswer.groups }, (_, n) => ({ level: `l${n}`, n })));
}

function hasGroupStage({ pipeline }: Pick<PipelineRequest, 'pipeline'>): boolean {
  return pipeline.some((stage) => JSON.stringify(stage).includes('"group"'));
}

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  requests = [];
  extensions = ['group', 'sort', 'pageSize'];
  servicePageSize = 20;
});

async function readTile(show: 'number' | 'bars' | 'chart', pipeline: readonly object[] = [], more: object = {}) {
  const { port } = server.address() as AddressInfo; // it listens on a port
  const link = buildDatastoreUrl({ collection: 'logs', documentID: '', pipeline, page: 1, view: 'table', ...more });
  const connection = { id: 'c', baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', token: 'token' };
  const [reading] = await readTiles([{ title: 'Logs', link, show, top: 1000 }], {
    connection,
    features: { firstPage: 1, extensions, deviceDocuments: undefined },
    signal: new AbortController().signal,
    page: { run: async () => undefined as never, onReading: () => undefined, onRejectedCredentials: () => undefined },
  });
  return reading;
}

test.each<GroupAnswer>(['ignored', 'tooSlow', 'countAsText'])(
  'counts page by page where a count of groups is %s',
  async (answer) => {
    groupAnswer = answer;
    expect(await readTile('number')).toMatchObject({ value: 45 });
  },
);

test('does not read all pages of a query with groups that takes the service too long', async () => {
  groupAnswer = 'tooSlow';
  expect(await readTile('number', [COUNT_BY_LEVEL])).toMatchObject({
    message: expect.stringContaining('The query took too long.'),
  });
});

test('forms groups itself where the service ignores the stage', async () => {
  groupAnswer = 'ignored';
  const { content } = (await readTile('bars', [COUNT_BY_LEVEL])) ?? {};
  expect(content).toMatchObject({ bars: [{ value: 30 }, { value: 15 }] });
});

test('reads groups in parts of half the size after a page was too large', async () => {
  groupAnswer = { groups: 300 };
  const { content } = (await readTile('bars', [COUNT_BY_LEVEL])) ?? {};
  expect(content).toMatchObject({ bars: expect.objectContaining({ length: 300 }) });
  // requests for documents are those that another test sent in advance
  expect(requests.filter(hasGroupStage).map(({ nPage, pageSize }) => [nPage, pageSize])).toEqual([
    [1, 1000],
    [1, 500],
    [1, 250],
    [2, 250],
  ]);
});

test('bars of a page of unknown size have shares only if they are all groups', async () => {
  extensions = ['group', 'sort'];
  servicePageSize = 10;
  for (const [groups, share] of [
    [10, 20],
    [11, undefined],
  ] as const) {
    groupAnswer = { groups };
    const { content } = (await readTile('bars', [COUNT_BY_LEVEL])) ?? {};
    expect(content?.kind === 'bars' && content.bars[0]?.share).toBe(share);
  }
});

test('a chart per day has the days of the zone of its groups', async () => {
  const days = [1, 2, 3].map((day) => Date.UTC(2026, 0, day, 23));
  groupAnswer = { days };
  const day = { $dateTrunc: { date: '$time', unit: 'day', timezone: 'Europe/Zurich' } };
  const stage = { type: 'group', condition: { day }, fields: { n: { $count: {} } } };
  const { content } = (await readTile('chart', [stage], { view: 'chart', per: 'day' })) ?? {};
  expect(content).toMatchObject({ data: { xs: Float64Array.from(days) } });
});
