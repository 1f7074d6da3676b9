import { expect, test } from 'vitest';
import { buildFieldValueSql, SqlParameters } from '#server/store/sql/matchSql.ts';
import { buildGroupStatesSql } from './groupSql.ts';

test('a field is extracted and converted once, however often a group reads it', () => {
  const stage = {
    condition: { from: { $bucket: { of: '$n', by: 10 } } },
    fields: { sum: { $sum: '$n' }, mean: { $avg: '$n' }, least: { $min: '$n' }, most: { $max: '$n' } },
  };
  const source = { sql: 'select seq, body from document', scans: 'embedded' } as const;
  const { sql } = buildGroupStatesSql(source, stage, buildFieldValueSql, new SqlParameters());
  expect(sql.match(/body ->/g)).toHaveLength(1);
  expect(sql.match(/::numeric end/g)).toHaveLength(1);
});
