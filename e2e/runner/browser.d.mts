type Program = { variable: string; names: string[]; debian: string };
export const NGINX: Program;
export function findBrowser(): Promise<string>;
export function findFirefox(): string | undefined;
export function findNginx(folder: string): string | undefined;
export function findInstalled(program?: Program): string | undefined;
