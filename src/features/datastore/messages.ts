export const datastoreMessages = {
  changesThatHaveNotBeenRun: 'Changes that have not been run are not included.',
  datastore: 'Datastore',
  incompleteStageThatIsSwitchedOff: 'The incomplete stage that is switched off is not included.',
  moreQueryActions: 'More query actions',
  queryIsTooLongForLink: 'The query is too long for a link, so it was copied as JSON.',
  results: 'Results',
};
