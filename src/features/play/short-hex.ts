const HEAD = 8
const TAIL = 6

/** Players compare the beginning and the end. */
export function shortHex(hex: string): string {
  return hex.length <= HEAD + TAIL ? hex : `${hex.slice(0, HEAD)}…${hex.slice(-TAIL)}`
}
