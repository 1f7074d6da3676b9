import { runInTransaction, runStatements, type ServiceDatabase } from '#server/store/database.ts';
import {
  BULK_TIMEOUT_MS,
  ConnectionPool,
  DEADLINE_MARGIN_MS,
  LOST_CONNECTION_TIMEOUT_MS,
  type PostgresOptions,
} from './connectionPool.ts';

/** Maximum wait for a lock when keys are changed, in ms. */
const LOCK_TIMEOUT = 1000;

export function openPostgres(options: PostgresOptions): ServiceDatabase {
  const connections = new ConnectionPool(options);
  return {
    kind: 'postgres',
    requestTimeout: connections.deadline,
    query: (...statement) =>
      connections.withConnection(
        (connection) => connections.createSession(connection).query(...statement),
        statement[0],
      ),
    queryJsonRow: (...statement) =>
      connections.withConnection(
        (connection) => connections.createSession(connection).queryJsonRow(...statement),
        statement[0],
      ),
    transaction: (work, { short = false } = {}) =>
      connections.withConnection((connection) => {
        const limits = {
          timeout: BULK_TIMEOUT_MS + DEADLINE_MARGIN_MS,
          grace: short ? LOST_CONNECTION_TIMEOUT_MS.short : LOST_CONNECTION_TIMEOUT_MS.bulk,
        };
        return runInTransaction(connections.createSession(connection, limits), async (session) => {
          // a large import may take long; other statements keep their limit
          await session.query(`set local statement_timeout = ${BULK_TIMEOUT_MS}`);
          return work(session);
        });
      }),
    changeCredentials: (_project, statements) =>
      connections.withConnection((connection) =>
        runInTransaction(connections.createSession(connection), async (session) => {
          await session.query(`set local lock_timeout = ${LOCK_TIMEOUT}`);
          return runStatements(session, statements);
        }),
      ),
    async openSnapshot() {
      const { connection, release } = await connections.acquire();
      const session = connections.createSession(connection);
      try {
        await session.query('begin isolation level repeatable read read only');
      } catch (error) {
        release(error);
        throw error;
      }
      return { ...session, release: () => session.query('commit').then(() => release(), release) };
    },
    // the server flushes each commit to disk
    persist: async () => undefined,
    isResponding: () => connections.isResponding(),
    close: () => connections.close(),
  };
}
