type Program = { variable: string; names: string[]; debian: string };
export const NGINX: Program;
export function findOrInstallChromium(): Promise<string>;
export function findOrInstallFirefox(): string | undefined;
export function findOrUnpackNginx(folder: string): string | undefined;
export function findInstalledProgram(program?: Program): string | undefined;
