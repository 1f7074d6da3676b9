// Sets the colour scheme before the first paint. A file, not an inline script: the content policy allows no inline code.
let kept = '';
try {
  kept = localStorage.getItem('fleetlens.colorScheme') ?? '';
} catch {
  // storage is blocked: follow the system
}
const wish = /dark|light/.exec(kept)?.[0] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.setAttribute('data-mantine-color-scheme', wish);
