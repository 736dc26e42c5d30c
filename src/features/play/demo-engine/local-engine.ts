import { isClientSeed } from '#fair/seeds.ts'
import { createStream } from '#fair/stream.ts'
import {
  isCrashBet,
  type Balance,
  type BetRequest,
  type DemoControls,
  type OpenRound,
  type PastBet,
  type PastSeedPair,
  type Placed,
  type PlayEngine,
  type PlayLimits,
  type RoundState,
  type SeedChange,
  type SeedPair,
  type SettledBet,
} from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore } from '#lib/store.ts'
import { rulesOf, type PlayGame, type RoundGame } from '#rules/games.ts'
import type { AutoPlayChange } from '#rules/plan/auto-play.ts'
import {
  answeredAfter,
  isSameBet,
  planBet,
  planStep,
  readParams,
  type AskedStep,
  type Ending,
  type OpenPlan,
  type PlannedBet,
  type SettledPlan,
} from '#rules/plan/bet.ts'
import { PlanRefusal } from '#rules/plan/plan-refusal.ts'
import {
  createServerSeed,
  toOpenRound,
  toSeedPair,
  type AccountRecord,
  type RoundRecord,
  type RandomSource,
} from './account-record.ts'
import {
  readBet,
  readPair,
  readRoundBet,
  toSettledBet,
  type BetRecord,
  type PairRecord,
  type RoundBetRecord,
} from './bet-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import { createLocalAutoPlays, type LocalAutoPlays } from './local-auto-plays.ts'
import { createLocalHistory, HISTORY_LIMIT, revealed, sequenceOf } from './local-history.ts'
import type { PlayTransaction } from './play-database.ts'
import { toPlayError } from './play-failure.ts'
import { createPlayVault, type Change, type PlayVault } from './play-vault.ts'

const COINS = 10n ** BigInt(DEMO_COIN.decimals)
const START_BALANCE = 1_000n * COINS

/** Of every game that is played with demonstration coins. */
export const DEMO_LIMITS: PlayLimits = {
  minStake: COINS / 100n,
  maxStake: 10_000n * COINS,
  maxPayout: 1_000_000n * COINS,
}

/** Revealed pairs kept, and shown on one page. */
const PAIR_LIMIT = 100_000
const PAIR_PAGE_SIZE = 20
/** Old bets are removed once in so many new ones. */
const PRUNE_EVERY = 100

export interface LocalEngineOptions {
  /** Of the database; tabs with the same name play on the same balance. */
  readonly name: string
  readonly random?: RandomSource
  readonly now?: () => number
}

/** A play engine that needs no server: everything is drawn and kept on this device. */
export interface LocalEngine extends PlayEngine {
  readonly demo: DemoControls
  /** Where all of it is kept, for what is played beside the games of seed pairs. */
  readonly vault: PlayVault
  /** Holds auto-plays of such play to their bounds. */
  readonly autoPlays: LocalAutoPlays
  /** Tells that bets of such play are in the history. */
  tellSettled(bets: readonly PastBet[]): void
  /** Ends the connection to storage and to other tabs. For tests; a page keeps its engine. */
  close(): void
}

