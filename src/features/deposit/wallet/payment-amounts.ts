import { parseDecimal, unitsAt } from '#lib/decimal.ts'

/** A decimal in a token's smallest unit, as the chain takes it; null where it has no such amount. */
export function rawAmount(amount: string, decimals: number): string | null {
  const parsed = parseDecimal(amount)
  if (!parsed || parsed.scale > decimals) return null
  return `0x${unitsAt(parsed, decimals).toString(16)}`
}

/** The price of gas may rise until the wallet sends. */
const FEE_ROOM = 2n

/** What a wallet can pay at most where its coin pays the network, too. */
export const leftOfFee = (held: bigint, fee: bigint): bigint =>
  held > FEE_ROOM * fee ? held - FEE_ROOM * fee : 0n
