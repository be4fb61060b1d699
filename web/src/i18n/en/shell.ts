import { shell as mixed } from '../mixed/shell.ts';

export const shell: typeof mixed = {
  ...mixed,
  menu: { ...mixed.menu, duels: 'Duels', faq: 'FAQ', admin: 'Admin' },
  userMenu: { ...mixed.userMenu, profile: 'Profile', faq: 'FAQ', logout: 'Log out' },
  topBar: { ...mixed.topBar, login: 'Log in' },
  views: { ...mixed.views, loading: 'Loading…', notFound: 'Page not found.' },
  offline: { ...mixed.offline, lost: 'Connection lost. Trying to reconnect…' },
};
