import { useState } from 'react'

/**
 * Whether what a gate hides is shown all the same: while there is something to finish in it, and afterwards until the
 * screen is left, so that its end is seen.
 */
export function useStaysOpen(isClosed: boolean, mayFinish: boolean): boolean {
  const [wasLetIn, setWasLetIn] = useState(false)
  const isLetIn = isClosed && (mayFinish || wasLetIn)
  if (isLetIn !== wasLetIn) setWasLetIn(isLetIn)
  return isLetIn
}
