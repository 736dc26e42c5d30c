import type { PlayAnswer, placeBet } from '#contract/play.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import { valueFor, type Profile } from '#server/config/profile.ts'
import type { PlayConfig } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import type { Rates } from '#server/rates/rates.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { isPlayGame } from '#rules/games.ts'
import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import { answeredAfter, isSameBet, type AskedStep, type Lapse } from '#rules/plan/bet.ts'
import { endRunning, readRunning, refuseEnded } from './auto-plays.ts'
import { findBet } from './find-bet.ts'
import { readHeldAndReceipt } from './held-and-receipt.ts'
import { planBet, planStep, readBet } from './plan-play.ts'
import { endForRefusal, inRefusals } from './plan-refusals.ts'
import { toBet, toReceipt, toRound } from './play-answers.ts'
import {
  bettingClosed,
  createPlayQueue,
  refusalOf,
  type Moment,
  type PlanPlay,
  type PlayResult,
} from './play-queue.ts'
import { drawnOf, type OpenRound, type SettledBet } from './play-record.ts'
import { createPlayTerms, rateOf } from './play-terms.ts'
import { assertStakeAllowed } from './player-limits.ts'
import { readBetAtOfPlayer, readPlayerState, type PlayerState } from './player-state.ts'
import { postPlays, type Play } from './post-plays.ts'
import { createReceiptKeys, type ReceiptKeys } from './receipt-keys.ts'
import { playerName } from './receipt-text.ts'
import { openServerSeed } from './seed-pairs.ts'
import { createSharedPlays, type SharedPlays } from './shared-plays.ts'

interface EngineOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly logger: Logger
  readonly config: PlayConfig
  /** What the operator's profile allows. */
  readonly rules: Profile['play']
  readonly rates: Pick<Rates, 'isStale'>
  /** Told of each play that was taken, which nothing waits for. */
  readonly onTaken?: ((play: Play) => void) | undefined
  /** What signs receipts; made unless given. */
  readonly keys?: ReceiptKeys | undefined
  /** How long a play may wait for its turn; 15 seconds unless given. */
  readonly patienceMs?: number | undefined
}

/** Plays for balances. One for each process; several on one database take turns by the revision of a player. */
export interface PlayEngine {
  /** @throws Refusal of BET_ERRORS, `not_found` */
  bet(uid: number, body: ParsedRequest<typeof placeBet>['body']): Promise<PlayAnswer>
  /** @throws Refusal `not_found`, `round_settled`, `bad_step`, `payout_too_large`, `key_reused` */
  step(uid: number, round: string, asked: AskedStep): Promise<PlayAnswer>
  /** Settles a round that its player has left; nothing where it has ended or gone on since. */
  lapse(uid: number, round: string, touchedBefore: number): Promise<void>
  /** What became of the bet with that key. @throws Refusal `not_found` */
  byKey(uid: number, key: string): Promise<PlayAnswer>
  /** Bets in rounds that all players share. */
  readonly shared: SharedPlays
  /** Waits for what is under way. */
  close(): Promise<void>
}

