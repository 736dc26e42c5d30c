/** Number that a wallet's drawing is made from, the same for the same address. */
export function numberOf(address: string): number {
  return Number.parseInt(address.slice(2, 10), 16) || 1
}
