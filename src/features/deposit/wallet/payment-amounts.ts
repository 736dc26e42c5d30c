import { parseDecimal, unitsAt } from '#lib/decimal.ts'

/** Converts to the token's smallest unit; null if the amount has too many decimals. */
export function rawAmount(amount: string, decimals: number): string | null {
  const parsed = parseDecimal(amount)
  if (!parsed || parsed.scale > decimals) return null
  return `0x${unitsAt(parsed, decimals).toString(16)}`
}

/** Margin for a higher gas price when the wallet sends. */
const FEE_ROOM = 2n

/** Largest payment in the coin that also pays the network fee. */
export const leftOfFee = (held: bigint, fee: bigint): bigint =>
  held > FEE_ROOM * fee ? held - FEE_ROOM * fee : 0n
