export const statesMessages = {
  autoRefresh: 'Auto-refresh',
  cancel: 'Cancel',
  loadFailed: (subject: string) => `Could not load ${subject}`,
  loading: (subject: string) => `Loading ${subject}`,
  loadingCanceled: (subject: string) => `Loading ${subject} was canceled.`,
  partialLoadFailed: (subject: string) => `Could not load ${subject}.`,
  refresh: 'Refresh',
  refreshFailed: (subject: string) => `Could not refresh ${subject}.`,
  refreshMinutes: (minutes: number) => `every ${minutes} min`,
  refreshSeconds: (seconds: number) => `every ${seconds} s`,
  refreshed: (time: string) => `Refreshed, as of ${time}`,
  secondsLeft: (seconds: number) => `${seconds} s.`,
};
