import type { Unclaimed } from '#contract/account.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { listOpenRounds } from '#server/gifts/free-rounds.ts'
import { readWheel } from '#server/gifts/gift-wheel.ts'
import { readReferral } from '#server/rewards/referral.queries.ts'
import { readRewards } from '#server/rewards/rewards.queries.ts'

/** Reads what the player has earned or been given, and would lose by closing the account. */
export async function readUnclaimed(
  db: Database,
  config: RewardsConfig,
  { player, now }: { readonly player: number; readonly now: number },
): Promise<Unclaimed> {
  const { coin, rakeback, levelGift } = await readRewards(db, config, { player, now })
  const { claimable } = await readReferral(db, player, config)
  const { pot: wheel } = await readWheel(db, player, config, now)
  const rounds = await listOpenRounds(db, player, now)
  return {
    coin,
    rakeback: rakeback.amount,
    levelGift: levelGift.level === null ? '0' : levelGift.amount,
    referral: claimable,
    wheel,
    freeRounds: rounds.reduce((sum, { count, played }) => sum + count - played, 0),
  }
}

/** True if some of it can be claimed as money. */
export const isMoneyLeft = ({ rakeback, levelGift, referral }: Unclaimed): boolean =>
  [rakeback, levelGift, referral].some((amount) => amount !== '0')
