import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CallOptions } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import { listBalances } from '#contract/balances.ts'
import { chooseBonus, giveUpBonus, listBonuses } from '#contract/bonuses.ts'
import {
  cancelCrashBet,
  cashOutCrashBet,
  getCrash,
  getCrashBetByKey,
  placeCrashBet,
  type CrashAnswer,
  type CrashBet,
  type CrashSnapshot,
} from '#contract/crash.ts'
import { getGiftWheel, turnGiftWheel } from '#contract/gift-wheel.ts'
import { openDepositAddress, simulateTransfer } from '#contract/deposits.ts'
import type { BodyOf, DataOf, Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/envelope.ts'
import {
  cashOut,
  changeSeeds,
  getSeeds,
  listBetLimits,
  listRounds,
  placeBet,
  startAutoPlay,
  stopAutoPlay,
  takeStep,
  type Bet,
  type BetLimits,
  type PlayAnswer,
  type RevealedPair,
  type Round,
} from '#contract/play.ts'
import { setLimit, takeTimeOut } from '#contract/responsible-play.ts'
import { claimReward, getRewards } from '#contract/rewards.ts'
import {
  cancelWithdrawal,
  getWithdrawalTerms,
  listWithdrawals,
  requestWithdrawal,
} from '#contract/withdrawals.ts'
import { crashEndOf } from '#rules/crash/crash-curve.ts'
import { hiloCardOf, hiloGuesses, type HiloCardName } from '#rules/hilo/hilo.ts'
import { MINES_TILES, MINES } from '#rules/mines/mines.ts'
import { formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { HILO } from '#rules/hilo/hilo-rules.ts'
import { isRoundGame, isPlayGame, type PlayGame } from '#rules/games.ts'
import { GAME_PARAMS } from '../../support/game-params.ts'
import type { Stake, Step } from './steps.ts'
import { createDevice, openAccount, PASSWORD, type StoryDevice } from './story-device.ts'
import { FINAL_MS, openStoryHouse, type StoryHouse } from './story-house.ts'

const MINUTE_MS = 60_000
const COIN = 'usdt-tron'
/** An address that Koi does not own. */
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
/** Longer than any interval of a second's fraction that a step waits for. */
const SOON_MS = 50
/** Betting that would end within this time is ended at once: the machine's clock would end it between two steps. */
const SPARE_MS = 5 * MINUTE_MS
/** A round without progress for this time, by the machine's clock, is stuck. */
const STUCK_MS = 20_000
/** Decimals. No coin has more in the ledger. */
const SCALE = 8

/** More parameters of games than `GAME_PARAMS` has. */
const PARAMS: { readonly [G in PlayGame]?: readonly object[] } = {
  dice: [
    { side: 'under', target: 9_000 },
    { side: 'over', target: 9_900 },
  ],
  limbo: [{ target: 101 }, { target: 5_000 }],
  mines: [{ mines: 1 }, { mines: 24 }, { mines: 3, tiles: [4, 9] }],
  plinko: [{ rows: 16, risk: 'high' }],
  hilo: [{}, { startCard: 'AS' }],
  keno: [
    { risk: 'classic', picks: [0] },
    { risk: 'high', picks: [1, 2, 3, 5, 8, 13, 21, 34] },
  ],
  wheel: [{ segments: 50, risk: 'high' }],
}

/** The amount in units of 10⁻⁸. */
export const units = (amount: string): bigint => unitsAt(parseDecimal(amount) ?? ZERO, SCALE)

const nth = <T>(all: Iterable<T>, n: number): T | undefined => {
  const list = [...all]
  return list[n % list.length]
}

/** A bet as the player knows it. */
export interface KnownBet {
  readonly isOpen: boolean
  /** The final answer; undefined if the bet was settled without an answer. */
  readonly settled?: Bet | CrashBet
}

interface AutoPlay {
  readonly id: string
  readonly game: string
  readonly coin: string
  readonly next: number
}

/** State that decides which steps are possible, and what the history must show. */
export interface Known {
  readonly bets: Map<string, KnownBet>
  /** Texts of the receipts in answers. */
  readonly receipts: Set<string>
  readonly rounds: Map<string, Round>
  /** Bets in Crash: their keys by the ids of the bets in rounds. */
  readonly crashBets: Map<string, string>
  isRising: boolean
  autoPlay: AutoPlay | null
  hasSecondDevice: boolean
  hasLimits: boolean
  isResting: boolean
  hasBonus: boolean
  hasWithdrawal: boolean
  canAskAgain: boolean
}

/** Impossible steps are skipped. */
export function isPossible(step: Step, known: Readonly<Known>): boolean {
  switch (step.do) {
    case 'bet':
    case 'two bets':
    case 'deposit':
    case 'turn wheel':
      return !known.isResting
    case 'step':
    case 'cash out':
      return known.rounds.size > 0
    case 'again':
      return known.canAskAgain
    case 'Crash bet':
      return !known.isResting && !known.isRising
    case 'Crash cancel':
      return known.crashBets.size > 0
    case 'Crash start':
    case 'Crash void':
      return !known.isRising && known.crashBets.size > 0
    case 'Crash rise':
    case 'Crash end':
      return known.isRising
    case 'Crash cash out':
      return known.isRising && known.crashBets.size > 0
    case 'auto-play':
      return !known.isResting && known.autoPlay === null
    case 'auto-play bet':
      return known.autoPlay !== null && !(known.isRising && known.autoPlay.game === 'crash')
    case 'auto-play stop':
      return known.autoPlay !== null
    case 'give up bonus':
      return known.hasBonus
    case 'cancel withdrawal':
      return known.hasWithdrawal
    case 'second device':
      return !known.hasSecondDevice
    case 'limit':
    case 'time-out':
      return !known.isResting
    default:
      return true
  }
}

export type Story = Awaited<ReturnType<typeof openStory>>

/** A new player on a new server, registered and with a first pair of seeds. */
export async function openStory(databaseUrl: string) {
  const house: StoryHouse = await openStoryHouse(databaseUrl)
  const devices: readonly [StoryDevice, StoryDevice] = [createDevice(house, 0), createDevice(house, 1)]
  const known: Known = {
    bets: new Map(),
    receipts: new Set(),
    rounds: new Map(),
    crashBets: new Map(),
    isRising: false,
    autoPlay: null,
    hasSecondDevice: false,
    hasLimits: false,
    isResting: false,
    hasBonus: false,
    hasWithdrawal: false,
    canAskAgain: false,
  }
  const held = new Map<string, string>()
  /** Balances in the answers of this step, by coin. */
  const told = new Map<string, string>()
  let limits: ReadonlyMap<string, BetLimits> = new Map()
  const revealed: RevealedPair[] = []
  let askAgain: ((device: StoryDevice) => Promise<void>) | undefined
  let point = 150
  let restsUntil = 0
  let keys = 0

  const now = () => house.clock.now()
  const deviceAt = (n: number): StoryDevice => (n === 1 && known.hasSecondDevice ? devices[1] : devices[0])
  const nextKey = () => {
    keys += 1
    return `00000000-0000-4000-8000-${keys.toString(16).padStart(12, '0')}`
  }

  /** @returns undefined if it was refused for one of these reasons @throws for any other reason */
  async function ask<E extends Endpoint>(
    device: StoryDevice,
    endpoint: E,
    options: CallOptions<E> = {},
    refusals: readonly ErrorCode[] = [],
  ): Promise<DataOf<E> | undefined> {
    try {
      return await device.call(endpoint, options)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if ((refusals as readonly string[]).includes(error.code)) return undefined
      const said = JSON.stringify(options)
      const logged = house.errors().slice(-3).join('')
      throw new Error(`${endpoint.method} ${endpoint.path} ${said}: ${error.code}, ${logged}`, {
        cause: error,
      })
    }
  }
  async function must<E extends Endpoint>(
    device: StoryDevice,
    endpoint: E,
    options: CallOptions<E> = {},
  ): Promise<DataOf<E>> {
    const answer = await ask(device, endpoint, options)
    if (answer === undefined) throw new Error(`${endpoint.path} did not answer`)
    return answer
  }

  async function look(): Promise<void> {
    for (const { coin, available } of await must(devices[0], listBalances)) held.set(coin, available)
  }

  /** A coin that the player has and can bet. */
  function coinAt(n: number): BetLimits {
    const played = [...limits.values()].filter(({ coin }) => units(held.get(coin) ?? '0') > 0n)
    const found = nth(played, n) ?? limits.get(COIN)
    if (!found) throw new Error('No coin is played with')
    return found
  }

  function stakeOf({ coin, minStake, maxStake, decimals }: BetLimits, stake: Stake): string {
    const unitsOf = (amount: string) => units(amount) / 10n ** BigInt(SCALE - decimals)
    const [available, least, most] = [unitsOf(held.get(coin) ?? '0'), unitsOf(minStake), unitsOf(maxStake)]
    const parts = { least, small: available / 40n, odd: (available * 137n) / 10_007n, large: available / 4n }
    const wanted = parts[stake]
    const bounded = wanted < least ? least : wanted > most ? most : wanted
    return formatDecimal({ units: bounded, scale: decimals })
  }

  /** Reasons why this bet may be refused. */
  function refusalsOf({ coin }: BetLimits, amount: string, stake: Stake): ErrorCode[] {
    return [
      ...(units(held.get(coin) ?? '0') < units(amount) ? (['insufficient_funds'] as const) : []),
      ...(stake === 'least' ? [] : (['payout_too_large', 'stake_too_large'] as const)),
      ...(known.hasLimits ? (['limit_reached'] as const) : []),
    ]
  }

  function takePlay(answer: PlayAnswer): void {
    if (answer.receipt) known.receipts.add(answer.receipt.receipt)
    told.set(answer.balance.coin, answer.balance.available)
    if (answer.status === 'open') {
      known.rounds.set(answer.round.id, answer.round)
      known.bets.set(answer.round.id, { isOpen: true })
      return
    }
    known.rounds.delete(answer.bet.id)
    known.bets.set(answer.bet.id, { isOpen: false, settled: answer.bet })
  }

  function takeCrash(answer: CrashAnswer): void {
    if (answer.receipt) known.receipts.add(answer.receipt.receipt)
    told.set(answer.balance.coin, answer.balance.available)
    takeCrashBet(answer.bet)
  }
  function takeCrashBet(bet: CrashBet): void {
    const isOpen = bet.status === 'placed'
    known.bets.set(bet.id, isOpen ? { isOpen } : { isOpen, settled: bet })
    if (isOpen) known.crashBets.set(bet.id, bet.key)
    else known.crashBets.delete(bet.id)
  }

  /** Sends a call, and remembers it: a retry must give the same answer. */
  async function askOnce<
    E extends
      typeof placeBet | typeof takeStep | typeof cashOut | typeof placeCrashBet | typeof turnGiftWheel,
  >(
    device: StoryDevice,
    endpoint: E,
    options: CallOptions<E>,
    refusals: readonly ErrorCode[],
  ): Promise<DataOf<E> | undefined> {
    askAgain = undefined
    known.canAskAgain = false
    const answer = await ask(device, endpoint, options, refusals)
    if (answer === undefined) return undefined
    known.canAskAgain = true
    askAgain = async (other) => {
      const repeated = await must(other, endpoint, options)
      expect(lasting(repeated), 'the same key again').toEqual(lasting(answer))
    }
    return answer
  }

  async function bet(
    device: StoryDevice,
    { game, params, coin, stake }: { game: PlayGame; params: object; coin: BetLimits; stake: Stake },
    autoPlay?: BodyOf<typeof placeBet>['autoPlay'],
  ): Promise<boolean> {
    const amount = stakeOf(coin, stake)
    const isBlocked = isRoundGame(game) && [...known.rounds.values()].some((round) => round.game === game)
    const body = {
      idempotencyKey: nextKey(),
      game,
      coin: coin.coin,
      stake: amount,
      params: { ...params },
      ...(autoPlay && { autoPlay }),
    }
    const refusals: ErrorCode[] = [
      ...refusalsOf(coin, amount, stake),
      ...(isBlocked ? (['round_open'] as const) : []),
      ...(autoPlay ? (['auto_play_ended'] as const) : []),
    ]
    const answer = await askOnce(device, placeBet, { body }, refusals)
    if (answer) takePlay(answer)
    return answer !== undefined
  }

  async function crashBet(
    device: StoryDevice,
    { coin, stake, autoAt }: { coin: BetLimits; stake: Stake; autoAt: number | null },
    autoPlay?: BodyOf<typeof placeCrashBet>['autoPlay'],
  ): Promise<boolean> {
    const amount = stakeOf(coin, stake)
    const body = {
      idempotencyKey: nextKey(),
      coin: coin.coin,
      stake: amount,
      ...(autoAt !== null && { autoAt }),
      ...(autoPlay && { autoPlay }),
    }
    const refusals: ErrorCode[] = [
      ...refusalsOf(coin, amount, stake),
      ...(known.crashBets.size >= 2 ? (['bets_full'] as const) : []),
      ...(autoPlay ? (['auto_play_ended', 'round_open'] as const) : []),
    ]
    await betting()
    const answer = await askOnce(device, placeCrashBet, { body }, refusals)
    if (answer) takeCrash(answer)
    return answer !== undefined
  }

  const crashNow = (): Promise<CrashSnapshot> => must(devices[0], getCrash)
  async function reach(
    isReached: (round: CrashSnapshot['round']) => boolean,
  ): Promise<CrashSnapshot['round']> {
    const until = performance.now() + STUCK_MS
    for (;;) {
      const { round } = await crashNow()
      if (isReached(round)) return round
      if (performance.now() > until) throw new Error(`Round ${round.id} of Crash is stuck: ${round.status}`)
      await sleep(10)
    }
  }
  const betting = () => reach(({ status }) => status === 'betting')

  /** Ends the betting; the round then rises to this point. */
  async function startCrash(to: number): Promise<void> {
    point = to
    const { id, locksAt } = await betting()
    await house.clock.pass((locksAt ?? now()) - now() + SOON_MS)
    await reach((round) => round.id !== id || round.status === 'running')
    known.isRising = true
  }

  /** Ends the running round from any phase, so that the next one takes bets. */
  async function endCrash(): Promise<void> {
    const first = (await crashNow()).round.id
    for (;;) {
      const { id, status, startAt, locksAt } = (await crashNow()).round
      if (id !== first || status === 'settled' || status === 'void') break
      if (status === 'running') {
        await house.clock.pass(Math.max(0, (startAt ?? now()) + crashEndOf(point) - now()) + SOON_MS)
      } else if (status === 'betting') {
        await house.clock.pass(Math.max(0, (locksAt ?? now()) - now()) + SOON_MS)
      }
      await reach((round) => round.id !== first || round.status !== status)
    }
    await betting()
    known.isRising = false
    await catchUp()
  }

  /** Learns results that came without an answer: shared rounds, and rounds that lapsed. */
  async function catchUp(): Promise<void> {
    for (const key of known.crashBets.values()) {
      takeCrashBet((await must(devices[0], getCrashBetByKey, { params: { key } })).bet)
    }
    const waiting = new Set((await must(devices[0], listRounds)).rounds.map(({ id }) => id))
    for (const id of known.rounds.keys()) {
      if (waiting.has(id)) continue
      known.rounds.delete(id)
      known.bets.set(id, { isOpen: false })
    }
    const { bonuses } = await must(devices[0], listBonuses)
    known.hasBonus = bonuses.some(({ status }) => status === 'active')
    const { withdrawals } = await must(devices[0], listWithdrawals)
    known.hasWithdrawal = withdrawals.some(({ isCancellable }) => isCancellable)
  }

  /** Moves the clock, and does due work. A round of Crash that would end meanwhile is ended first. */
  async function pass(ms: number): Promise<void> {
    const { round } = await crashNow()
    if (round.status !== 'betting' || (round.locksAt ?? 0) <= now() + ms) await endCrash()
    await house.clock.pass(ms)
    const { round: next } = await crashNow()
    if (next.status !== 'betting' || (next.locksAt ?? 0) <= now() + SPARE_MS) await endCrash()
    await house.work()
    known.isResting = now() < restsUntil
    forgetLast()
    await catchUp()
  }
  function forgetLast(): void {
    askAgain = undefined
    known.canAskAgain = false
  }

  /** @returns true if it did something */
  async function carryOut(step: Step): Promise<boolean> {
    switch (step.do) {
      case 'bet': {
        const { game } = step
        const params = nth([GAME_PARAMS[game].params, ...(PARAMS[game] ?? [])], step.choice) ?? {}
        const coin = coinAt(step.coin)
        return bet(deviceAt(step.device), { game, params, coin, stake: step.stake })
      }
      case 'two bets': {
        const coin = coinAt(step.coin)
        // The balance suffices for both.
        const amount = stakeOf(coin, step.stake)
        const body = () => ({
          idempotencyKey: nextKey(),
          game: step.game,
          coin: coin.coin,
          stake: amount,
          params: { ...GAME_PARAMS[step.game].params },
        })
        const refusals: ErrorCode[] = [
          ...refusalsOf(coin, amount, step.stake),
          ...(units(held.get(coin.coin) ?? '0') < 2n * units(amount)
            ? (['insufficient_funds'] as const)
            : []),
        ]
        forgetLast()
        const answers = await Promise.all(
          [0, 1].map((n) => ask(deviceAt(n), placeBet, { body: body() }, refusals)),
        )
        for (const answer of answers) if (answer) takePlay(answer)
        // Their order is unknown.
        told.clear()
        return answers.every((answer) => answer !== undefined)
      }
      case 'step': {
        const round = nth(known.rounds.values(), step.which)
        if (!round) return false
        const options = {
          params: { id: round.id },
          body: {
            idempotencyKey: nextKey(),
            after: round.steps.length,
            step: { ...stepOf(round, step.choice) },
          },
        }
        const answer = await askOnce(deviceAt(step.device), takeStep, options, ['payout_too_large'])
        if (answer) takePlay(answer)
        return answer !== undefined
      }
      case 'cash out': {
        const round = nth(known.rounds.values(), step.which)
        if (!round) return false
        const options = { params: { id: round.id }, body: { idempotencyKey: nextKey() } }
        const refusals = round.payout === null ? (['bad_step'] as const) : []
        const answer = await askOnce(deviceAt(step.device), cashOut, options, refusals)
        if (answer) takePlay(answer)
        return answer !== undefined
      }
      case 'again':
        await askAgain?.(deviceAt(step.device))
        return true
      case 'Crash bet': {
        const { stake, autoAt } = step
        return crashBet(deviceAt(step.device), { coin: coinAt(step.coin), stake, autoAt })
      }
      case 'Crash cancel': {
        const id = nth(known.crashBets.keys(), step.which) ?? ''
        const refusals = known.isRising ? (['betting_closed'] as const) : []
        const answer = await ask(deviceAt(step.device), cancelCrashBet, { params: { id } }, refusals)
        if (answer) takeCrash(answer)
        forgetLast()
        return answer !== undefined
      }
      case 'Crash start':
        await startCrash(step.point)
        forgetLast()
        return true
      case 'Crash void': {
        house.beacon.isSilent = true
        const { id, locksAt } = await betting()
        await house.clock.pass((locksAt ?? now()) - now() + SOON_MS)
        await reach((round) => round.id !== id || round.status !== 'betting')
        await house.clock.pass(MINUTE_MS + SOON_MS)
        await reach((round) => round.id !== id)
        house.beacon.isSilent = false
        forgetLast()
        await catchUp()
        return true
      }
      case 'Crash rise':
        await house.clock.pass(step.ms)
        return true
      case 'Crash cash out': {
        const id = nth(known.crashBets.keys(), step.which) ?? ''
        const body = { idempotencyKey: nextKey(), share: step.share }
        // The bet may be cashed out automatically, the round may be over, or the curve may be below 1.01×.
        const options = { params: { id }, body }
        const answer = await ask(deviceAt(step.device), cashOutCrashBet, options, [
          'round_settled',
          'round_not_running',
        ])
        if (answer) takeCrash(answer)
        forgetLast()
        return answer !== undefined
      }
      case 'Crash end':
        await endCrash()
        forgetLast()
        return true
      case 'auto-play': {
        const coin = coinAt(step.coin)
        const most = stakeOf(coin, 'small')
        const body = {
          idempotencyKey: nextKey(),
          game: step.game,
          coin: coin.coin,
          count: step.count,
          highestStake: most,
          stopOnLoss: step.stopsOnLoss ? most : null,
          stopOnProfit: null,
          stopOnSingleWin: null,
        }
        const { id, game } = await must(devices[0], startAutoPlay, { body })
        known.autoPlay = { id, game, coin: coin.coin, next: 1 }
        return true
      }
      case 'auto-play bet': {
        const run = known.autoPlay
        const coin = limits.get(run?.coin ?? '')
        if (!run || !coin) return false
        const { id, game, next } = run
        const [device, autoPlay] = [deviceAt(step.device), { id, step: next }]
        const isTaken = isPlayGame(game)
          ? await bet(device, { game, params: GAME_PARAMS[game].params, coin, stake: 'least' }, autoPlay)
          : await crashBet(device, { coin, stake: 'least', autoAt: 1.5 }, autoPlay)
        const waits =
          game === 'crash'
            ? known.crashBets.size > 0
            : [...known.rounds.values()].some((round) => round.game === game)
        if (isTaken) known.autoPlay = { ...run, next: next + 1 }
        // A cancelled auto-play takes no other bet.
        else if (!waits) known.autoPlay = null
        return isTaken
      }
      case 'auto-play stop':
        await must(devices[0], stopAutoPlay, { params: { id: known.autoPlay?.id ?? '' } })
        known.autoPlay = null
        return true
      case 'rotate':
        return rotate(deviceAt(step.device), step.clientSeed)
      case 'deposit': {
        const { amount, receives, isConfirmed } = step
        const refusals = known.hasLimits ? (['limit_reached'] as const) : []
        if (!(await ask(devices[0], openDepositAddress, { body: { receives } }, refusals))) return false
        const body = { amount, idempotencyKey: nextKey() }
        if (!(await ask(devices[0], simulateTransfer, { body }, refusals))) return false
        if (isConfirmed) await pass(FINAL_MS)
        else await house.work()
        return true
      }
      case 'choose bonus':
        await must(devices[0], chooseBonus, { body: { isAccepted: step.isAccepted } })
        return true
      case 'give up bonus': {
        const { bonuses } = await must(devices[0], listBonuses)
        const active = bonuses.find(({ status }) => status === 'active')
        // The whole bonus may have been released.
        if (active) await must(devices[0], giveUpBonus, { params: { id: active.id }, body: {} })
        await catchUp()
        return active !== undefined
      }
      case 'claim': {
        const { kind } = step
        const { rakeback, levelGift } = await must(devices[0], getRewards)
        const shown =
          kind === 'rakeback' ? rakeback.amount : levelGift.level === null ? '0' : levelGift.amount
        const body = { kind, idempotencyKey: nextKey() }
        const refusals = ['nothing_to_claim', 'rate_limited'] as const
        const paid = await ask(deviceAt(step.device), claimReward, { body }, refusals)
        if (paid) {
          expect(units(paid.claim.amount), 'paid, as it was shown').toBe(units(shown))
          const again = await must(devices[0], claimReward, { body })
          expect(again.claim, 'the same claim again').toEqual(paid.claim)
        }
        await catchUp()
        return paid !== undefined
      }
      case 'turn wheel': {
        const device = deviceAt(step.device)
        const { isReady } = await must(device, getGiftWheel)
        const body = { idempotencyKey: nextKey() }
        const answer = await askOnce(device, turnGiftWheel, { body }, isReady ? [] : ['conflict'])
        if (answer) takePlay(answer)
        return answer !== undefined
      }
      case 'limit': {
        const { kind, period, amount } = step
        await must(devices[0], setLimit, { params: { kind, period }, body: { amount } })
        known.hasLimits ||= amount !== null
        return true
      }
      case 'time-out': {
        const { break: rest } = await must(devices[0], takeTimeOut, { body: { hours: 24 } })
        restsUntil = Date.parse(rest?.until ?? '')
        known.isResting = true
        known.autoPlay = null
        const coin = coinAt(0)
        const body = {
          idempotencyKey: nextKey(),
          game: 'dice',
          coin: coin.coin,
          stake: coin.minStake,
          params: { ...GAME_PARAMS.dice.params },
        }
        const answer = await ask(devices[0], placeBet, { body }, ['break_active'])
        expect(answer, 'a bet during a break').toBeUndefined()
        return true
      }
      case 'withdraw': {
        const terms = (await must(devices[0], getWithdrawalTerms)).find(({ coin }) => coin === COIN)
        if (!terms) throw new Error('USDT cannot be withdrawn')
        const { coin, chain, fee, minimum, available, decimals } = terms
        const part = (units(available) * BigInt(step.percent)) / 100n / 10n ** BigInt(SCALE - decimals)
        const amount = formatDecimal({ units: part, scale: decimals })
        if (units(amount) < units(minimum)) return false
        const body = {
          coin,
          chain,
          amount,
          fee,
          address: TRON_ADDRESS,
          idempotencyKey: nextKey(),
          password: PASSWORD,
        }
        await must(devices[0], requestWithdrawal, { body })
        if (step.isSigned) {
          await house.work()
          await pass(FINAL_MS)
        }
        await catchUp()
        return true
      }
      case 'cancel withdrawal': {
        const { withdrawals } = await must(devices[0], listWithdrawals)
        const open = withdrawals.find(({ isCancellable }) => isCancellable)
        if (open) await must(devices[0], cancelWithdrawal, { params: { id: open.id } })
        await catchUp()
        return open !== undefined
      }
      case 'second device':
        await devices[1].logIn()
        known.hasSecondDevice = true
        return true
      case 'restart': {
        const { id } = (await crashNow()).round
        const hasLed = await house.restart(step.process)
        // The next leader soon voids a round that takes bets, and ends one that rises.
        if (known.isRising) await endCrash()
        else await reach((round) => round.status === 'betting' && !(hasLed && round.id === id))
        forgetLast()
        await catchUp()
        return true
      }
      case 'pass':
        // A player on a break comes back after it.
        await pass(known.isResting ? restsUntil - now() + MINUTE_MS : step.minutes * MINUTE_MS)
        if (step.minutes >= 5) known.autoPlay = null
        return true
    }
  }

  async function rotate(device: StoryDevice, clientSeed: string): Promise<boolean> {
    const { nextServerSeedHash } = await must(device, getSeeds)
    const isBlocked = known.rounds.size > 0
    const body = { clientSeed, nextServerSeedHash }
    const change = await ask(device, changeSeeds, { body }, isBlocked ? ['round_open'] : [])
    expect(change === undefined, 'seeds are kept while a round is open').toBe(isBlocked)
    if (change?.revealed) revealed.push(change.revealed)
    return change !== undefined
  }

  house.beacon.isWanted = (each) => each === point
  await openAccount(house, devices[0])
  limits = new Map((await must(devices[0], listBetLimits)).map((each) => [each.coin, each]))
  await rotate(devices[0], 'a seed of my own')
  await look()

  return {
    house,
    known,
    now,
    must,
    device: devices[0],
    limits: (): ReadonlyMap<string, BetLimits> => limits,
    /** The oldest first. */
    revealed: (): readonly RevealedPair[] => revealed,
    /** @returns true if it did something */
    async take(step: Step): Promise<boolean> {
      told.clear()
      const isDone = await carryOut(step)
      await look()
      // A payout of Crash comes without an answer.
      const isQuiet = known.crashBets.size === 0 && !known.isRising
      for (const [coin, available] of isQuiet ? told : [])
        expect(held.get(coin), `${coin}, as it was told`).toBe(available)
      return isDone
    },
    /** Ends a rising round first, because it would end in the middle of the checks. */
    settle: () => (known.isRising ? endCrash() : Promise.resolve()),
    close: () => house.close(),
  }
}

/** Removes from an answer all that may differ after a retry: balances, and a revealed seed. */
function lasting(answer: object): unknown {
  const { balance: _, ...rest } = answer as { readonly balance: unknown }
  return JSON.parse(JSON.stringify(rest, (name, value: unknown) => (name === 'serverSeed' ? null : value)))
}

function stepOf({ game, view, steps }: Round, choice: number): object {
  if (game === 'mines') {
    const { opened } = MINES.parseView(view)
    const closed = Array.from({ length: MINES_TILES }, (_, tile) => tile).filter(
      (tile) => !opened.includes(tile),
    )
    return { type: 'reveal', tile: nth(closed, choice) }
  }
  const { cards } = HILO.parseView(view)
  const guesses = hiloGuesses(hiloCardOf(cards.at(-1) as HiloCardName))
  const isSkip = choice % 3 === 0 && steps.length < 5
  return isSkip ? { type: 'skip' } : { type: 'guess', guess: nth(guesses, choice) }
}
