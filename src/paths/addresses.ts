export const OVERVIEW = '/';
export const LOGIN = '/login';
export const DEVICES = '/devices';
export const COMPARE = '/compare';
export const DATASTORE = '/datastore';
export const CONNECTIONS = '/connections';
export const ABOUT = '/about';
