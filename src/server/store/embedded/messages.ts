/** Messages about a data directory: `path` is the directory as the user named it. */
export const DIRECTORY_MESSAGES = {
  diskFull: (path: string) => `The disk of the data directory ${path} is full.`,
  notWritable: (path: string, reason: string) => `Cannot write to the data directory ${path} (${reason}).`,
  notUsable: (path: string, reason: string) => `Cannot use the data directory ${path} (${reason}).`,
  notFound: (path: string) => `No data directory exists at ${path}.`,
  removed: (path: string, holder: string) =>
    `The data directory ${path} was removed, but process ${holder} is still using it. Stop the process, or restore a backup to ${path}, before you continue.`,
  databaseRemoved: (path: string) =>
    `The data directory ${path} contains no database: the files in its folder pglite were removed. Restore a backup, or delete the whole directory to start again.`,
  databaseDamaged: (path: string, message: string) =>
    `Cannot open the database in ${path}: its files are damaged or incomplete. Restore a backup. The database engine reported: ${message}`,
  otherOwner: (path: string, uid: number) =>
    `The data directory ${path} belongs to another user (${uid}). Run this command as that user, for example with: sudo -u "#${uid}" …`,
  foreignFile: (path: string, file: string, owner: string, user: string, code: string | undefined) =>
    `Cannot use the data directory ${path}: ${file} belongs to ${owner}, and ${user} has no access (${code}). Give all files of the directory to the user that runs Fleetlens.`,
  inUse: (path: string, holder: string) =>
    `The data directory ${path} is in use by another process${holder ? ` (${holder})` : ''}.`,
  lockNotReadable: (file: string, code: string | undefined, path: string) =>
    `Cannot read ${file} (${code}), so it is unknown whether ${path} is in use.`,
  lockNotSupported: (system: string) =>
    `Data directories cannot be locked on this system (${system}). Use a system with glibc (not musl, as in Alpine Linux), or a PostgreSQL server with --database.`,
  noSpaceForCopy: (folder: string, path: string) =>
    `Not enough space in ${folder} for the copy of ${path} that this command reads. Set TMPDIR to a folder with more space.`,
} as const;
