export const shellSidebarMessages = {
  backgroundTasks: 'Background tasks',
  cancel: 'Cancel',
  connection: (name: string) => `Connection ${name}`,
  connectionWithHost: (name: string, host: string) => `${name} ${host}, connection`,
  countOfDoneTasks: (count: number) => `${count} done`,
  countOfOtherTasks: (count: number) => `, and ${count} more`,
  dismiss: 'Dismiss',
  goTo: 'Go to',
  more: 'More',
  pause: 'Pause',
  resume: 'Resume',
  signOut: 'Sign out',
};
