import * as contract from '#contract/rewards.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import { claimReward } from './claim-reward.ts'
import { readRewardTerms } from './reward-terms.ts'
import { readRewards } from './rewards.queries.ts'

interface RewardServices {
  readonly db: Database
  readonly limits: RateLimits
  readonly clock: Clock
  readonly feed: Pick<Feed, 'publish'>
  readonly config: Pick<Config, 'rewards'>
}

export function rewardTermsEndpoints(db: Database, { rewards }: Pick<Config, 'rewards'>): Served[] {
  return [
    served(contract.getRewardTerms, {
      keepMs: CATALOGUE_KEEP_MS,
      handle: () => readRewardTerms(db, rewards),
    }),
  ]
}

export function rewardEndpoints({ db, limits, clock, feed, config: { rewards } }: RewardServices): Served[] {
  return [
    served(contract.getRewards, {
      handle: (_, { session: { uid } }) => readRewards(db, rewards, { player: uid, now: clock() }),
    }),

    served(contract.claimReward, {
      async handle({ body: { kind, idempotencyKey: key } }, { session: { uid } }) {
        await limits.take('reward', String(uid))
        const claimed = await claimReward({ db, clock, config: rewards }, { player: uid, kind, key })
        tellPlayers(feed, 'balances', [uid])
        return claimed
      },
    }),
  ]
}
