import type { DataOf } from '#contract/endpoint.ts'
import type { getGameDays } from '#contract/operator/games.ts'
import { dayOf } from '#fair/seal.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import { readOwnHours } from './play-sums.ts'
import type { ViewServices } from './view-services.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** Days without a bet are there, too. @throws Refusal `not_found` */
export async function readGameDays(
  { db, reads, clock }: Pick<ViewServices, 'db' | 'reads' | 'clock'>,
  slug: string,
): Promise<DataOf<typeof getGameDays>> {
  const game = await db.selectFrom('game').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (!game) throw new Refusal('not_found', 'There is no such game')
  const now = clock()
  const first = now - (now % DAY_MS) - (DAYS - 1) * DAY_MS
  const hours = await readOwnHours(reads.forSums(), first, slug)
  return Array.from({ length: DAYS }, (_, n) => {
    const day = dayOf(first + n * DAY_MS)
    const own = hours.filter(({ hour }) => dayOf(hour.getTime()) === day)
    const sum = (of: (each: (typeof own)[number]) => bigint) => own.reduce((all, each) => all + of(each), 0n)
    return {
      day,
      bets: own.reduce((all, { bets }) => all + bets, 0),
      stakedUsd: toDecimal(
        sum(({ staked }) => staked),
        DOLLAR_DECIMALS,
      ),
      edgeUsd: toDecimal(
        sum(({ edge }) => edge),
        DOLLAR_DECIMALS,
      ),
      resultUsd: toDecimal(
        sum(({ staked, paid }) => staked - paid),
        DOLLAR_DECIMALS,
      ),
    }
  })
}
