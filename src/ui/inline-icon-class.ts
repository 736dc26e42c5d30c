/** Colour of an icon inside a sentence that stands for one the player has to find. */
export const inlineIconClass = 'text-info inline-block'
