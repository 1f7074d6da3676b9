import { baseUrlComplaint, normalizeBaseUrl } from '#api/connection.ts';
import type { SavedConnection, ShownConnection } from '#session/connections.ts';

/** What is typed about a connection; '' leaves the first page and the extensions to the host. */
export type ConnectionDraft = ReturnType<typeof draftOf>;

export function draftOf({ name, baseUrl, firstPage, extensions, identity }: ShownConnection) {
  return {
    identity,
    name,
    baseUrl,
    firstPage: firstPage === undefined ? '' : String(firstPage),
    extensions: extensions === undefined ? '' : extensions.toSorted().join() || 'none',
  };
}

export function connectionOf({ name, baseUrl, firstPage, extensions, identity }: ConnectionDraft) {
  return {
    identity,
    name: name.trim(),
    baseUrl: normalizeBaseUrl(baseUrl),
    ...(firstPage.trim() && { firstPage: Number(firstPage) }),
    ...(extensions && { extensions: extensions === 'none' ? [] : extensions.split(',') }),
  } satisfies Omit<SavedConnection, 'id'>;
}

/** What is wrong with a field, where something is. */
export const COMPLAINTS = {
  name: (name: string) => (name.trim() ? undefined : 'Name the connection.'),
  baseUrl: baseUrlComplaint,
  firstPage: (page: string) => (/^\d{0,9}$/.test(page.trim()) ? undefined : 'Enter a whole number such as 0 or 1.'),
};
