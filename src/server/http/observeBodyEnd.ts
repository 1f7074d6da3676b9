import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { BodyChunkIterator, OperationResponse } from '#server/operations/operationResponse.ts';

/**
 * Observes when the body of a response ends, and with which error. After an error the connection is closed, so that the
 * client does not mistake the partial body for a complete one.
 */
export function observeBodyEnd(
  answer: OperationResponse,
  context: Context,
): { answer: OperationResponse; ended: Promise<unknown> } | undefined {
  const { body } = answer;
  if (typeof body === 'string') return undefined;
  let end: (error?: unknown) => void = () => undefined;
  const ended = new Promise<unknown>((resolve) => {
    end = resolve;
  });
  const pieces: BodyChunkIterator = {
    async next() {
      try {
        const result = await body.next();
        if (result.done) end();
        return result;
      } catch (error) {
        end(error);
        // set by the server's adapter; without it, the reader of the body receives the error itself
        const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
        if (!outgoing) throw error;
        outgoing.destroy();
        return { done: true, value: undefined };
      }
    },
    return(value) {
      end();
      return body.return(value);
    },
  };
  return { answer: { ...answer, body: pieces }, ended };
}
