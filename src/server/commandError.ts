/** A failure whose message is all that the person at the command line needs. */
export class CommandError extends Error {}
