import { ABOUT, COMPARE, CONNECTIONS, DATASTORE, DEVICES, LOGIN, OVERVIEW } from './paths/addresses.ts';

/** All pages: path, access and lazily loaded code. */
export const PAGES = {
  Login: {
    address: LOGIN,
    access: 'signedOut',
    code: async () => (await import('#features/login/LoginPage.tsx')).LoginPage,
  },
  Connections: {
    address: CONNECTIONS,
    access: 'anyone',
    code: async () => (await import('#features/connections/ConnectionsPage.tsx')).ConnectionsPage,
  },
  Overview: {
    address: OVERVIEW,
    access: 'signedIn',
    code: async () => (await import('#features/overview/OverviewPage.tsx')).OverviewPage,
  },
  Devices: {
    address: DEVICES,
    access: 'signedIn',
    code: async () => (await import('#features/devices/DevicesPage.tsx')).DevicesPage,
  },
  Device: {
    address: `${DEVICES}/:deviceID`,
    access: 'signedIn',
    code: async () => (await import('#features/device/DevicePage.tsx')).DevicePage,
  },
  Compare: {
    address: COMPARE,
    access: 'signedIn',
    code: async () => (await import('#features/compare/ComparePage.tsx')).ComparePage,
  },
  Datastore: {
    address: DATASTORE,
    access: 'signedIn',
    code: async () => (await import('#features/datastore/DatastorePage.tsx')).DatastorePage,
  },
  About: {
    address: ABOUT,
    access: 'signedIn',
    code: async () => (await import('#features/about/AboutPage.tsx')).AboutPage,
  },
  NotFound: {
    address: '*',
    access: 'signedIn',
    code: async () => (await import('#shell/NotFoundPage.tsx')).NotFoundPage,
  },
} as const;

export type PageName = keyof typeof PAGES;

export const loadFrame = async () => (await import('#shell/Frame.tsx')).Frame;

export function pageAt(pathname: string, signedIn: boolean): PageName {
  const page = pageOf(pathname);
  return signedIn || PAGES[page].access === 'anyone' ? page : 'Login';
}

function pageOf(pathname: string): PageName {
  const parts = partsOf(pathname);
  const matches = ([, { address }]: [string, { address: string }]) => {
    const wanted = partsOf(address);
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || isSame(part, parts[at]))
    );
  };
  return (Object.entries(PAGES).find(matches)?.[0] ?? 'NotFound') as PageName; // keys of PAGES
}

function partsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function isSame(part: string, typed: string | undefined): boolean {
  return part === typed?.toLowerCase();
}