export function createLocalEngine({
  name,
  random = (bytes) => crypto.getRandomValues(bytes),
  now = Date.now,
}: LocalEngineOptions): LocalEngine {
  const vault = createPlayVault({ name, random, now, startBalance: START_BALANCE })
  const history = createLocalHistory(vault)
  const autoPlays = createLocalAutoPlays(now)
  const balance = createStore<Balance | undefined>(undefined)
  const seeds = createStore<SeedPair | undefined>(undefined)
  const openRounds = createStore<readonly OpenRound[]>([])
  const limits = createStore<PlayLimits | undefined>(DEMO_LIMITS)
  const noLimits = createStore<PlayLimits | undefined>(undefined)

  let shownRounds: readonly RoundRecord[] = []

  /** Whoever reads a store sees another object only when something in it has changed. */
  function show(account: AccountRecord): void {
    if (balance.get()?.amount !== account.balance) balance.set({ ...DEMO_COIN, amount: account.balance })
    const pair = toSeedPair(account)
    const known = seeds.get()
    if (
      known?.serverSeedHash !== pair.serverSeedHash ||
      known.clientSeed !== pair.clientSeed ||
      known.nonce !== pair.nonce
    )
      seeds.set(pair)
    const isSame =
      shownRounds.length === account.rounds.length &&
      account.rounds.every(({ id, steps }, index) => {
        const shown = shownRounds[index]
        return id === shown?.id && steps.length === shown.steps.length
      })
    if (isSame) return
    shownRounds = account.rounds
    openRounds.set(account.rounds.map((round) => toOpenRound(round)))
  }
  vault.account.subscribe(() => {
    const account = vault.account.get()
    if (account) show(account)
  })

  async function place({
    key,
    game,
    params,
    stake,
    ...request
  }: BetRequest): Promise<OpenRound | SettledBet> {
    const autoPlay = request.autoPlay ?? null
    const { coin } = DEMO_COIN
    // A screen built for a later game may run beside this engine.
    const asked = { key, game, coin, stake, autoPlay, ...readParams(game, params) }
    const { placed, change, isNew } = await vault.change<Answered<OpenRound | SettledBet>>(
      async ({ transaction, account }) => {
        const [current, stored] = await Promise.all([account, transaction.bet(key)])
        const known = readBet(stored) ?? current.rounds.find(({ id }) => id === key)
        if (stored !== undefined || known) {
          if (!known || !isSameBet(plannedOf(known), asked)) {
            throw new PlanRefusal('key_reused', 'The key belongs to another bet')
          }
          return { answer: { placed: await placedBefore(transaction, known), change: null, isNew: false } }
        }
        const player = { rounds: current.rounds, betAt: {}, autoPlay: autoPlays.current() }
        const plan = planBet(player, asked, { ...DEMO_LIMITS, cycleMs: 0, now: now() }, () =>
          rulesOf(game as string).draw(createStream(current), asked.params),
        )
        if (stake > current.balance) {
          const message = `${stake} is more than the balance of ${current.balance}`
          throw new PlayError('insufficient_balance', message)
        }
        const taken = { ...current, balance: current.balance - stake, nonce: current.nonce + 1 }
        const record = recordOf(current, plan)
        if (plan.kind === 'open') {
          const round: RoundRecord = {
            ...record,
            game: plan.bet.game as RoundGame,
            startedAt: plan.bet.placedAt,
          }
          return {
            answer: { placed: toOpenRound(round), change: plan.autoPlay, isNew: true },
            account: { ...taken, rounds: [...current.rounds, round] },
          }
        }
        const bet: BetRecord = { ...record, ...endingOf(current, plan.bet) }
        return {
          bet,
          answer: { placed: toSettledBet(bet, null), change: plan.autoPlay, isNew: true },
          account: { ...taken, balance: taken.balance + bet.payout, lastBet: bet.sequence },
        }
      },
    )
    if (isNew) autoPlays.placed(asked, change, !('outcome' in placed))
    if (isNew && 'outcome' in placed) afterBet(placed)
    return placed
  }

  async function step(roundId: string, asked: AskedStep): Promise<RoundState> {
    try {
      const { state, isNew } = await vault.change(({ transaction, account }) =>
        takeStep(transaction, account, roundId, asked),
      )
      if (isNew && state.status === 'settled') {
        const { stake, payout } = state.bet
        autoPlays.settled({ key: roundId, stake, payout })
        afterBet(state.bet)
      }
      return state
    } catch (error) {
      // The round was ended elsewhere, or its account is gone: what is shown follows what is stored.
      if (error instanceof PlayError && (error.code === 'round_not_found' || error.code === 'round_settled'))
        await vault.change(async ({ account }) => ({ answer: await account })).catch(() => undefined)
      throw error
    }
  }

  async function takeStep(
    transaction: PlayTransaction,
    account: Promise<AccountRecord>,
    roundId: string,
    asked: AskedStep,
  ): Promise<Change<{ readonly state: RoundState; readonly isNew: boolean }>> {
    const current = await account
    const round = current.rounds.find(({ id }) => id === roundId)
    const known = round ?? readRoundBet(await transaction.bet(roundId))
    if (!known) throw new PlayError('round_not_found', `There is no round ${roundId}`)
    const steps = answeredAfter(plannedOf(known), asked)
    if (steps !== undefined) {
      const isEnd = 'payout' in known && steps === known.keys.length
      const state: RoundState = isEnd
        ? { status: 'settled', bet: await shownRound(transaction, known) }
        : { status: 'open', round: toOpenRound(known, steps) }
      return { answer: { state, isNew: false } }
    }
    if (!round) throw new PlayError('round_settled', `Round ${roundId} is over`)
    const { maxPayout } = DEMO_LIMITS
    const terms = { maxPayout, at: now() }
    const plan = planStep({ autoPlay: null }, plannedOf(round), round.outcome, asked, terms)
    const next: RoundRecord = { ...round, steps: plan.bet.steps, keys: [...plan.bet.stepKeys] }
    const others = current.rounds.filter(({ id }) => id !== roundId)
    if (plan.kind === 'step') {
      return {
        answer: { state: { status: 'open', round: toOpenRound(next) }, isNew: true },
        account: { ...current, rounds: [...others, next] },
      }
    }
    const bet: RoundBetRecord = { ...next, ...endingOf(current, plan.bet) }
    const balance = current.balance + bet.payout
    return {
      bet,
      answer: { state: { status: 'settled', bet: toRoundBet(bet, null) }, isNew: true },
      account: { ...current, rounds: others, balance, lastBet: bet.sequence },
    }
  }

  function afterBet(bet: SettledBet): void {
    history.tell({ type: 'added', bet })
    const last = vault.account.get()?.lastBet ?? 0
    if (last <= HISTORY_LIMIT || last % PRUNE_EVERY !== 0) return
    // In its own time: the player does not wait for it, and the next try makes up for a failure.
    void vault
      .change(async ({ transaction }) => {
        transaction.removeBets(last - HISTORY_LIMIT)
        return { answer: undefined }
      })
      .catch(() => undefined)
  }

  /** Ends the current pair and goes on with the one committed to as next. */
  async function rotateTo(clientSeedFor: (account: AccountRecord) => string): Promise<SeedChange> {
    const change = await vault.change<SeedChange>(async ({ transaction, account }) => {
      const current = await account
      if (current.rounds.length > 0) throw new PlayError('round_open', 'A round is open')
      const next = createServerSeed(random)
      const pair: PairRecord = {
        sequence: current.lastPair + 1,
        serverSeed: current.serverSeed,
        serverSeedHash: current.serverSeedHash,
        clientSeed: current.clientSeed,
        betCount: current.nonce,
        revealedAt: now(),
      }
      transaction.addPair(pair)
      if (pair.sequence > PAIR_LIMIT) transaction.removePairs(pair.sequence - PAIR_LIMIT)
      const rotated: AccountRecord = {
        ...current,
        serverSeed: current.nextServerSeed,
        serverSeedHash: current.nextServerSeedHash,
        clientSeed: clientSeedFor(current),
        nonce: 0,
        nextServerSeed: next.seed,
        nextServerSeedHash: next.hash,
        lastPair: pair.sequence,
      }
      return { answer: { current: toSeedPair(rotated), revealed: toPastPair(pair) }, account: rotated }
    })
    history.tell({ type: 'changed' })
    return change
  }

  async function setClientSeed(clientSeed: string): Promise<SeedChange> {
    if (!isClientSeed(clientSeed)) {
      throw new PlayError('bad_client_seed', 'A client seed has 1 to 64 characters')
    }
    // No bet knows the pair yet: the player may choose freely, since its server seed is committed to.
    const unused = await vault.change<SeedChange | undefined>(async ({ account }) => {
      const current = await account
      if (current.rounds.length > 0) throw new PlayError('round_open', 'A round is open')
      if (current.nonce > 0) return { answer: undefined }
      const changed = { ...current, clientSeed }
      return { answer: { current: toSeedPair(changed), revealed: undefined }, account: changed }
    })
    return unused ?? (await rotateTo(() => clientSeed))
  }

  async function past(cursor?: string) {
    return vault.read(async (transaction) => {
      const range = await transaction.pairRange()
      const high = Math.min(sequenceOf(cursor) - 1, range?.last ?? 0)
      const low = Math.max(high - PAIR_PAGE_SIZE + 1, range?.first ?? 1)
      const rows = low <= high ? await transaction.pairs(low, high) : []
      const pairs = rows.toReversed().flatMap((row) => {
        const pair = readPair(row)
        return pair ? [toPastPair(pair)] : []
      })
      return { pairs, next: range && low > range.first && low <= high ? String(low) : undefined }
    })
  }

  void vault.open().catch(() => undefined)

  return {
    vault,
    status: vault.status,
    balance,
    limits: (coin) => (coin === DEMO_COIN.coin ? limits : noLimits),
    openRounds,
    seeds: {
      current: seeds,
      setClientSeed: (clientSeed) => guarded(() => setClientSeed(clientSeed)),
      rotate: () => guarded(() => rotateTo(({ clientSeed }) => clientSeed)),
      past: (cursor) => guarded(() => past(cursor)),
      bets: (serverSeedHash, cursor) =>
        guarded(async () => {
          const { bets, next } = await history.page({ serverSeedHash }, cursor)
          const seeded = bets.filter((bet) => !isCrashBet(bet))
          return { bets: seeded.map((bet) => ({ bet, receipts: [] })), next }
        }),
    },
    history: {
      page: (filter, cursor) => guarded(() => history.page(filter, cursor)),
      get: (id) => guarded(() => history.get(id)),
      export: (filter, format) => guarded(() => history.export(filter, format)),
      follow: (listener) => history.follow(listener),
    },
    place: <G extends PlayGame>(asked: BetRequest<G>): Promise<Placed<G>> =>
      guarded(async () => {
        try {
          // What is answered belongs to the game that was asked, which the compiler cannot follow.
          return (await place(asked as BetRequest)) as Placed<G>
        } catch (error) {
          if (asked.autoPlay) autoPlays.refused(error)
          throw error
        }
      }),
    act: (roundId, asked, key) => guarded(() => step(roundId, { type: 'step', step: asked, key }), 'step'),
    cashOut: (roundId, key) =>
      guarded(async () => {
        const state = await step(roundId, { type: 'cash-out', key })
        if (state.status === 'settled') return state.bet
        throw new PlayError('bad_action', 'The round goes on')
      }, 'step'),
    startAutoPlay: (bounds) => guarded(async () => autoPlays.start(bounds)),
    demo: {
      refillTo: START_BALANCE,
      refill: () =>
        guarded(() =>
          vault.change<Balance>(async ({ account }) => {
            const current = await account
            const amount = current.balance < START_BALANCE ? START_BALANCE : current.balance
            return { answer: { ...DEMO_COIN, amount }, account: { ...current, balance: amount } }
          }),
        ),
      reset: () =>
        guarded(async () => {
          await vault.restart()
          history.tell({ type: 'changed' })
        }),
      clearHistory: () => guarded(() => history.clear()),
    },
    autoPlays,
    tellSettled(bets) {
      for (const bet of bets) history.tell({ type: 'added', bet })
    },
    close: () => vault.close(),
  }
}

