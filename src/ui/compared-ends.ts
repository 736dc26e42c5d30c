/** Characters at each end that people compare before they send. */
const COMPARED = 4

/** The two ends of an address; the `0x` that every EVM address begins with comes on top. */
export function comparedEnds(address: string, characters = COMPARED): { start: string; end: string } {
  const start = address.startsWith('0x') ? characters + 2 : characters
  return { start: address.slice(0, start), end: address.slice(-characters) }
}
