/** A link within text: a subtle underline that becomes stronger on hover. */
export const quietLinkClass = 'underline decoration-line-input underline-offset-3 hover:decoration-primary';

/** The class of a link that stands alone, with a touch target as large as a button's. */
export const textLinkClass = `hit-area ${quietLinkClass}`;