interface Answered<T> {
  readonly placed: T
  readonly change: AutoPlayChange | null
  readonly isNew: boolean
}

/** A stored bet or round as the planner knows it. */
const plannedOf = ({
  id,
  game,
  coin,
  params,
  stake,
  steps,
  keys,
  ...more
}: RoundRecord | BetRecord): PlannedBet => ({
  key: id,
  game,
  coin,
  params,
  stake,
  steps,
  stepKeys: keys,
  placedAt: more.startedAt ?? ('time' in more ? more.time : 0),
  // An auto-play goes no further than its page, which knows its steps by the keys of their bets.
  autoPlay: null,
})

/** What is stored of a bet that was drawn with the current pair, open or settled. */
const recordOf = (
  { serverSeedHash, clientSeed, nonce }: AccountRecord,
  { bet: { key, game, params, stake, steps }, outcome }: OpenPlan | SettledPlan,
) => ({
  id: key,
  game: game as PlayGame,
  params,
  outcome,
  stake,
  coin: DEMO_COIN.coin,
  decimals: DEMO_COIN.decimals,
  steps,
  keys: [],
  serverSeedHash,
  clientSeed,
  nonce,
})

/** What is stored of how a bet has ended. */
const endingOf = ({ lastBet }: AccountRecord, { at, outcome, multiplier, payout }: Ending) => ({
  outcome,
  multiplier,
  payout,
  sequence: lastBet + 1,
  time: at,
})

