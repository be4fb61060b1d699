/** The secret that seals the seeds of the bench. */
export const SECRET = 'only for the bench, thirty-two bytes';
