export const pageMessages = {
  autoRefresh: 'Auto-refresh',
  copiedFormat: (format: string) => `as ${format}`,
  copyAs: (format: string) => `Copy as ${format}`,
  copyLink: 'Copy link',
  copyRequest: 'Copy the request, without credentials',
  link: 'link',
  linkFailed: 'The link could not be created. Reload the page, then try again.',
};