async function placedBefore(
  transaction: PlayTransaction,
  known: BetRecord | RoundRecord,
): Promise<OpenRound | SettledBet> {
  if (!('payout' in known)) return toOpenRound(known, 0)
  const round = readRoundBet(known)
  if (round && round.keys.length > 0) return toOpenRound(round, 0)
  const [bet] = await revealed(transaction, [known])
  return bet ?? toSettledBet(known, null)
}

async function shownRound(transaction: PlayTransaction, bet: RoundBetRecord): Promise<SettledBet<RoundGame>> {
  const pair = readPair(await transaction.pair(bet.serverSeedHash))
  return toRoundBet(bet, pair?.serverSeed ?? null)
}

/** A bet of a round stays one. */
const toRoundBet = (record: RoundBetRecord, serverSeed: string | null) =>
  toSettledBet(record, serverSeed) as SettledBet<RoundGame>

function toPastPair({
  serverSeed,
  serverSeedHash,
  clientSeed,
  betCount,
  revealedAt,
}: PairRecord): PastSeedPair {
  return { serverSeed, serverSeedHash, clientSeed, betCount, revealedAt }
}

/** Runs a call of the engine so that it fails with nothing but a `PlayError`. */
async function guarded<T>(call: () => Promise<T>, asked: 'bet' | 'step' = 'bet'): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toPlayError(error, asked)
  }
}
