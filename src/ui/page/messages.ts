export const pageMessages = {
  copiedFormat: (format: string) => `as ${format}`,
  copyAs: (format: string) => `Copy as ${format}`,
};
