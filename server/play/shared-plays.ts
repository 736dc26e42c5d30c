import type { placeCrashBet } from '#contract/crash.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Receipt } from '#contract/play.ts'
import type { AutoPlayStep } from '#rules/plan/auto-play.ts'
import type { CrashTaking } from '#rules/plan/crash-bet.ts'
import { Refusal } from '#server/base/refusal.ts'
import { valueFor, type Profile } from '#server/config/profile.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readHeldAndReceipt } from './held-and-receipt.ts'
import { planSharedBet, planSharedTaking, readStake, type PlanContext } from './plan-play.ts'
import { toReceipt } from './play-answers.ts'
import type { Moment, PlanPlay, PlayQueue, PlayResult } from './play-queue.ts'
import { rateOf, type PlayTerms } from './play-terms.ts'
import {
  openSharedBetOf,
  settledSharedBetOf,
  type OpenSharedBet,
  type SettledSharedBet,
  type SharedRound,
} from './shared-record.ts'

export type AnySharedBet = OpenSharedBet | SettledSharedBet

/** A bet of a shared round after what was asked for, or as it is where that was done before. */
export interface SharedAnswer {
  readonly bet: AnySharedBet
  /** Of its coin, in the smallest unit. */
  readonly available: bigint
  readonly decimals: number
  /** Of the request that it answers. */
  readonly receipt: Receipt | null
  /** Whether this call has done it. */
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
   * Takes something out of a bet. `decide` is asked about the bet as it is, perhaps several times, and throws a Refusal
   * where nothing is to be done. It is not asked about a bet that is out, or of another round.
   * @throws Refusal `not_found`, and what `decide` throws
   */
  take(
    uid: number,
    id: string,
    round: SharedRound,
    decide: (bet: OpenSharedBet) => CrashTaking | null,
  ): Promise<SharedAnswer>
  /** A bet by its id, by its key, or by the key of one of its latest cash-outs. */
  find(
    uid: number,
    by: { readonly id: string } | { readonly key: string; readonly sinceRound?: string },
  ): Promise<AnySharedBet | undefined>
  /** The answer to what was done before. @param key of that request */
  again(uid: number, bet: AnySharedBet, key: string): Promise<SharedAnswer>
  /** Whole coins have so many decimals. @throws Refusal `not_found` */
  decimalsOf(coin: string): Promise<number>
}

const KNOWN_PLAYERS = 20_000

interface SharedServices {
  readonly db: Database
  readonly queue: Pick<PlayQueue, 'run'>
  readonly termsNow: () => Promise<PlayTerms>
  readonly contextOf: (uid: number, moment: Moment) => PlanContext
  readonly refuseStep: (uid: number, asked: AutoPlayStep | null, refusal: Refusal) => Promise<never>
  readonly rules: Profile['play']
}

