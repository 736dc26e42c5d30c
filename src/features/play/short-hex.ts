const HEAD = 8
const TAIL = 6

/** A long hex text as players compare it: its beginning and its end. */
export function shortHex(hex: string): string {
  return hex.length <= HEAD + TAIL ? hex : `${hex.slice(0, HEAD)}…${hex.slice(-TAIL)}`
}
