let chosen: number | null = null

/** Remembers the network that the next wallet is to be on. */
export function chooseChain(chainId: number): void {
  chosen = chainId
}

/** Hands the choice out, once. */
export function takeChosenChain(): number | null {
  const chainId = chosen
  chosen = null
  return chainId
}
