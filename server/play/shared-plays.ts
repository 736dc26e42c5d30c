import type { placeCrashBet } from '#contract/crash.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/play.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { refuseBet } from './auto-plays.ts'
import { findSharedBet, readHeldAndReceipt } from './find-bet.ts'
import { toReceipt } from './play-answers.ts'
import { runPlay, type PlayQueue } from './play-queue.ts'
import { readCrashBet, type AskedTaking } from './play-requests.ts'
import { rateOf } from './play-terms.ts'
import type { TakenPlay } from './post-plays.ts'
import type { OpenSharedBet, SettledSharedBet, SharedRound } from './shared-record.ts'

export type AnySharedBet = OpenSharedBet | SettledSharedBet

/** A bet of a shared round after a request, or as it is if that was done before. */
export interface SharedAnswer {
  readonly bet: AnySharedBet
  /** In the smallest unit of its coin. */
  readonly available: bigint
  readonly decimals: number
  /** Answers this request. */
  readonly receipt: Receipt | null
  /** False if an earlier call has done it. */
  readonly isNew: boolean
}

export interface SharedPlays {
  /** @throws Refusal of BET_ERRORS, `betting_closed`, `bets_full` */
  place(
    uid: number,
    body: ParsedRequest<typeof placeCrashBet>['body'],
    round: SharedRound,
  ): Promise<SharedAnswer>
  /**
   * Takes something out of a bet, unless it is out already or of another round.
   * @throws Refusal `not_found`, `key_reused`, `round_settled`
   */
  take(uid: number, id: string, round: SharedRound, asked: AskedTaking): Promise<SharedAnswer>
  /** A bet by its id, by its key, or by the key of one of its latest cash-outs. */
  find(
    uid: number,
    by: { readonly id: string } | { readonly key: string; readonly sinceRound?: string },
  ): Promise<AnySharedBet | undefined>
  /** @param key of the earlier request */
  again(uid: number, bet: AnySharedBet, key: string): Promise<SharedAnswer>
  /** @throws Refusal `not_found` */
  decimalsOf(coin: string): Promise<number>
}

const MOST_BEGUN = 20_000

export function createSharedPlays(queue: PlayQueue): SharedPlays {
  const begun = new Set<number>()
  return {
    place: (uid, body, round) => placeSharedBet(queue, begun, uid, body, round),
    take: (uid, id, round, asked) => takeOut(queue, uid, id, round, asked),
    find: (uid, by) => findSharedBet(queue.db, uid, by),
    again: (uid, bet, key) => answerAgain(queue, uid, bet, key),
    decimalsOf: (coin) => decimalsOf(queue, coin),
  }
}

/** Bets follow each other by this row; the first seeds may have made it. */
async function beginPlay(db: Database, begun: Set<number>, uid: number): Promise<void> {
  if (begun.has(uid)) return
  await db
    .insertInto('play_account')
    .values({ bucket: bucketOf(uid), account_id: uid })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (begun.size >= MOST_BEGUN) begun.clear()
  begun.add(uid)
}

async function placeSharedBet(
  queue: PlayQueue,
  begun: Set<number>,
  uid: number,
  body: ParsedRequest<typeof placeCrashBet>['body'],
  round: SharedRound,
): Promise<SharedAnswer> {
  const rate = rateOf(await queue.termsNow(), body.coin)
  const asked = readCrashBet(body, round.game, rate)
  const { key } = asked
  await beginPlay(queue.db, begun, uid)
  const result = await runPlay(queue, uid, { type: 'shared-bet', asked, rate, round }).catch(
    async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      const known = await findSharedBet(queue.db, uid, { key })
      // A bet that was taken before stays taken, even if it would be refused now.
      if (known?.key !== key) return refuseBet(queue.db, uid, asked.autoPlay, error)
      return { known: known.id }
    },
  )
  if ('play' in result) return answerTaken(result, rate.decimals)
  const known = await findSharedBet(queue.db, uid, { id: result.known })
  const isSame =
    known?.key === key &&
    known.coin === asked.coin &&
    known.stake === asked.stake &&
    known.params.target === asked.target
  if (!isSame) throw new Refusal('key_reused', 'The key belongs to another bet')
  return answerAgain(queue, uid, known, key)
}

async function takeOut(
  queue: PlayQueue,
  uid: number,
  id: string,
  round: SharedRound,
  taking: AskedTaking,
): Promise<SharedAnswer> {
  const result = await runPlay(queue, uid, { type: 'shared-taking', id, round, taking })
  if ('play' in result) return answerTaken(result, await decimalsOf(queue, result.play.bet.coin))
  const bet = await findSharedBet(queue.db, uid, { id })
  if (!bet) throw new Refusal('not_found', 'There is no such bet')
  return answerAgain(queue, uid, bet, bet.stepKeys.at(-1) ?? bet.key)
}

function answerTaken({ play: { bet, receipt }, available }: TakenPlay, decimals: number): SharedAnswer {
  if (!('sharedRound' in bet)) throw new Error(`Bet ${bet.id} is of no shared round`)
  return { bet, available, decimals, receipt: toReceipt(receipt), isNew: true }
}

async function answerAgain(
  queue: PlayQueue,
  uid: number,
  bet: AnySharedBet,
  key: string,
): Promise<SharedAnswer> {
  const at = bet.key === key ? 0 : bet.stepKeys.indexOf(key) + 1
  const after = await readHeldAndReceipt(queue.db, uid, { coin: bet.coin, sequence: bet.receipts[at] })
  return { bet, ...after, decimals: await decimalsOf(queue, bet.coin), isNew: false }
}

const decimalsOf = async (queue: PlayQueue, coin: string): Promise<number> =>
  rateOf(await queue.termsNow(), coin).decimals
