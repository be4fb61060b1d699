/** The id of the section with the choices about the public profile, for links to it. */
export const PRIVACY_ANCHOR = 'public-profile';
