declare module 'fs-native-extensions' {
  /** Asks for a lock on an open file. Whether it was granted; a lock ends with its file descriptor. */
  export function tryLock(fd: number, options?: { shared: boolean }): boolean;
}