export function createSharedPlays({
  db,
  queue,
  termsNow,
  contextOf,
  refuseStep,
  rules,
}: SharedServices): SharedPlays {
  const placeOf = (uid: number) => ({ bucket: bucketOf(uid), account: uid })
  /** Players who have what their bets follow each other by, seeds or not. */
  const begun = new Set<number>()

  async function begin(uid: number): Promise<void> {
    if (begun.has(uid)) return
    await db
      .insertInto('play_account')
      .values({ bucket: bucketOf(uid), account_id: uid })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (begun.size >= KNOWN_PLAYERS) begun.clear()
    begun.add(uid)
  }

  async function place(
    uid: number,
    body: ParsedRequest<typeof placeCrashBet>['body'],
    round: SharedRound,
  ): Promise<SharedAnswer> {
    const rate = rateOf(await termsNow(), body.coin)
    const { idempotencyKey: key, coin, autoAt } = body
    const target = autoAt === undefined ? null : Math.round(autoAt * 100)
    const autoPlay = body.autoPlay ?? null
    const stake = readStake(body.stake, rate)
    const asked = { key, game: round.game, coin, stake, target, rate, autoPlay }
    const plan: PlanPlay = (state, id, moment) => {
      if (moment.terms.games.get(round.game) !== 'playable') {
        throw new Refusal('game_paused', 'The game takes no bets now')
      }
      return planSharedBet(state, asked, round, id, contextOf(uid, moment))
    }
    await begin(uid)
    const isTimed = valueFor(rules.cycleMs, round.game) > 0
    const result = await queue.run(uid, plan, { isBet: true, isTimed }).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      const known = await find(uid, { key })
      // What was taken before stays taken, whatever holds now.
      if (known?.key !== key) return refuseStep(uid, autoPlay, error)
      return { known: known.id }
    })
    if ('play' in result) return answerOf(result, rate.decimals)
    const known = await find(uid, { id: result.known })
    const isSame =
      known?.key === key &&
      known.coin === coin &&
      known.stake === asked.stake &&
      known.params.target === target
    if (!isSame) throw new Refusal('key_reused', 'The key belongs to another bet')
    return again(uid, known, key)
  }

  async function take(
    uid: number,
    id: string,
    round: SharedRound,
    decide: (bet: OpenSharedBet) => CrashTaking | null,
  ): Promise<SharedAnswer> {
    const plan: PlanPlay = (state, _, moment) => {
      const bet = state.shared.find((each) => each.id === id && each.sharedRound === round.id)
      const taking = bet && decide(bet)
      if (!bet || !taking) return { known: id }
      return planSharedTaking(
        state,
        bet,
        taking,
        round,
        rateOf(moment.terms, bet.coin),
        contextOf(uid, moment),
      )
    }
    const result = await queue.run(uid, plan, { isBet: false })
    if ('play' in result) return answerOf(result, await decimalsOf(result.play.bet.coin))
    const bet = await find(uid, { id })
    if (!bet) throw new Refusal('not_found', 'There is no such bet')
    return again(uid, bet, bet.stepKeys.at(-1) ?? bet.key)
  }

  function answerOf(
    { play: { bet, receipt }, available }: Extract<PlayResult, { readonly play: unknown }>,
    decimals: number,
  ): SharedAnswer {
    if (!('sharedRound' in bet)) throw new Error(`Bet ${bet.id} is of no shared round`)
    return { bet, available, decimals, receipt: toReceipt(receipt), isNew: true }
  }

  async function again(uid: number, bet: AnySharedBet, key: string): Promise<SharedAnswer> {
    const at = bet.key === key ? 0 : bet.stepKeys.indexOf(key) + 1
    const after = await readHeldAndReceipt(db, uid, { coin: bet.coin, sequence: bet.receipts[at] })
    return { bet, ...after, decimals: await decimalsOf(bet.coin), isNew: false }
  }

  const find: SharedPlays['find'] = async (uid, by) => {
    const { bucket, account } = placeOf(uid)
    const settled = db
      .selectFrom('bet')
      .selectAll()
      .where('bucket', '=', bucket)
      .where('account_id', '=', account)
      .where('crash_round', 'is not', null)
    const [column, value] = 'id' in by ? (['id', by.id] as const) : (['key', by.key] as const)
    const readSettled = async () => {
      const row = await settled.where(column, '=', value).executeTakeFirst()
      return row && settledSharedBetOf(row)
    }
    // Who asks by a key of some rounds back mostly does so at the end of a round.
    const ended = 'key' in by && by.sinceRound !== undefined ? await readSettled() : undefined
    if (ended) return ended
    const open = await db
      .selectFrom('round')
      .selectAll()
      .where('bucket', '=', bucket)
      .where('account_id', '=', account)
      .where('crash_round', 'is not', null)
      .execute()
    const isMeant = ({
      id,
      key,
      step_keys: keys,
    }: {
      id: string
      key: string
      step_keys: string[] | null
    }) => ('id' in by ? String(id) === by.id : key === by.key || (keys?.includes(by.key) ?? false))
    const known = open.find(isMeant)
    if (known) return openSharedBetOf(known)
    // Afterwards: one that ends meanwhile is a settled one by now.
    const bet = await readSettled()
    if (bet || 'id' in by || by.sinceRound === undefined) return bet
    const latest = (await settled.where('crash_round', '>=', by.sinceRound).execute()).find(isMeant)
    return latest && settledSharedBetOf(latest)
  }

  async function decimalsOf(coin: string): Promise<number> {
    return rateOf(await termsNow(), coin).decimals
  }

  return { place, take, find, again, decimalsOf }
}
