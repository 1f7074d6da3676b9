import { ApiError, isRetryable } from '#api/apiError.ts';
import { type Connection, hashConnectionId } from '#api/connection.ts';
import type { SessionStore } from '#session/sessionStore.ts';

/**
 * Returns a function for the connection of a task that starts now, also after a new sign-in. It throws an Error while
 * signed out, and an ApiError after a sign-in with another key, which may open another project.
 */
export function createConnectionGuard(session: SessionStore): () => Promise<Connection> {
  const began = session.getSession().connection;
  const beganKey = began && hashApiKey(began);
  return async () => {
    const { connection } = session.getSession();
    if (!connection) throw new Error('You are not signed in.');
    if (connection !== began && (await hashApiKey(connection)) !== (await beganKey)) {
      throw new ApiError('invalid', 'You signed in again with a key that may open another project.');
    }
    return connection;
  };
}

function hashApiKey({ baseUrl, apiKey }: Connection): Promise<string> {
  return hashConnectionId(baseUrl, apiKey);
}

export const createRetryOptions = (session: SessionStore) => ({
  describeConnectionLoss: (error: unknown) => {
    if (!session.getSession().connection) return 'sign in again, then resume';
    // the page reader itself waits out a rate limit (429)
    if (!(error instanceof ApiError) || error.kind === 'tooMany') return undefined;
    const passes = isRetryable(error) || error.kind === 'timeout' || error.kind === 'unreadable';
    return passes ? error.message.replace(/\.$/, '') : undefined;
  },
  needsUser: () => !session.getSession().connection,
});
