import * as contract from '#contract/referral.ts'
import { toDecimal } from '#server/coins/units.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import type { Feed } from '#server/feed/feed.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { claimReferral } from './claim-referral.ts'
import { listFriendsOf, readReferral } from './referral.queries.ts'
import { coinOfRewards } from './rewards.queries.ts'

interface ReferralServices extends Pick<AccountServices, 'db' | 'limits' | 'clock' | 'config'> {
  readonly feed: Pick<Feed, 'publish'>
}

export function referralEndpoints({
  db,
  limits,
  clock,
  feed,
  config: { rewards },
}: ReferralServices): Served[] {
  return [
    served(contract.getReferral, { handle: (_, { session: { uid } }) => readReferral(db, uid, rewards) }),

    served(contract.listFriends, {
      handle: ({ query: { after } }, { session: { uid } }) => listFriendsOf(db, uid, after),
    }),

    served(contract.claimReferral, {
      async handle(_, { session: { uid } }) {
        await limits.take('referral-claim', String(uid))
        const amount = await claimReferral(db, { player: uid, config: rewards, now: clock() })
        if (amount > 0n) tellPlayers(feed, 'balances', [uid])
        const { decimals } = await coinOfRewards(db, rewards)
        return { amount: toDecimal(amount, decimals), referral: await readReferral(db, uid, rewards) }
      },
    }),
  ]
}
