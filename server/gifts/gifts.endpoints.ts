import { listFreeRounds, playFreeRound } from '#contract/free-rounds.ts'
import { redeemGiftCode } from '#contract/gift-codes.ts'
import { listPlayerPromotions } from '#contract/player-promotions.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import type { PlayEngine } from '#server/play/play-engine.ts'
import { listOpenRounds } from './free-rounds.ts'
import { takeNewReleases } from './new-releases.ts'
import { listPromotionsOf } from './player-promotions.ts'
import { hashOfCode, redeemCode } from './redeem-code.ts'
import { isFreeRound, readFreeRounds, readNextRound, takeFreeRound } from './take-free-round.ts'

interface GiftServices {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'hash'>
  readonly limits: RateLimits
  readonly feed: Pick<Feed, 'publish'>
  readonly clock: Clock
}

export function giftEndpoints({ db, secrets, limits, feed, clock }: GiftServices): Served[] {
  return [
    served(redeemGiftCode, {
      async handle({ body }, { session: { uid }, address }) {
        // Only wrong codes use up the limits.
        await limits.take('gift-code', String(uid))
        await limits.take('gift-code-address', address)
        const redeemed = await redeemCode(db, {
          player: uid,
          hash: hashOfCode(secrets, body.code),
          now: clock(),
        })
        await limits.giveBack('gift-code', String(uid))
        await limits.giveBack('gift-code-address', address)
        if (redeemed.isNew && redeemed.gift.kind === 'money') tellPlayers(feed, 'balances', [uid])
        return redeemed
      },
    }),

    served(listFreeRounds, {
      async handle(_, { session: { uid } }) {
        await takeNewReleases(db, uid, clock())
        return listOpenRounds(db, uid, clock())
      },
    }),

    served(listPlayerPromotions, {
      handle: (_, { session: { uid } }) => listPromotionsOf(db, uid, clock()),
    }),
  ]
}

export function freeRoundEndpoints(db: Database, play: Pick<PlayEngine, 'free'>): Served[] {
  return [
    served(playFreeRound, {
      async handle({ params: { id }, body: { idempotencyKey } }, { session: { uid: player } }) {
        const { game, params } = await readFreeRounds(db, { player, id })
        return play.free(player, {
          key: idempotencyKey,
          game,
          params,
          paidFor: (on, bet) => isFreeRound(on, { player, id, bet: bet.id }),
          look: (on, now) => readNextRound(on, { player, id, now }),
          take: (trx, bet) => takeFreeRound(trx, { player, id, bet: bet.id, now: bet.now }),
        })
      },
    }),
  ]
}
