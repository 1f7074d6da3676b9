/** Content of the guides, which the build generates from docs/guide/. */
declare module 'virtual:guides' {
  type Guide = { title: string; tasks: readonly { task: string; text: string }[] };
  export const GUIDES: Readonly<Record<string, Guide>>;
}
