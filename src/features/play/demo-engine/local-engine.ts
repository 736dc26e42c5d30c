import { FairnessError } from '#fair/fairness-error.ts'
import { payoutOf } from '#fair/multiplier.ts'
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
import { maxStakeOf } from '#rules/stake-limits.ts'
import { createStore } from '#lib/store.ts'
import { isRoundGame, rulesOf, type InstantGame, type PlayGame, type RoundGame } from '#rules/games.ts'
import { isSameValue } from '#rules/same-value.ts'
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
} from './bet-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import { createLocalAutoPlays, type LocalAutoPlays } from './local-auto-plays.ts'
import { createLocalHistory, HISTORY_LIMIT, revealed, sequenceOf } from './local-history.ts'
import { openRound, repeatedStep, takeStep, unplayedRound, type AskedStep } from './local-rounds.ts'
import { createPlayVault, type PlayVault } from './play-vault.ts'

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
  readonly autoPlays: Pick<LocalAutoPlays, 'place'>
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
  const autoPlays = createLocalAutoPlays()
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

  function checkStake(request: BetRequest): void {
    const { minStake } = DEMO_LIMITS
    if (request.stake < minStake) throw new PlayError('bet_too_small', `The smallest stake is ${minStake}`)
    const maxStake = maxStakeOf(request, DEMO_LIMITS)
    if (request.stake > maxStake) throw new PlayError('bet_too_large', `The largest stake is ${maxStake}`)
  }

  /** Takes the stake and the next nonce. @throws PlayError `insufficient_balance` */
  function takeStake(account: AccountRecord, stake: bigint): AccountRecord {
    if (stake > account.balance) {
      throw new PlayError('insufficient_balance', `${stake} is more than the balance of ${account.balance}`)
    }
    return { ...account, balance: account.balance - stake, nonce: account.nonce + 1 }
  }

  async function placeInstant(request: BetRequest<InstantGame>): Promise<SettledBet> {
    interface Settled {
      readonly settled: SettledBet
      readonly isNew: boolean
    }
    const { settled, isNew } = await vault.change<Settled>(async ({ transaction, account }) => {
      const [current, stored] = await Promise.all([account, transaction.bet(request.key)])
      if (stored !== undefined) {
        const known = readBet(stored)
        if (!known || !isSameRequest(known, request)) throw keyReused()
        const [bet] = await revealed(transaction, [known])
        return { answer: { settled: bet ?? toSettledBet(known, null), isNew: false } }
      }
      if (current.rounds.some(({ id }) => id === request.key)) throw keyReused()
      const taken = takeStake(current, request.stake)
      const bet = drawInstant(current, request, now())
      return {
        bet,
        answer: { settled: toSettledBet(bet, null), isNew: true },
        account: { ...taken, balance: taken.balance + bet.payout, lastBet: bet.sequence },
      }
    })
    if (isNew) afterBet(settled)
    return settled
  }

  function placeRound(request: BetRequest<RoundGame>): Promise<OpenRound> {
    return vault.change(async ({ transaction, account }) => {
      const [current, stored] = await Promise.all([account, transaction.bet(request.key)])
      const known = readRoundBet(stored) ?? current.rounds.find(({ id }) => id === request.key)
      if (stored !== undefined || known) {
        if (!known || !isSameRequest(known, request)) throw keyReused()
        return { answer: unplayedRound(known) }
      }
      if (current.rounds.some(({ game }) => game === request.game)) {
        throw new PlayError('round_open', 'A round of this game is open')
      }
      const taken = takeStake(current, request.stake)
      const round = openRound(current, request, createStream(current), now())
      return { answer: toOpenRound(round), account: { ...taken, rounds: [...current.rounds, round] } }
    })
  }

  async function step(roundId: string, asked: AskedStep, key: string): Promise<RoundState> {
    try {
      return await takeAsked(roundId, asked, key)
    } catch (error) {
      // The round was ended elsewhere, or its account is gone: what is shown follows what is stored.
      if (error instanceof PlayError && (error.code === 'round_not_found' || error.code === 'round_settled'))
        await vault.change(async ({ account }) => ({ answer: await account })).catch(() => undefined)
      throw error
    }
  }

  async function takeAsked(roundId: string, asked: AskedStep, key: string): Promise<RoundState> {
    interface Taken {
      readonly state: RoundState
      readonly isNew: boolean
    }
    const { state, isNew } = await vault.change<Taken>(async ({ transaction, account }) => {
      const current = await account
      const round = current.rounds.find(({ id }) => id === roundId)
      if (round) {
        const repeated = repeatedStep(round, asked, key, null)
        if (repeated) return { answer: { state: repeated, isNew: false } }
        const taken = takeStep(current, round, asked, { key, now: now(), maxPayout: DEMO_LIMITS.maxPayout })
        return { ...taken, answer: { state: taken.answer, isNew: true } }
      }
      const bet = readRoundBet(await transaction.bet(roundId))
      if (!bet) throw new PlayError('round_not_found', `There is no round ${roundId}`)
      const pair = readPair(await transaction.pair(bet.serverSeedHash))
      const repeated = repeatedStep(bet, asked, key, pair?.serverSeed ?? null)
      if (!repeated) throw new PlayError('round_settled', `Round ${roundId} is over`)
      return { answer: { state: repeated, isNew: false } }
    })
    if (isNew && state.status === 'settled') afterBet(state.bet)
    return state
  }

  function afterBet(bet: SettledBet): void {
    autoPlays.settled(bet)
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
        const request = checked(asked as BetRequest)
        checkStake(request)
        const placed = await autoPlays.place<OpenRound | SettledBet>(request, () =>
          isOfRounds(request) ? placeRound(request) : placeInstant(request),
        )
        // What is answered belongs to the game that was asked, which the compiler cannot follow.
        return placed as Placed<G>
      }),
    act: (roundId, asked, key) => guarded(() => step(roundId, asked, key)),
    cashOut: (roundId, key) =>
      guarded(async () => {
        const state = await step(roundId, null, key)
        if (state.status === 'settled') return state.bet
        throw new PlayError('bad_action', 'The round goes on')
      }),
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
      for (const bet of bets) {
        autoPlays.settled(bet)
        history.tell({ type: 'added', bet })
      }
    },
    close: () => vault.close(),
  }
}

