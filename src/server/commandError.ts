/** Error of which only the message is printed, without a stack trace. */
export class CommandError extends Error {}

export class UsageError extends CommandError {}
