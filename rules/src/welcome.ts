/** The diamonds that every new account of a demo site starts with. */
export const WELCOME_BONUS = 100_000;
