import { ApiError, isRetryable } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { datastoreExportMessages } from '#features/datastore/export/messages.ts';
import type { SessionStore } from '#session/sessionStore.ts';

/**
 * Returns the connection of a task that began with `began`, also after a new sign-in.
 * @throws Error if signed out, or ApiError if signed in with another key: it may open another project
 */
export function getTaskConnection(session: SessionStore, began: Connection | undefined): Connection {
  const { connection } = session.getSession();
  if (!connection) throw new Error('You are not signed in.');
  if (connection.keyId !== began?.keyId) {
    throw new ApiError('invalid', 'You signed in again with a key that may open another project.');
  }
  return connection;
}

export const createRetryOptions = (session: SessionStore) => ({
  describeConnectionLoss: (error: unknown) => {
    if (!session.getSession().connection) return datastoreExportMessages.signInToResume;
    // the page reader itself waits out a rate limit (429)
    if (!(error instanceof ApiError) || error.kind === 'tooMany') return undefined;
    const passes = isRetryable(error) || error.kind === 'timeout' || error.kind === 'unreadable';
    return passes ? error.message.replace(/\.$/, '') : undefined;
  },
  needsUser: () => !session.getSession().connection,
});
