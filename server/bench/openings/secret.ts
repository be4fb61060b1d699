/** What the seeds of the bench are sealed with. */
export const SECRET = 'only for the bench, thirty-two bytes';
