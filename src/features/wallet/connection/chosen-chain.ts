let chosen: number | null = null

/** Stores the network for the next wallet. */
export function chooseChain(chainId: number): void {
  chosen = chainId
}

/** Returns the choice once, and clears it. */
export function takeChosenChain(): number | null {
  const chainId = chosen
  chosen = null
  return chainId
}
