/** A failure whose message is all that the person at the command line needs. */
export class CommandError extends Error {}

/** Options that a command does not know or take; its help is the way on. */
export class UsageError extends CommandError {}
