import { createContext, type ReactNode, use } from 'react';
import type { ServiceContainer } from './serviceContainer.ts';

const ServicesContext = createContext<ServiceContainer | undefined>(undefined);

export function ServicesProvider({ services, children }: { services: ServiceContainer; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

/** @throws Error outside ServicesProvider */
export function useServices(): ServiceContainer {
  const services = use(ServicesContext);
  if (!services) throw new Error('A component that uses services must be rendered within ServicesProvider.');
  return services;
}

export function useService<Service>(create: (services: ServiceContainer) => Service): Service {
  return useServices().get(create);
}
