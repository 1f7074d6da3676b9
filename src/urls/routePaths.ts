export const OVERVIEW_PATH = '/';
export const LOGIN_PATH = '/login';
export const DASHBOARDS_PATH = '/dashboards';
export const DEVICES_PATH = '/devices';
export const COMPARE_PATH = '/compare';
export const DATASTORE_PATH = '/datastore';
export const CONNECTIONS_PATH = '/connections';
export const ABOUT_PATH = '/about';
