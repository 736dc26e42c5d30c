import { usdOf } from '#server/coins/convert-at.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { VoteCounting } from '#server/config/vote-counting.ts'
import { readRates } from '#server/rates/rates.ts'
import type { Change, OperatorCall } from './operator-call.ts'

/** @returns in 10⁻⁸ US dollars; null without a price that still holds */
export async function worthInUsd(
  call: OperatorCall,
  worth: NonNullable<Change['worth']>,
  maxPriceAgeMs: VoteCounting['maxPriceAgeMs'],
): Promise<bigint | null> {
  const { coin, amount } = await worth(call)
  const rate = (await readRates(call.db, [coin])).get(coin)
  if (!rate) return null
  const isStale = maxPriceAgeMs !== null && call.now - rate.pricedAt.getTime() > maxPriceAgeMs
  return isStale ? null : usdOf(amount, rate, DOLLAR_DECIMALS)
}
