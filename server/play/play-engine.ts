import type { PlayAnswer, placeBet } from '#contract/play.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { isPlayGame } from '#rules/games.ts'
import { answeredAfter, isSameBet, type AskedStep } from '#rules/plan/bet.ts'
import { refuseBet } from './auto-plays.ts'
import { findBet, readHeldAndReceipt } from './find-bet.ts'
import { postFreeBet, type FreeBet } from './free-bets.ts'
import { inRefusals } from './plan-refusals.ts'
import { toBet, toReceipt, toRound } from './play-answers.ts'
import { closeQueue, createPlayQueue, noteTaken, runPlay, type PlayQueue } from './play-queue.ts'
import { drawnOf, type OpenRound, type SettledBet } from './play-record.ts'
import { readBet } from './play-requests.ts'
import { createPlayTerms, rateOf, type PlayServices } from './play-terms.ts'
import type { TakenPlay } from './post-plays.ts'
import { createReceiptKeys } from './receipt-keys.ts'
import { openServerSeed } from './seed-pairs.ts'
import { createSharedPlays, type SharedPlays } from './shared-plays.ts'

/** Callers have given up by then. */
const PATIENCE_MS = 15_000

type EngineOptions = Omit<PlayServices, 'termsNow' | 'keys' | 'onTaken' | 'patienceMs'> &
  Partial<Pick<PlayServices, 'keys' | 'onTaken' | 'patienceMs'>>

/** Plays for balances. One for each process; several on one database take turns by the revision of a player. */
export interface PlayEngine {
  /** @throws Refusal of BET_ERRORS, `not_found` */
  bet(uid: number, body: ParsedRequest<typeof placeBet>['body']): Promise<PlayAnswer>
  /** @throws Refusal: of BET_ERRORS, or of `take` */
  free(uid: number, asked: FreeBet): Promise<PlayAnswer>
  /** @throws Refusal `not_found`, `round_settled`, `bad_step`, `payout_too_large`, `key_reused` */
  step(uid: number, round: string, asked: AskedStep): Promise<PlayAnswer>
  /** Settles a round that its player has left; does nothing if it has ended or gone on since. */
  lapse(uid: number, round: string, touchedBefore: number): Promise<void>
  /** @throws Refusal `not_found` */
  byKey(uid: number, key: string): Promise<PlayAnswer>
  readonly shared: SharedPlays
  close(): Promise<void>
}

export function createPlayEngine(options: EngineOptions): PlayEngine {
  const { db, clock, keys = createReceiptKeys(options), onTaken, patienceMs = PATIENCE_MS } = options
  const termsNow = createPlayTerms(db, clock)
  const queue = createPlayQueue({ ...options, keys, onTaken, patienceMs, termsNow })
  return {
    bet: (uid, body) => placeBetOf(queue, uid, body),
    free: (uid, asked) => placeFreeBet(queue, uid, asked),
    step: (uid, round, asked) => takeStep(queue, uid, round, asked),
    lapse: async (uid, id, touchedBefore) => {
      await runPlay(queue, uid, { type: 'lapse', id, touchedBefore })
    },
    byKey: (uid, key) => answerByKey(queue, uid, key),
    shared: createSharedPlays(queue),
    close: () => closeQueue(queue),
  }
}

async function placeBetOf(
  queue: PlayQueue,
  uid: number,
  body: ParsedRequest<typeof placeBet>['body'],
): Promise<PlayAnswer> {
  const { db } = queue
  const terms = await queue.termsNow()
  if (!isPlayGame(body.game) || !terms.games.has(body.game))
    throw new Refusal('not_found', 'There is no such game')
  const rate = rateOf(terms, body.coin)
  const asked = readBet(body, rate)
  const result = await runPlay(queue, uid, { type: 'bet', asked, rate }).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    // A bet that was taken before stays taken, even if it would be refused now.
    const known = await findBet(db, uid, { key: asked.key })
    if (!known) return refuseBet(db, uid, asked.autoPlay, error)
    return { known: known.id }
  })
  if ('play' in result) return answerTaken(result, rate.decimals)
  const known = await findBet(db, uid, { id: result.known })
  if (!known || isFreeBet(known) || !isSameBet(known, asked)) throw keyReused()
  return answerAgain(queue, uid, known)
}

