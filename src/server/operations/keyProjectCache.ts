import { hashSecret } from '#server/store/store.ts';

/** Maximum number of keys in the cache. The oldest is dropped. */
const MAX_KEYS = 10_000;

/**
 * Caches the project of each API key, so that a key is checked in the queue of its project. The check itself is never
 * skipped.
 */
export class KeyProjectCache {
  /** Projects by the hash of their key. Keys themselves are never stored. */
  private readonly projects = new Map<string, string>();

  getProject(request: Request): string | undefined {
    return this.projects.get(getKeyHash(request));
  }

  set(request: Request, project: string): string {
    const key = getKeyHash(request);
    this.projects.delete(key);
    this.projects.set(key, project);
    if (this.projects.size > MAX_KEYS) this.projects.delete(this.projects.keys().next().value as string);
    return project;
  }
}

function getKeyHash(request: Request): string {
  return hashSecret(new URL(request.url).searchParams.get('apiKey') ?? '').toString('base64');
}
