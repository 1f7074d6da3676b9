// Sets the colour scheme before the first paint. A file, not an inline script: the content policy allows no inline code.
let kept = '';
try {
  // as lib/basePath.ts names what this console keeps; the file itself is what it is served below
  const base = new URL('.', document.currentScript.src).pathname;
  kept = localStorage.getItem(`${base === '/' ? '' : base}fleetlens.colorScheme`) ?? '';
} catch {
  // storage is blocked: follow the system
}
const wish = /dark|light/.exec(kept)?.[0] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
document.documentElement.setAttribute('data-mantine-color-scheme', wish);
