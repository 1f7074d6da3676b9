export function findBrowser(): Promise<string>;
export function findFirefox(): string | undefined;
export function installed(): string | undefined;
