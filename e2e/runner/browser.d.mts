export function findBrowser(): Promise<string>;
export function installed(): string | undefined;
