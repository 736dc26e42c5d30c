import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'

/** @param amount in whole coins, as the contract writes it. @returns the coin's smallest unit */
export function unitsOf(amount: string, engine: Pick<PlayEngine, 'balance'>): bigint {
  const parsed = parseDecimal(amount)
  return parsed ? unitsAt(parsed, engine.balance.get()?.decimals ?? parsed.scale) : 0n
}
