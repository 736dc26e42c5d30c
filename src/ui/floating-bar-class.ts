/** A bar with a question that floats above the page. */
export const floatingBarClass = 'rounded-3 border border-line-strong bg-surface-2 shadow-2'
