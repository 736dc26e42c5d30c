import { Refusal } from '#server/base/refusal.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { planPlay } from './plan-play.ts'
import { assertStakeAllowed } from './player-limits.ts'
import { readBetAtOfPlayer, readPlayerState } from './player-state.ts'
import { assertInTime, type QueuedRequest } from './play-requests.ts'
import { rateOf, type Moment, type PlayServices } from './play-terms.ts'
import { postPlays, type Posted } from './post-plays.ts'

type PostedAlone = Exclude<Posted, { readonly refusal: Error }>

export type PostAlone = (
  services: PlayServices,
  queued: QueuedRequest,
  id: string,
  moment: Moment,
) => Promise<PostedAlone>

/**
 * For a player who has set limits, or has several accounts that share a cycle of the game. Bets of their accounts take
 * turns here, so that the limits are compared with what holds when the money moves.
 */
export const postLimited: PostAlone = (services, queued, id, moment) =>
  repeatConflicts(() =>
    services.db.transaction().execute(async (trx) => {
      const { uid, request } = queued
      await lockPlayer(trx, uid)
      await assertMayPlay(trx, uid, moment.now)
      const known = await readPlayerState({ db: trx, secrets: services.secrets }, uid, moment.now)
      const state = { ...known, betAt: await readBetAtOfPlayer(trx, known) }
      assertInTime(queued, services.patienceMs)
      const play = planPlay(services, moment, { state, request, id })
      if ('known' in play) return play
      if (state.rights.hasLimits) {
        const rate = rateOf(moment.terms, play.bet.coin)
        if (services.rates.isStale(rate.pricedAt)) {
          throw new Refusal('rate_stale', `The price of ${rate.coin} is from ${rate.pricedAt.toISOString()}`)
        }
        await assertStakeAllowed(trx, uid, play.bet.usd, moment.now)
      }
      const [posted] = await postPlays(trx, [play])
      return requireDone(posted)
    }),
  )

/** No other play of the player comes between. */
export const postHolding: PostAlone = (services, queued, id, moment) =>
  repeatConflicts(() =>
    services.db.transaction().execute(async (trx) => {
      const { uid, request } = queued
      await trx
        .selectFrom('play_account')
        .select('revision')
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .forUpdate()
        .execute()
      const state = await readPlayerState({ db: trx, secrets: services.secrets }, uid, moment.now)
      assertInTime(queued, services.patienceMs)
      const play = planPlay(services, moment, { state, request, id })
      if ('known' in play) return play
      const [posted] = await postPlays(trx, [play])
      return requireDone(posted)
    }),
  )

function requireDone(posted: Posted | undefined): PostedAlone {
  if (!posted) throw new Error('The play was not answered')
  if ('refusal' in posted) throw posted.refusal
  return posted
}
