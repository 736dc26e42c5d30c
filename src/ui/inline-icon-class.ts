/** Looks of an icon within a sentence: it shows which one the player has to look for. */
export const inlineIconClass = 'text-info inline-block'
