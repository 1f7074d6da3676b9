// Sets the colour scheme before the first paint. A file, not an inline script: the content policy allows no inline code.
let wish = 'auto';
try {
  wish = localStorage.getItem('fleetlens.colorScheme') ?? 'auto';
} catch {
  // storage is blocked: follow the system
}
const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
