declare module 'fs-native-extensions' {
  /**
   * Tries to lock an open file. The lock ends with its file descriptor.
   * @returns true if the lock was granted
   */
  export function tryLock(fd: number, options?: { shared: boolean }): boolean;
}