async function placeFreeBet(queue: PlayQueue, uid: number, asked: FreeBet): Promise<PlayAnswer> {
  const result = await postFreeBet(queue, uid, asked)
  if ('play' in result) {
    noteTaken(queue, result.play)
    return answerTaken(result, rateOf(await queue.termsNow(), result.play.bet.coin).decimals)
  }
  const known = await findBet(queue.db, uid, { id: result.known })
  if (!known || !isFreeBet(known) || !(await asked.paidFor(queue.db, known))) throw keyReused()
  return answerAgain(queue, uid, known)
}

const isFreeBet = (bet: OpenRound | SettledBet): boolean => 'isFree' in bet && bet.isFree

const keyReused = () => new Refusal('key_reused', 'The key belongs to another bet')

async function takeStep(queue: PlayQueue, uid: number, id: string, asked: AskedStep): Promise<PlayAnswer> {
  const result = await runPlay(queue, uid, { type: 'step', id, asked })
  if ('play' in result)
    return answerTaken(result, rateOf(await queue.termsNow(), result.play.bet.coin).decimals)
  const bet = await findBet(queue.db, uid, { id })
  if (!bet) throw new Refusal('not_found', 'There is no such round')
  return answerAgain(queue, uid, bet, stepsAnswered(bet, asked, rateOf(await queue.termsNow(), bet.coin)))
}

async function answerByKey(queue: PlayQueue, uid: number, key: string): Promise<PlayAnswer> {
  const bet = await findBet(queue.db, uid, { key })
  if (!bet) throw new Refusal('not_found', 'There is no bet with this key')
  return answerAgain(queue, uid, bet)
}

/**
 * After how many steps a call was answered that is repeated.
 * @throws Refusal `key_reused`; `round_settled` for another call to a round that is over
 */
function stepsAnswered(bet: OpenRound | SettledBet, asked: AskedStep, rate: Rate): number {
  const steps = inRefusals(rate, () => answeredAfter(bet, asked))
  if (steps !== undefined) return steps
  if ('payout' in bet) throw new Refusal('round_settled', 'The round is over')
  throw new Refusal('unavailable', 'The round goes on elsewhere', { retryAfterS: 1 })
}

function answerTaken(
  { play: { state, bet: played, receipt }, available }: TakenPlay,
  decimals: number,
): PlayAnswer {
  if (!state.pair || 'sharedRound' in played) throw new Error('A bet was taken without a seed pair')
  const shown = { pair: state.pair, serverSeed: null, decimals }
  const after = {
    balance: { coin: played.coin, available: toDecimal(available, decimals) },
    receipt: toReceipt(receipt),
  }
  return 'payout' in played
    ? { status: 'settled', bet: toBet(played, shown), ...after }
    : { status: 'open', round: toRound(played, drawnOf(played, state.pair), shown), ...after }
}

/** Repeats the answer to an earlier call. @param taken number of steps it was answered after; all of them by default */
async function answerAgain(
  { db, secrets, termsNow }: PlayQueue,
  uid: number,
  bet: OpenRound | SettledBet,
  taken?: number,
): Promise<PlayAnswer> {
  const { decimals } = rateOf(await termsNow(), bet.coin)
  const pair = await db
    .selectFrom('seed_pair')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('ordinal', '=', bet.pair)
    .executeTakeFirstOrThrow()
  const serverSeed = openServerSeed(secrets, uid, pair)
  const clientSeed = pair.client_seed ?? ''
  const shown = {
    pair: { ordinal: pair.ordinal, hash: pair.hash, clientSeed },
    serverSeed: pair.state === 'ended' ? serverSeed : null,
    decimals,
  }
  const isWhole = taken === undefined || taken >= bet.stepKeys.length
  const sequence = isWhole ? bet.receipts.at(-1) : bet.receipts[taken]
  const { available, receipt } = await readHeldAndReceipt(db, uid, { coin: bet.coin, sequence })
  const after = { balance: { coin: bet.coin, available: toDecimal(available, decimals) }, receipt }
  if ('payout' in bet && isWhole) return { status: 'settled', bet: toBet(bet, shown), ...after }
  const outcome = drawnOf(bet, { serverSeed, clientSeed })
  return { status: 'open', round: toRound(bet, outcome, shown, taken), ...after }
}
