import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'

/** A whole amount of the wire in the coin's smallest unit. */
export function unitsOf(amount: string, engine: Pick<PlayEngine, 'balance'>): bigint {
  const parsed = parseDecimal(amount)
  return parsed ? unitsAt(parsed, engine.balance.get()?.decimals ?? parsed.scale) : 0n
}
