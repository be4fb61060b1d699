/** A link among words: underlined quietly, more so under the pointer. */
export const quietLinkClass = 'underline decoration-line-input underline-offset-3 hover:decoration-primary';

/** The same where nothing else is near: as large for a finger as a button. */
export const textLinkClass = `hit-area ${quietLinkClass}`;