const isOfRounds = (request: BetRequest): request is BetRequest<RoundGame> => isRoundGame(request.game)

/** The request with parameters that have been checked. @throws PlayError `bad_params` */
function checked(request: BetRequest): BetRequest {
  try {
    // A screen built for a later game may run beside this engine.
    const params = rulesOf(request.game as string).parseParams(request.params)
    return { ...request, params } as BetRequest
  } catch (error) {
    if (error instanceof FairnessError) throw new PlayError('bad_params', error.message, error)
    throw error
  }
}

/** Draws and pays a bet with the account's next nonce. */
function drawInstant(
  account: AccountRecord,
  { game, params, stake, key }: BetRequest<InstantGame>,
  time: number,
): BetRecord {
  const rules = rulesOf(game)
  const { coin, decimals } = DEMO_COIN
  const { serverSeedHash, clientSeed, nonce } = account
  const outcome = rules.draw(createStream(account), params)
  const multiplier = rules.multiplier(params, outcome)
  return {
    ...{ sequence: account.lastBet + 1, id: key, game, time, params, outcome, steps: [], keys: [] },
    ...{ stake, coin, decimals, multiplier, payout: payoutOf(stake, multiplier) },
    ...{ serverSeedHash, clientSeed, nonce },
  }
}

function isSameRequest(
  known: { readonly game: PlayGame; readonly stake: bigint; readonly params: unknown },
  { game, stake, params }: BetRequest,
): boolean {
  return known.game === game && known.stake === stake && isSameValue(known.params, params)
}

function keyReused(): PlayError {
  return new PlayError('key_reused', 'The key belongs to another bet')
}

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
async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PlayError) throw error
    throw new PlayError('storage_failed', 'The play engine failed', error)
  }
}
