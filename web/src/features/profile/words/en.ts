import { type ProfileCatalogue, mixedProfile as mixed } from './mixed.ts';

/** Texts of the profile pages in English. */
export const enProfile: ProfileCatalogue = {
  ...mixed,
  toasts: {
    ...mixed.toasts,
    passwordChanged: 'Your password has been changed.',
    passwordChangeFailed: 'The password could not be changed.',
  },
  profile: {
    ...mixed.profile,
    tabProfile: 'My profile',
    tabSecurity: 'Security',
    tabHistory: 'Game history',
    steamProfile: 'Steam profile',
  },
  security: {
    ...mixed.security,
    saving: 'Saving…',
  },
};
