import { ABOUT, CONNECTIONS, DATASTORE, DEVICES } from './paths/addresses.ts';

/** The code of the frame and of every page, each loaded when it is first wanted. */
export const pages = {
  Frame: async () => (await import('#shell/Frame.tsx')).Frame,
  Login: async () => (await import('#features/login/LoginPage.tsx')).LoginPage,
  Devices: async () => (await import('#features/devices/DevicesPage.tsx')).DevicesPage,
  Device: async () => (await import('#features/device/DevicePage.tsx')).DevicePage,
  Datastore: async () => (await import('#features/datastore/DatastorePage.tsx')).DatastorePage,
  Connections: async () => (await import('#features/connections/ConnectionsPage.tsx')).ConnectionsPage,
  About: async () => (await import('#features/about/AboutPage.tsx')).AboutPage,
  NotFound: async () => (await import('#shell/NotFoundPage.tsx')).NotFoundPage,
};

export type PageName = keyof typeof pages;

/** Pages at an address without parameters. */
const AT: Readonly<Record<string, PageName>> = {
  '/': 'Devices',
  [ABOUT]: 'About',
  [CONNECTIONS]: 'Connections',
  [DATASTORE]: 'Datastore',
  [DEVICES]: 'Devices',
};

/** What an address is made of when it is the first that is opened. */
export function pagesAt(pathname: string, signedIn: boolean): PageName[] {
  if (!signedIn) return [pathname === CONNECTIONS ? 'Connections' : 'Login'];
  return ['Frame', AT[pathname] ?? (pathname.startsWith(DEVICES) ? 'Device' : 'NotFound')];
}
