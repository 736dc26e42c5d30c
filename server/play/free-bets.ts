import { readParams } from '#rules/plan/bet.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { payFreeStake } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { findBet } from './find-bet.ts'
import { lockPlayAccount } from './play-account.ts'
import { planPlay } from './plan-play.ts'
import { inRefusals } from './plan-refusals.ts'
import { readBetAtOfPlayer, readPlayerState } from './player-state.ts'
import { takeIds, type PlayQueue } from './play-queue.ts'
import { rateOf, readMoment } from './play-terms.ts'
import { postPlays, type KnownBet, type TakenPlay } from './post-plays.ts'

/** A bet whose stake the house pays. It counts for nothing: neither levels, bonuses and races, nor limits and lists. */
export interface FreeBet {
  /** Idempotency key. */
  readonly key: string
  /** A game that a bet settles at once. */
  readonly game: string
  readonly params: unknown
  /** True if the bet was made with what this request takes. It is asked when the key comes again. */
  paidFor(db: Database, bet: { readonly id: string; readonly game: string }): Promise<boolean>
  /** @throws Refusal if there is nothing left to take */
  look(db: Database, now: number): Promise<unknown>
  /**
   * Takes what the house pays the stake for, in the transaction of the bet, while no other bet of the player is taken.
   * @throws Refusal if there is nothing left to take
   */
  take(trx: Database, bet: { readonly id: string; readonly now: number }): Promise<FreeStake>
}

interface FreeStake {
  readonly coin: string
  /** In the coin's smallest unit. */
  readonly stake: bigint
}

/** The state that a bet is planned from may change this often meanwhile. */
const TRIES = 5

class StaleError extends Error {}

/** @throws Refusal: nothing has moved then, and nothing was taken */
export async function postFreeBet(
  queue: PlayQueue,
  uid: number,
  asked: FreeBet,
): Promise<TakenPlay | KnownBet> {
  const end = await queue.ownTurns.take(String(uid))
  try {
    for (let tried = 1; ; tried += 1) {
      try {
        return await post(queue, uid, asked)
      } catch (error) {
        if (!(error instanceof StaleError)) throw error
        if (tried === TRIES) {
          throw new Refusal('unavailable', 'Too much is done for this account at once', { retryAfterS: 1 })
        }
      }
    }
  } finally {
    queue.known.forget(uid)
    end()
  }
}

async function post(queue: PlayQueue, uid: number, asked: FreeBet): Promise<TakenPlay | KnownBet> {
  const { key, game, params } = asked
  const taken = await findBet(queue.db, uid, { key })
  if (taken) return { known: taken.id }
  const [id = ''] = await takeIds(queue, 1)
  const moment = await readMoment(queue)
  const { now, terms } = moment
  // Without a lock, so that of many calls at once those that come too late do not wait until they are given up.
  await asked.look(queue.db, now)
  return repeatConflicts(() =>
    queue.db.transaction().execute(async (trx) => {
      await lockPlayer(trx, uid)
      await lockPlayAccount(trx, uid)
      const before = await findBet(trx, uid, { key })
      if (before) return { known: before.id }
      await assertMayPlay(trx, uid, now)
      const { coin, stake } = await asked.take(trx, { id, now })
      await postTransaction(trx, payFreeStake({ player: uid, coin, amount: stake, bet: id, game }), now)
      const state = await readPlayerState({ db: trx, secrets: queue.secrets }, uid, now)
      const rate = rateOf(terms, coin)
      const play = planPlay(queue, moment, {
        state: { ...state, betAt: await readBetAtOfPlayer(trx, state) },
        request: {
          type: 'bet',
          rate,
          isFree: true,
          asked: {
            key,
            game,
            coin,
            stake,
            autoPlay: null,
            ...inRefusals(rate, () => readParams(game, params)),
          },
        },
        id,
      })
      if ('known' in play) throw new Error('A free bet was not planned')
      const [posted] = await postPlays(trx, [play])
      if (!posted) throw new Error('The play was not answered')
      // All else is thrown, so that the stake is not paid and nothing is taken.
      if ('refusal' in posted) throw posted.refusal
      if ('isStale' in posted) throw new StaleError()
      if ('known' in posted) throw new Refusal('key_reused', 'The key belongs to another bet')
      return posted
    }),
  )
}
