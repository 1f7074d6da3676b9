import { ApiError, isRetryable } from '#api/apiError.ts';
import { datastoreExportMessages } from '#features/datastore/export/messages.ts';
import type { SessionStore } from '#session/sessionStore.ts';

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
