declare module 'fs-native-extensions' {
  /** Asks for an exclusive lock on an open file. Whether it was granted; a lock ends with its file descriptor. */
  export function tryLock(fd: number): boolean;
}
