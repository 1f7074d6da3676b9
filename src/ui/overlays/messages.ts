export const overlaysMessages = {
  chooseHint: '↑ ↓ choose',
  command: 'Command',
  newTabHint: 'Ctrl ↵ in a new tab',
  noResults: 'No results',
  openHint: '↵ open',
  results: 'Results',
};
