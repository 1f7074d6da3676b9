/** Generated from docs/guide/ by the build. */
declare module 'virtual:guides' {
  type Guide = { title: string; tasks: readonly { task: string; text: string }[] };
  export const GUIDES: Readonly<Record<string, Guide>>;
}
