import { useState } from 'react'

/**
 * True if a gate must show its content although it is closed: while the player has something to finish, and then until
 * they leave the screen, so that they see the result.
 */
export function useStaysOpen(isClosed: boolean, mayFinish: boolean): boolean {
  const [wasLetIn, setWasLetIn] = useState(false)
  const isLetIn = isClosed && (mayFinish || wasLetIn)
  if (isLetIn !== wasLetIn) setWasLetIn(isLetIn)
  return isLetIn
}
