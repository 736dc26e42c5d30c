import type { DataOf } from '#contract/endpoint.ts'
import type { ClaimKind, claimReward as claimRewardEndpoint } from '#contract/rewards.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readClaimable } from './claimable.ts'
import { payEdgeShare } from './pay-edge-share.ts'
import { claimsOf, coinOfRewards, toClaim } from './rewards.queries.ts'

interface ClaimServices {
  readonly db: Database
  readonly clock: Clock
  readonly config: RewardsConfig
}

interface Claim {
  readonly player: number
  readonly kind: ClaimKind
  /** Claims with the same key are the same claim. */
  readonly key: string
}

/**
 * Pays all of a kind that the player has earned. It waits for no break: the money is the player's. The same request
 * again tells what was paid.
 * @throws Refusal `nothing_to_claim`; `rate_limited` within 10 seconds after the last claim of the kind; `key_reused`
 */
export function claimReward(
  { db, clock, config }: ClaimServices,
  { player, kind, key }: Claim,
): Promise<DataOf<typeof claimRewardEndpoint>> {
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, player)
      const now = clock()
      const known = await requested(trx, player, key)
      if (known) {
        if (known.kind !== kind) throw new Refusal('key_reused', 'The key is of another claim')
        return answer(trx, player, known)
      }
      const coin = await coinOfRewards(trx, config)
      const { amount, giftLevel, nextAt, ...share } = await readClaimable(trx, player, {
        kind,
        config,
        decimals: coin.decimals,
        now,
      })
      if (nextAt !== null) {
        const retryAfterS = Math.ceil((nextAt - now) / 1_000)
        throw new Refusal('rate_limited', `The next claim is possible in ${retryAfterS} s`, { retryAfterS })
      }
      if (amount <= 0n || (kind === 'level-gift' && giftLevel === null)) {
        throw new Refusal('nothing_to_claim', 'There is nothing to claim')
      }
      await payEdgeShare(trx, { player, kind, coin: coin.id, amount, ...share, request: key, now })
      const paid = await requested(trx, player, key)
      if (!paid) throw new Error('A reward that was just paid is not there')
      return answer(trx, player, paid)
    }),
  )
}

const requested = (trx: Database, player: number, key: string) =>
  claimsOf(trx, player).where('reward.request', '=', key).executeTakeFirst()

async function answer(trx: Database, player: number, row: Parameters<typeof toClaim>[0]) {
  const held = (await balancesOf(trx, player)).find(({ coin }) => coin === row.coin)
  return { claim: toClaim(row), available: toDecimal(held?.available ?? 0n, row.decimals) }
}
