import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '#api/queryClient.ts';
import type { Environment } from '#services/environment.ts';
import { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionPersistence, SessionPersistence } from '#session/sessionPersistence.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';

type ConsoleOptions = {
  environment: Environment;
  /** Persistence that has already restored the session of this tab before the page load. Created if absent. */
  persistence?: SessionPersistence;
};

/** Console without its user interface. `services` also creates the objects of pages, on first use. */
type ConsoleInstance = { services: ServiceContainer; session: SessionStore; queryClient: QueryClient };

/** Creates all objects with the lifetime of one console. Two consoles share no state. */
export function createConsoleCore({ environment, persistence }: ConsoleOptions): ConsoleInstance {
  const services = new ServiceContainer(environment);
  services.set(createSessionPersistence, persistence ?? new SessionPersistence(environment));
  return {
    services,
    session: services.get(createSessionStore),
    queryClient: services.get(createQueryClient),
  };
}
