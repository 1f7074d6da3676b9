export const overlaysMessages = {
  noResults: 'No results',
};
