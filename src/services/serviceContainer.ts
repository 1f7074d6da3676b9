import type { Environment } from './environment.ts';

type ServiceFactory<Service> = (services: ServiceContainer) => Service;

/**
 * Holds the objects that live as long as one console. Each object is identified by the function that creates it on
 * first use, so that objects of a page load together with the page's code.
 */
export class ServiceContainer {
  readonly environment: Environment;
  readonly #services = new Map<ServiceFactory<unknown>, unknown>();

  constructor(environment: Environment) {
    this.environment = environment;
  }

  get<Service>(create: ServiceFactory<Service>): Service {
    if (!this.#services.has(create)) this.#services.set(create, create(this));
    return this.#services.get(create) as Service; // set only with the type of the factory
  }

  set<Service>(create: ServiceFactory<Service>, service: Service): void {
    this.#services.set(create, service);
  }
}
