import { hashSecret } from '#server/store/store.ts';

/** Maximum number of keys remembered; past it the oldest is forgotten. */
const MAX_KEYS = 10_000;

/**
 * Remembers which project an API key opened, so that checking a key waits in the queue of the project that it belongs to.
 * Decides about nothing else: each request is checked anew.
 */
export class KeyProjectCache {
  /** By the hash of the key: keys themselves are kept nowhere. */
  private readonly projects = new Map<string, string>();

  getProject(request: Request): string | undefined {
    return this.projects.get(getKeyHash(request));
  }

  /** Returns the project. */
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
