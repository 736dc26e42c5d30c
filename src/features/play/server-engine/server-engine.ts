import { cashOut, listPastSeeds, placeBet, takeStep, type BetLimits } from '#contract/play.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { isClientSeed } from '#fair/seeds.ts'
import type {
  Balance,
  BetRequest,
  PastBet,
  Placed,
  PlayEngine,
  PlayLimits,
  RoundState,
  SettledBet,
  SignedBet,
} from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import { isRoundGame, rulesOf, type PlayGame, type RoundGame, type StepOf } from '#rules/games.ts'
import { pastPair, type ServerAccount } from './server-account.ts'
import { toPlayError, type AskedFor } from './server-error.ts'
import { startServerAutoPlay } from './server-auto-plays.ts'
import { createServerHistory, readSignedBets } from './server-history.ts'
import { readChain } from './read-chain.ts'
import { coinOf, unitsOf } from './wire-bets.ts'

const isSeeded = (signed: SignedBet<PastBet>): signed is SignedBet => signed.bet.game !== 'crash'

/** Plays with the balance of one coin, by its id: the server draws, pays and keeps everything. */
export function createServerEngine(account: ServerAccount, coin: string): PlayEngine {
  const { call } = account
  const history = createServerHistory(account, coin)
  const balance = createStore<Balance | undefined>(undefined)
  const limits = new Map<string, WritableStore<PlayLimits | undefined>>()

  /** Whoever reads a store sees another object only when something in it has changed. */
  function showBalance(): void {
    const held = account.balances.get()
    // Without the limits the coin's decimals are not known.
    if (!held || !account.limits.get()) return
    const facts = coinOf(coin, account.decimalsOf)
    const amount = unitsOf(held.get(coin) ?? '0', facts.decimals)
    const shown = balance.get()
    if (shown?.amount !== amount || shown.decimals !== facts.decimals) balance.set({ ...facts, amount })
  }
  function showLimits(): void {
    for (const [id, store] of limits) {
      const known = account.limits.get()?.get(id)
      const next = known && limitsOf(known)
      const shown = store.get()
      const isSame =
        shown?.minStake === next?.minStake &&
        shown?.maxStake === next?.maxStake &&
        shown?.maxPayout === next?.maxPayout
      if (!isSame) store.set(next)
    }
  }
  account.balances.subscribe(showBalance)
  account.limits.subscribe(() => {
    showLimits()
    showBalance()
  })
  showBalance()

  function limitsIn(id: string): ReadableStore<PlayLimits | undefined> {
    const known = account.limits.get()?.get(id)
    const store = limits.get(id) ?? createStore<PlayLimits | undefined>(known && limitsOf(known))
    limits.set(id, store)
    return store
  }

  async function place(asked: BetRequest): Promise<RoundState> {
    const { game, params, stake, key, autoPlay } = asked
    const rules = rulesOf(game as string)
    const body = {
      idempotencyKey: key,
      game,
      coin,
      stake: formatDecimal({ units: stake, scale: coinOf(coin, account.decimalsOf).decimals }),
      params: { ...(parsed(() => rules.parseParams(params)) as object) },
      ...(autoPlay && { autoPlay }),
    }
    return await account.placeBet(key, () => call(placeBet, { body }))
  }

  async function step(roundId: string, asked: StepOf<RoundGame>, key: string): Promise<RoundState> {
    const after = account.stepsSeen(roundId)
    const body = { idempotencyKey: key, step: { ...asked }, ...(after !== undefined && { after }) }
    return await account.takeStep(() => call(takeStep, { params: { id: roundId }, body }))
  }

  return {
    status: account.status,
    balance,
    limits: limitsIn,
    openRounds: account.openRounds,
    seeds: {
      current: account.seeds,
      setClientSeed: (clientSeed) =>
        guarded('seeds', async () => {
          if (!isClientSeed(clientSeed))
            throw new PlayError('bad_client_seed', 'A client seed has 1 to 64 characters')
          return await account.changeSeeds(clientSeed)
        }),
      rotate: () => guarded('seeds', async () => account.changeSeeds((await account.haveSeeds()).clientSeed)),
      past: (cursor) =>
        guarded('reading', async () => {
          const query = cursor === undefined ? {} : { after: cursor }
          const { pairs, next } = await call(listPastSeeds, { query })
          return { pairs: pairs.map(pastPair), next: next ?? undefined }
        }),
      bets: (serverSeedHash, cursor) =>
        guarded('reading', async () => {
          const { bets, next } = await readSignedBets(account, { serverSeedHash }, cursor)
          return { bets: bets.filter(isSeeded), next }
        }),
      receipts: (serverSeedHash, cursor) =>
        guarded('reading', () => readChain(account, { serverSeedHash }, cursor)),
    },
    history: {
      page: (filter, cursor) => guarded('reading', () => history.page(filter, cursor)),
      get: (id) => guarded('reading', () => history.get(id)),
      export: (filter, format) => guarded('reading', () => history.export(filter, format)),
      follow: history.follow,
    },
    place: <G extends PlayGame>(asked: BetRequest<G>): Promise<Placed<G>> =>
      guarded('bet', async () => {
        const state = await place(asked as BetRequest)
        const isOpen = isRoundGame(asked.game)
        if (isOpen !== (state.status === 'open')) {
          // Found after its answer was lost, and over by then.
          if (isOpen) throw new PlayError('round_settled', 'The round is over')
          throw new PlayError('server_failed', 'The game has no rounds')
        }
        // What is answered belongs to the game that was asked, which the compiler cannot follow.
        return (state.status === 'open' ? state.round : state.bet) as Placed<G>
      }),
    act: (roundId, asked, key) => guarded('step', () => step(roundId, asked, key)),
    cashOut: (roundId, key) =>
      guarded('step', async (): Promise<SettledBet<RoundGame>> => {
        const body = { idempotencyKey: key }
        const state = await account.takeStep(() => call(cashOut, { params: { id: roundId }, body }))
        if (state.status === 'settled') return state.bet
        throw new PlayError('bad_action', 'The round goes on')
      }),
    startAutoPlay: (bounds) =>
      guarded('bet', () => startServerAutoPlay(call, coinOf(coin, account.decimalsOf), bounds)),
    demo: undefined,
  }
}

function limitsOf({ decimals, minStake, maxStake, maxPayout }: BetLimits): PlayLimits {
  return {
    minStake: unitsOf(minStake, decimals),
    maxStake: unitsOf(maxStake, decimals),
    maxPayout: unitsOf(maxPayout, decimals),
  }
}

/** @throws PlayError `bad_params` */
function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof FairnessError) throw new PlayError('bad_params', error.message, error)
    throw error
  }
}

/** Runs a call of the engine so that it fails with nothing but a `PlayError`. */
async function guarded<T>(asked: AskedFor, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toPlayError(error, asked)
  }
}
