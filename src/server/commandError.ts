/** Error of which only the message is printed, without a stack trace. */
export class CommandError extends Error {}

/** Error for unknown or invalid options. Refers to the help of the command. */
export class UsageError extends CommandError {}
