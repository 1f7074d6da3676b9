/** What every response body is, success or error: an object with `code` and `message`, other fields beside them. */
export type Envelope = { code: string; message: string; [field: string]: unknown };
