/** Seed of a wallet's drawing: the same address always gets the same one. */
export function numberOf(address: string): number {
  return Number.parseInt(address.slice(2, 10), 16) || 1
}
