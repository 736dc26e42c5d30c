/** A link inside a sentence. */
export const textLinkClass = 'text-brand font-650 underline underline-offset-2 rounded-1'
