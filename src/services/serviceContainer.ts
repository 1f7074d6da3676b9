import type { Environment } from './environment.ts';

type ServiceFactory<Service> = (services: ServiceContainer) => Service;

/**
 * Holds the objects that live as long as one console. Each is identified by the function that creates it on first use, so that
 * a page's objects load together with its code.
 */
export class ServiceContainer {
  readonly environment: Environment;
  readonly #services = new Map<ServiceFactory<unknown>, unknown>();

  constructor(environment: Environment) {
    this.environment = environment;
  }

  get<Service>(create: ServiceFactory<Service>): Service {
    if (!this.#services.has(create)) this.#services.set(create, create(this));
    return this.#services.get(create) as Service; // set only with the factory's own type
  }

  /** Provides an object that exists before the container. */
  set<Service>(create: ServiceFactory<Service>, service: Service): void {
    this.#services.set(create, service);
  }
}
