/** Error that is printed as its message alone, without a stack trace. */
export class CommandError extends Error {}

/** Error for unknown or invalid options. Refers to the command's help. */
export class UsageError extends CommandError {}
