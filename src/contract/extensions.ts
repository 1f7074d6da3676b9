/** Extensions that most services support. Other extensions are used only if the host or the user enables them. */
export const DEFAULT_EXTENSIONS: readonly string[] = ['operators', 'sort'];

/** Number of values that `$in` accepts. */
export const MAX_IN_VALUES = 1000;