export function createPlayEngine({
  db,
  secrets,
  clock,
  logger,
  config,
  rules,
  rates,
  onTaken,
  keys = createReceiptKeys({ db, secrets, clock }),
  patienceMs,
}: EngineOptions): PlayEngine {
  const termsNow = createPlayTerms(db, clock)
  const readMoment = async (): Promise<Moment> => ({
    terms: await termsNow(),
    signer: await keys.current(),
    now: clock(),
  })
  const queue = createPlayQueue({
    db,
    secrets,
    clock,
    logger,
    postLimited,
    postHolding,
    readMoment,
    onTaken,
    patienceMs,
  })

  const contextOf = (uid: number, { now, signer }: Moment) => ({
    config,
    rules,
    now,
    signer,
    player: playerName(secrets, uid),
  })

  async function bet(uid: number, body: ParsedRequest<typeof placeBet>['body']): Promise<PlayAnswer> {
    const terms = await termsNow()
    const status = terms.games.get(body.game)
    if (!isPlayGame(body.game) || status === undefined)
      throw new Refusal('not_found', 'There is no such game')
    const asked = readBet(body, rateOf(terms, body.coin))
    const plan: PlanPlay = (state, id, moment) => {
      if (moment.terms.games.get(asked.game) !== 'playable') {
        throw new Refusal('game_paused', 'The game takes no bets now')
      }
      return planBet(state, asked, id, contextOf(uid, moment))
    }
    const isTimed = valueFor(rules.cycleMs, asked.game) > 0
    const result = await queue.run(uid, plan, { isBet: true, isTimed }).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      // What was taken before stays taken, whatever holds now.
      const known = await findBet(db, uid, { key: asked.key })
      if (!known) return refuseStep(uid, asked.autoPlay, error)
      return { known: known.id }
    })
    if ('play' in result) return answerOf(result, asked.rate.decimals)
    const known = await findBet(db, uid, { id: result.known })
    if (!known || !isSameBet(known, asked)) throw new Refusal('key_reused', 'The key belongs to another bet')
    return answerAgain(uid, known)
  }

  /** An auto-play ends with a bet that cannot be made; with which reason is kept. */
  async function refuseStep(uid: number, asked: AutoPlayStep | null, refusal: Refusal): Promise<never> {
    const run = asked && (await readRunning(db, uid))
    if (asked && run?.id !== asked.id && refusal.code === 'auto_play_ended') {
      await refuseEnded(db, uid, asked.id)
    }
    const end = endForRefusal(refusal)
    const isNext = run?.id === asked?.id && (end === 'lapsed' || run?.done === (asked?.step ?? 0) - 1)
    if (run && end && isNext) await endRunning(db, uid, run, end)
    throw refusal
  }

  /**
   * A bet of a player who has set limits, or has several accounts that share a cycle of the game. His accounts' bets take
   * turns here; so what is compared is what holds when the money moves.
   */
  async function postLimited(
    uid: number,
    plan: (state: PlayerState) => ReturnType<PlanPlay>,
    { terms, now }: Moment,
  ): Promise<PlayResult | undefined> {
    return repeatConflicts(() =>
      db.transaction().execute(async (trx) => {
        await lockPlayer(trx, uid)
        await assertMayPlay(trx, uid, now)
        const state = await readPlayerState({ db: trx, secrets }, uid, now)
        const play = plan({ ...state, betAt: await readBetAtOfPlayer(trx, state) })
        if ('known' in play) return play
        if (state.rights.hasLimits) {
          const rate = rateOf(terms, play.bet.coin)
          if (rates.isStale(rate.pricedAt)) {
            throw new Refusal(
              'rate_stale',
              `The price of ${rate.coin} is from ${rate.pricedAt.toISOString()}`,
            )
          }
          await assertStakeAllowed(trx, uid, play.bet.usd, now)
        }
        const [answer] = await postPlays(trx, [play])
        if (answer?.status === 'ok') return { play, available: answer.available }
        if (answer?.status === 'known') return { known: answer.id }
        if (answer?.status === 'refused') throw refusalOf(answer.code)
        if (answer?.status === 'closed') throw bettingClosed()
        return undefined
      }),
    )
  }

  async function postHolding(
    uid: number,
    plan: (state: PlayerState) => ReturnType<PlanPlay>,
    { now }: Moment,
  ): Promise<PlayResult | undefined> {
    return repeatConflicts(() =>
      db.transaction().execute(async (trx) => {
        await trx
          .selectFrom('play_account')
          .select('revision')
          .where('bucket', '=', bucketOf(uid))
          .where('account_id', '=', uid)
          .forUpdate()
          .execute()
        const play = plan(await readPlayerState({ db: trx, secrets }, uid, now))
        if ('known' in play) return play
        const [answer] = await postPlays(trx, [play])
        if (answer?.status === 'ok') return { play, available: answer.available }
        if (answer?.status === 'known') return { known: answer.id }
        if (answer?.status === 'refused') throw refusalOf(answer.code)
        if (answer?.status === 'closed') throw bettingClosed()
        return undefined
      }),
    )
  }

  async function step(uid: number, id: string, asked: AskedStep): Promise<PlayAnswer> {
    const result = await queue.run(uid, planOf(uid, id, asked), { isBet: false })
    if ('play' in result) return answerOf(result, rateOf(await termsNow(), result.play.bet.coin).decimals)
    const bet = await findBet(db, uid, { id })
    if (!bet) throw new Refusal('not_found', 'There is no such round')
    return answerAgain(uid, bet, stepsAnswered(bet, asked, rateOf(await termsNow(), bet.coin)))
  }

  /** Plans a step, unless it was taken before or the round is over. */
  const planOf =
    (uid: number, id: string, asked: AskedStep | Lapse): PlanPlay =>
    (state, _, moment) => {
      const round = state.rounds.find((each) => each.id === id)
      if (!round || (asked.type !== 'lapse' && round.stepKeys.includes(asked.key))) return { known: id }
      if (asked.type === 'step' && asked.after !== undefined && asked.after !== round.steps.length) {
        throw new Refusal('bad_step', 'The round has gone on elsewhere')
      }
      return planStep(state, round, asked, rateOf(moment.terms, round.coin), contextOf(uid, moment))
    }

  async function lapse(uid: number, id: string, touchedBefore: number): Promise<void> {
    const plan = planOf(uid, id, { type: 'lapse' })
    await queue.run(
      uid,
      (state, fresh, moment) => {
        const round = state.rounds.find((each) => each.id === id)
        if (!round || round.touchedAt >= touchedBefore) return { known: id }
        return plan(state, fresh, moment)
      },
      { isBet: false },
    )
  }

  async function byKey(uid: number, key: string): Promise<PlayAnswer> {
    const bet = await findBet(db, uid, { key })
    if (!bet) throw new Refusal('not_found', 'There is no bet with this key')
    return answerAgain(uid, bet)
  }

  /** The answer to what was taken just now. */
  function answerOf(
    { play: { state, bet: played, receipt }, available }: Extract<PlayResult, { readonly play: unknown }>,
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

  /** The answer to what was taken before. @param taken after so many steps; as it is now unless given */
  async function answerAgain(uid: number, bet: OpenRound | SettledBet, taken?: number): Promise<PlayAnswer> {
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

  const shared = createSharedPlays({ db, queue, termsNow, contextOf, refuseStep, rules })

  return { bet, step, lapse, byKey, shared, close: queue.close }
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
