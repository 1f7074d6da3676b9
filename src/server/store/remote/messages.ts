export const REMOTE_MESSAGES = {
  waiting: 'Another command is writing to this data directory. Waiting for it to finish.',
  tooManyCommands: 'Too many commands are running on this data directory. Try again when one of them has finished.',
  notOwner: (path: string) =>
    `Only the owner of the data directory ${path} can run commands on it while a service uses it.`,
  noResponse: (path: string) => `The service that uses ${path} does not respond. Restart it, then try again.`,
  otherVersion: (path: string) =>
    `The service that uses ${path} has a different version than this command. Use the same version for both, or restart the service.`,
  uncertain:
    'The service stopped while it stored the data. Either all of it was stored, or nothing. Check before you try again.',
  serviceStopped: 'the service that uses the data directory stopped',
} as const;
