/** An icon in a sentence that shows the player which button to look for. */
export const inlineIconClass = 'text-info inline-block'
