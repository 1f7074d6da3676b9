import {
  ABOUT_PATH,
  COMPARE_PATH,
  CONNECTIONS_PATH,
  DASHBOARDS_PATH,
  DATASTORE_PATH,
  DEVICES_PATH,
  LOGIN_PATH,
  OVERVIEW_PATH,
} from './urls/routePaths.ts';

export const PAGES = {
  Login: {
    address: LOGIN_PATH,
    access: 'signedOut',
    code: async () => (await import('#features/login/LoginPage.tsx')).LoginPage,
  },
  Connections: {
    address: CONNECTIONS_PATH,
    access: 'anyone',
    code: async () => (await import('#features/connections/ConnectionsPage.tsx')).ConnectionsPage,
  },
  Overview: {
    address: OVERVIEW_PATH,
    access: 'signedIn',
    code: async () => (await import('#features/overview/OverviewPage.tsx')).OverviewPage,
  },
  Dashboard: {
    address: DASHBOARDS_PATH,
    access: 'signedIn',
    code: async () => (await import('#features/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  Devices: {
    address: DEVICES_PATH,
    access: 'signedIn',
    code: async () => (await import('#features/devices/DevicesPage.tsx')).DevicesPage,
  },
  Device: {
    address: `${DEVICES_PATH}/:deviceID`,
    access: 'signedIn',
    code: async () => (await import('#features/device/DevicePage.tsx')).DevicePage,
  },
  Compare: {
    address: COMPARE_PATH,
    access: 'signedIn',
    code: async () => (await import('#features/compare/ComparePage.tsx')).ComparePage,
  },
  Datastore: {
    address: DATASTORE_PATH,
    access: 'signedIn',
    code: async () => (await import('#features/datastore/DatastorePage.tsx')).DatastorePage,
  },
  About: {
    address: ABOUT_PATH,
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

export const loadAppShell = async () => (await import('#shell/AppShell.tsx')).AppShell;

export const loadDashboardWatcher = async () =>
  (await import('#features/dashboard/DashboardWatcher.tsx')).DashboardWatcher;

export function resolvePageName(pathname: string, signedIn: boolean): PageName {
  const page = matchPage(pathname);
  return signedIn || PAGES[page].access === 'anyone' ? page : 'Login';
}

function matchPage(pathname: string): PageName {
  const parts = splitPath(pathname);
  const matches = ([, { address }]: [string, { address: string }]) => {
    const wanted = splitPath(address);
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(':') || isSameSegment(part, parts[at]))
    );
  };
  return (Object.entries(PAGES).find(matches)?.[0] ?? 'NotFound') as PageName; // keys of PAGES
}

function splitPath(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function isSameSegment(part: string, typed: string | undefined): boolean {
  return part === typed?.toLowerCase();
}
