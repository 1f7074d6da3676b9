import { expect, test } from 'vitest';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { dropUnreadProjections } from './groupPageReader.ts';

const GROUP: SqlStage = {
  type: 'group',
  condition: { day: { $dateTrunc: { date: '$time', unit: 'day' } }, place: '$place.room' },
  fields: { count: { $count: {} }, mean: { $avg: '$n' } },
};

test.each<[specs: Record<string, unknown>, before: SqlStage[], isDropped: boolean]>([
  [{ time: 1, 'place.room': 1, n: 1, more: 1 }, [], true],
  [{ time: 1, place: 1, n: 1, documentID: 0 }, [], true],
  [{ time: 1, place: 1 }, [], false],
  [{ time: 1, 'place.room.x': 1, n: 1 }, [], false],
  [{ other: 0, documentID: 0 }, [], true],
  [{ 'place.floor': 0, timeline: 0 }, [], true],
  [{ place: 0 }, [], false],
  [{ 'place.room.x': 0 }, [], false],
  [{ documentID: 1 }, [], false],
  [{ documentID: 0 }, [], true],
  [{ time: 1, place: 1, n: 1 }, [{ type: 'match', filter: { n: { $gt: 1 }, documentID: 'a' } }], true],
  [{ other: 0 }, [{ type: 'match', filter: { other: null } }], false],
  [{ other: 0, documentID: 0 }, [{ type: 'sort', specs: { documentID: 1 } }], false],
  // the second stage leaves less, and remains
  [{ time: 1, place: 1, n: 1 }, [{ type: 'project', specs: { n: 0 } }], true],
])('%j before %j and a group is dropped: %s', (specs, before, isDropped) => {
  const rest = [...before, GROUP];
  const stages: SqlStage[] = [{ type: 'project', specs }, ...rest];
  expect(dropUnreadProjections(stages)).toEqual(isDropped ? rest : stages);
});

test('a project behind the last group remains', () => {
  const stages: SqlStage[] = [GROUP, { type: 'project', specs: { more: 0 } }];
  expect(dropUnreadProjections(stages)).toEqual(stages);
});
