export const datastoreMessages = {
  heading: 'Datastore',
  incompleteStageNotIncluded: 'The incomplete stage that is switched off is not included.',
  linkTooLong: 'The query is too long for a link, so it was copied as JSON.',
  moreQueryActions: 'More query actions',
  results: 'Results',
  unsavedChangesNotIncluded: 'Changes that have not been run are not included.',
};
