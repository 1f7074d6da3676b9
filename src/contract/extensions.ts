import type { ExtensionName } from './stages.ts';

/** Extensions that most services support. Other extensions are used only if the host or the user enables them. */
export const DEFAULT_EXTENSIONS: readonly ExtensionName[] = ['operators', 'sort'];
