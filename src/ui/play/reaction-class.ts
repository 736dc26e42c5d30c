/** A button with a picture that is sent to other players. */
export const reactionClass =
  'press grid place-items-center min-w-0 h-11.5 rounded-2 text-text hover:bg-surface-3'
