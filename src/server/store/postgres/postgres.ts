import { type Database, runInTransaction, runStatements } from '#server/store/database.ts';
import { BULK_TIMEOUT, ConnectionPool, DEADLINE_MARGIN, GRACE, type PostgresOptions } from './connectionPool.ts';

export type { PostgresOptions } from './connectionPool.ts';

/** Maximum wait for a lock when keys are changed, in ms. */
const LOCK_TIMEOUT = 1000;

export function openPostgres(options: PostgresOptions): Database {
  const connections = new ConnectionPool(options);
  return {
    kind: 'postgres',
    requestTimeout: connections.deadline,
    query: (...statement) =>
      connections.use((connection) => connections.session(connection).query(...statement), statement[0]),
    json: (...statement) =>
      connections.use((connection) => connections.session(connection).json(...statement), statement[0]),
    transaction: (work, { short = false } = {}) =>
      connections.use((connection) => {
        const limits = { timeout: BULK_TIMEOUT + DEADLINE_MARGIN, grace: short ? GRACE.short : GRACE.bulk };
        return runInTransaction(connections.session(connection, limits), async (session) => {
          // a large import may take long; other statements keep their limit
          await session.query(`set local statement_timeout = ${BULK_TIMEOUT}`);
          return work(session);
        });
      }),
    changeCredentials: (_project, statements) =>
      connections.use((connection) =>
        runInTransaction(connections.session(connection), async (session) => {
          await session.query(`set local lock_timeout = ${LOCK_TIMEOUT}`);
          return runStatements(session, statements);
        }),
      ),
    async snapshot() {
      const { connection, release } = await connections.take();
      const session = connections.session(connection);
      try {
        await session.query('begin isolation level repeatable read read only');
      } catch (error) {
        release(error);
        throw error;
      }
      return { ...session, release: () => session.query('commit').then(() => release(), release) };
    },
    // the server syncs each commit
    persist: async () => undefined,
    answers: () => connections.answers(),
    close: () => connections.close(),
  };
}
