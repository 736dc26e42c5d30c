import type { ApiClient } from '#api/api-client.ts'
import { connection as apiConnection, type Connection } from '#api/connection.ts'
import type * as v from 'valibot'
import type { CrashAnswerSchema } from '#contract/crash.ts'
import { listBalances, type Balance as WireBalance } from '#contract/balances.ts'
import {
  changeSeeds,
  getBetByKey,
  getSeeds,
  listBetLimits,
  listPastSeeds,
  listRounds,
  type Bet,
  type BetLimits,
  type PlayAnswer,
  type Receipt,
  type SeedPair as WireSeedPair,
} from '#contract/play.ts'
import { clientSeedFrom } from '#fair/seeds.ts'
import type {
  EngineHealth,
  EngineStatus,
  HistoryChange,
  OpenRound,
  PastSeedPair,
  RoundState,
  SeedChange,
  SeedPair,
  SettledBet,
} from '#features/play/play-engine.ts'
import type { RoundGame } from '#rules/games.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { createAnswerOrder, type AnswerOrder } from './answer-order.ts'
import { askInTurn } from './ask-in-turn.ts'
import {
  askUntilKnown,
  CERTAIN_AFTER_MS,
  createBetsUnderWay,
  findLostBet,
  isAnswerLost,
  isUnreadable,
} from './lost-answers.ts'
import { followOtherTabs } from './other-tabs.ts'
import { toPlayError } from './server-error.ts'
import { readBet, readRound } from './wire-bets.ts'

type CrashAnswer = v.InferOutput<typeof CrashAnswerSchema>

const CLIENT_SEED_BYTES = 10
/** After these the rounds are not what they seemed to be. */
const FOLLOWED = new Set<string>(['round_not_found', 'round_settled', 'bad_action', 'offline'])
/** The first questions are asked again after so long, and whenever the player comes back. */
const RETRY_MS = 10_000
const MOST_TRIES = 3

export interface ServerAccountOptions {
  readonly uid: number
  readonly call: ApiClient['call']
  /** Balances and limits as this device last knew them: shown until the server has answered. */
  readonly known?: {
    readonly balances?: readonly WireBalance[] | undefined
    readonly limits?: readonly BetLimits[] | undefined
  }
  /** Ask the server; in place of plain calls where others want to know the answers, too. */
  readonly readBalances?: () => Promise<readonly WireBalance[]>
  readonly readLimits?: () => Promise<readonly BetLimits[]>
  /** Told of every balance that an answer has changed: id of the coin, and what is available of it. */
  readonly onBalance?: (coin: string, available: string) => void
  /** Told of every receipt, in the order of the answers. */
  readonly onReceipt?: (receipt: Receipt, betId: string) => void
  readonly connection?: ReadableStore<Connection>
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  /** A clock that nobody sets: how long an answer is looked for is counted by it. */
  readonly now?: () => number
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * What the server keeps of one player's play, whatever the coin: balances, limits, seeds and open rounds as far as they
 * are known here. The engines of all coins play through it. Its calls fail as the API does.
 */
export interface ServerAccount {
  readonly call: ApiClient['call']
  readonly status: ReadableStore<EngineStatus>
  /** What is available of each coin, by its id; a coin that is not in it is not held. Undefined until it is known. */
  readonly balances: ReadableStore<ReadonlyMap<string, string> | undefined>
  readonly limits: ReadableStore<ReadonlyMap<string, BetLimits> | undefined>
  readonly seeds: ReadableStore<SeedPair | undefined>
  readonly openRounds: ReadableStore<readonly OpenRound[]>
  readonly decimalsOf: (coin: string) => number | undefined
  readBet(bet: Bet): SettledBet
  /** Sends a bet of this key, once: if its answer is lost it is looked for. @throws PlayError `offline`, `outcome_unknown` */
  placeBet(key: string, send: () => Promise<PlayAnswer>): Promise<RoundState>
  /** How many steps of a round the player has seen. */
  stepsSeen(round: string): number | undefined
  /** Sends a step or a cash-out until it is answered: the same key again does nothing. @throws PlayError `offline` */
  takeStep(send: () => Promise<PlayAnswer>): Promise<RoundState>
  /**
   * Sends what moves the balance by a key: if its answer is lost, it is looked for by `ask`. For bets in rounds that
   * all players share; a cash-out is sent whatever is known of the connection. @throws PlayError `offline`
   */
  sendWithKey<T extends CrashAnswer>(
    send: () => Promise<T>,
    ask: () => Promise<T>,
    kind: 'bet' | 'cancel' | 'cash-out',
  ): Promise<T>
  /** @throws PlayError `round_open`, `seed_commitment_wrong`, `bad_client_seed` */
  changeSeeds(clientSeed: string): Promise<SeedChange>
  /** There are seeds to bet with when it resolves: the first client seed is made here. */
  haveSeeds(): Promise<SeedPair>
  follow(listener: (change: HistoryChange) => void): () => void
  /** Bets in shared rounds have been decided: tells that there are more bets. Balances come by themselves. */
  noteDecided(): void
  /** Asks for everything anew. */
  refresh(): Promise<void>
  /** Asks for the balances anew, as when money has come from elsewhere. */
  refreshBalances(): Promise<void>
  close(): void
}

export function createServerAccount({
  uid,
  call,
  known = {},
  readBalances = () => call(listBalances),
  readLimits = () => call(listBetLimits),
  onBalance,
  onReceipt,
  connection = apiConnection,
  random = (bytes) => crypto.getRandomValues(bytes),
  now = () => performance.now(),
  wait = waitFor,
}: ServerAccountOptions): ServerAccount {
  const ending = new AbortController()
  const { signal } = ending
  const lookUp = { connection, signal, wait, now }
  const status = createStore<EngineStatus>({ status: 'loading' })
  const balances = createStore<ReadonlyMap<string, string> | undefined>(
    known.balances && availableOf(known.balances),
  )
  const limits = createStore<ReadonlyMap<string, BetLimits> | undefined>(known.limits && byCoin(known.limits))
  const seeds = createStore<SeedPair | undefined>(undefined)
  const openRounds = createStore<readonly OpenRound[]>([])
  const followers = new Set<(change: HistoryChange) => void>()
  const underWay = createBetsUnderWay(uid)
  const balanceOrder = createAnswerOrder()
  const roundOrder = createAnswerOrder()
  const seedOrder = createAnswerOrder()
  const settledRounds = new Set<string>()
  /** Steps of rounds by their id, as far as they are known. */
  const stepsKnown = new Map<string, number>()
  /** Answers that are looked for. */
  let looking = 0
  /** Balances were asked for in vain: those shown may be old. */
  let isBalanceOld = false
  let catchingUp: Promise<void> | undefined
  let problem: PlayError | undefined

  const decimalsOf = (coin: string) => limits.get()?.get(coin)?.decimals
  const tell = (change: HistoryChange) => {
    for (const follower of followers) follower(change)
  }
  const otherTabs = followOtherTabs(`koi-balance-play-${uid}`, () => {
    tell({ type: 'changed' })
    void refresh()
  })

  function healthNow(): EngineHealth {
    if (looking > 0) return 'asking'
    if (connection.get() === 'offline') return 'offline'
    return isBalanceOld ? 'balance-old' : 'durable'
  }

  function showStatus(): void {
    if (!balances.get() || !limits.get()) {
      status.set(problem ? { status: 'broken', error: problem } : { status: 'loading' })
      return
    }
    const health = healthNow()
    const shown = status.get()
    if (shown.status !== 'ready' || shown.health !== health) status.set({ status: 'ready', health })
  }

  function showBalance(coin: string, available: string): void {
    const before = balances.get()
    if (before?.get(coin) === available) return
    balances.set(new Map(before).set(coin, available))
    onBalance?.(coin, available)
  }

  const refreshBalances = askInTurn(async () => {
    try {
      const answer = await askFresh(balanceOrder, readBalances)
      if (!answer) return
      balances.set(availableOf(answer))
      balanceOrder.changed()
      isBalanceOld = false
    } catch (error) {
      isBalanceOld = true
      throw error
    } finally {
      showStatus()
    }
  })

  /** Asks for what an answer did not tell. When that fails it is asked again, and the player sees it meanwhile. */
  async function catchUpBalances(): Promise<void> {
    try {
      await refreshBalances()
    } catch {
      catchingUp ??= askAgain().finally(() => (catchingUp = undefined))
    }
  }
  async function askAgain(): Promise<void> {
    try {
      while (isBalanceOld) await askUntilKnown(refreshBalances, lookUp)
    } catch {
      // Asking again makes it no clearer. The player goes on seeing that it may be old, until a later question succeeds.
    }
  }

  const refreshLimits = askInTurn(async () => {
    limits.set(byCoin(await readLimits()))
    showStatus()
  })

  const refreshRounds = askInTurn(async () => {
    const answer = await askFresh(roundOrder, () => call(listRounds))
    if (!answer) return
    const rounds = answer.rounds.filter(({ id }) => !settledRounds.has(id))
    for (const { id, steps } of rounds) stepsKnown.set(id, steps.length)
    const open = rounds.flatMap((round) => readable(() => readRound(round, decimalsOf)) ?? [])
    if (!isSameRounds(open, openRounds.get())) openRounds.set(open)
  })

  function showSeeds(pair: WireSeedPair): void {
    const { serverSeedHash, clientSeed, nonce, nextServerSeedHash } = pair
    if (serverSeedHash === null || clientSeed === null) return
    const shown = seeds.get()
    const isSame = shown?.serverSeedHash === serverSeedHash
    if (isSame && shown.nonce >= nonce && shown.nextServerSeedHash === nextServerSeedHash) return
    seeds.set({ serverSeedHash, clientSeed, nonce, nextServerSeedHash })
  }

  const refreshSeeds = askInTurn(async () => {
    const place = seedOrder.sent()
    const pair = await call(getSeeds)
    if (pair.clientSeed !== null) {
      if (seedOrder.isFresh(place)) showSeeds(pair)
      return
    }
    // The first pair: its server seed was committed to before this client seed is made, here and nowhere else.
    const clientSeed = clientSeedFrom(random(new Uint8Array(CLIENT_SEED_BYTES)))
    try {
      await begin(clientSeed, pair.nextServerSeedHash)
    } catch (error) {
      // Another tab or device was first.
      if (toPlayError(error, 'seeds').code !== 'seed_commitment_wrong') throw error
      showSeeds(await call(getSeeds))
    }
  })

  /** Begins the pair that was committed to as next. */
  async function begin(clientSeed: string, nextServerSeedHash: string): Promise<SeedChange> {
    try {
      const { current, revealed } = await call(changeSeeds, { body: { clientSeed, nextServerSeedHash } })
      seedOrder.changed()
      showSeeds(current)
      return { current: shownPair(current), revealed: revealed ? pastPair(revealed) : undefined }
    } catch (error) {
      if (!isAnswerLost(error)) throw error
      // The commitment that is in use now tells whether the change was made.
      const current = await looked(() => askUntilKnown(() => call(getSeeds), lookUp))
      if (current.serverSeedHash !== nextServerSeedHash) throw error
      seedOrder.changed()
      showSeeds(current)
      const { pairs } = await call(listPastSeeds)
      return { current: shownPair(current), revealed: pairs[0] && pastPair(pairs[0]) }
    }
  }

  async function haveSeeds(): Promise<SeedPair> {
    if (!seeds.get()) await refreshSeeds()
    const pair = seeds.get()
    if (!pair) throw new PlayError('server_failed', 'There are no seeds to bet with')
    return pair
  }

  /** While it runs, the status says that an answer is looked for. */
  async function looked<T>(look: () => Promise<T>): Promise<T> {
    looking += 1
    showStatus()
    try {
      return await look()
    } finally {
      looking -= 1
      showStatus()
    }
  }

  /** Takes over what an answer tells. `place` is that of its request; undefined where its balance may be an old one. */
  async function apply(answer: PlayAnswer, place: number | undefined): Promise<RoundState> {
    const state = readState(answer)
    const { id, seeds: drawn } = answer.status === 'open' ? answer.round : answer.bet
    if (answer.receipt) onReceipt?.(answer.receipt, id)
    noteNonce(drawn)
    noteRound(answer)
    if (place !== undefined && balanceOrder.isFresh(place)) {
      balanceOrder.changed()
      showBalance(answer.balance.coin, answer.balance.available)
    } else await catchUpBalances()
    if (state.status === 'settled') tell({ type: 'added', bet: state.bet })
    otherTabs.tell()
    return state
  }

  function readState(answer: PlayAnswer): RoundState {
    try {
      if (answer.status === 'open') return { status: 'open', round: readRound(answer.round, decimalsOf) }
      // Of a game that settles at once it is not one of rounds; who asked knows.
      return { status: 'settled', bet: readBet(answer.bet, decimalsOf) as SettledBet<RoundGame> }
    } catch (error) {
      // Money has moved all the same.
      void refresh()
      throw error
    }
  }

  function noteNonce({ serverSeedHash, nonce }: { serverSeedHash: string; nonce: number }): void {
    const shown = seeds.get()
    if (!shown) return
    if (shown.serverSeedHash !== serverSeedHash) void refreshSeeds().catch(() => undefined)
    else if (nonce >= shown.nonce) seeds.set({ ...shown, nonce: nonce + 1 })
  }

  function noteRound(answer: PlayAnswer): void {
    const before = openRounds.get()
    if (answer.status === 'settled') {
      const { id } = answer.bet
      settledRounds.add(id)
      if (!before.some((round) => round.id === id)) return
      roundOrder.changed()
      openRounds.set(before.filter((round) => round.id !== id))
      return
    }
    const { round } = answer
    const shown = stepsKnown.get(round.id) ?? -1
    // An answer that comes late tells of a round as it was.
    if (settledRounds.has(round.id) || round.steps.length < shown) return
    stepsKnown.set(round.id, round.steps.length)
    roundOrder.changed()
    openRounds.set([...before.filter(({ id }) => id !== round.id), readRound(round, decimalsOf)])
  }

  function mustBeLoggedIn(): void {
    if (signal.aborted) throw new PlayError('session_ended', 'The log-in is over')
  }
  function mustBeOnline(): void {
    mustBeLoggedIn()
    if (connection.get() === 'offline') throw new PlayError('offline', 'The server cannot be reached')
  }

  async function placeBet(key: string, send: () => Promise<PlayAnswer>): Promise<RoundState> {
    mustBeOnline()
    if (underWay.read().some((other) => other !== key) && looking > 0)
      throw new PlayError('outcome_unknown', 'The answer to a bet is looked for')
    await haveSeeds()
    underWay.add(key)
    try {
      const place = balanceOrder.sent()
      let answer: PlayAnswer
      try {
        answer = await send()
      } catch (error) {
        if (isUnreadable(error)) throw unknownOutcome(error)
        if (!isAnswerLost(error)) throw error
        return await apply(await find(key, now()), undefined)
      }
      return await apply(answer, place)
    } finally {
      if (!signal.aborted) underWay.remove(key)
    }
  }

  const find = (key: string, lostAt: number) =>
    looked(() => findLostBet(() => call(getBetByKey, { params: { key } }), lostAt, lookUp))

  async function sendWithKey<T extends CrashAnswer>(
    send: () => Promise<T>,
    ask: () => Promise<T>,
    kind: 'bet' | 'cancel' | 'cash-out',
  ): Promise<T> {
    // A cash-out counts from when it reaches the server: it is sent whatever is thought of the line.
    if (kind !== 'cash-out') mustBeOnline()
    mustBeLoggedIn()
    if (kind === 'bet' && looking > 0)
      throw new PlayError('outcome_unknown', 'The answer to a bet is looked for')
    const place = balanceOrder.sent()
    let answer: T
    let isFound = false
    try {
      answer = await send()
    } catch (error) {
      if (isUnreadable(error)) throw unknownOutcome(error)
      if (!isAnswerLost(error)) throw error
      answer = await looked(() => findLostBet(ask, now(), lookUp))
      isFound = true
    }
    if (answer.receipt) onReceipt?.(answer.receipt, answer.bet.id)
    if (!isFound && balanceOrder.isFresh(place)) {
      balanceOrder.changed()
      showBalance(answer.balance.coin, answer.balance.available)
    } else await catchUpBalances()
    otherTabs.tell()
    return answer
  }

  async function takeStep(send: () => Promise<PlayAnswer>): Promise<RoundState> {
    mustBeOnline()
    const place = balanceOrder.sent()
    const until = now() + CERTAIN_AFTER_MS
    try {
      return await apply(await sendStep(send, until), place)
    } catch (error) {
      const { code } = toPlayError(error, 'step')
      // The round has gone on elsewhere, or nobody knows: what is shown follows.
      if (FOLLOWED.has(code)) await Promise.all([refreshRounds().catch(() => undefined), catchUpBalances()])
      throw error
    }
  }

  /** Sends it again as long as its player waits for it, and never later: the round may have gone on by then. */
  async function sendStep(send: () => Promise<PlayAnswer>, until: number): Promise<PlayAnswer> {
    try {
      return await send()
    } catch (error) {
      if (isUnreadable(error)) throw unknownOutcome(error)
      if (!isAnswerLost(error)) throw error
      return await looked(() => askUntilKnown(send, lookUp, until))
    }
  }

  /** It was done, and what came of it cannot be read here: balance, seeds and rounds are asked for. */
  function unknownOutcome(error: unknown): PlayError {
    void refresh()
    return new PlayError('outcome_unknown', 'The answer cannot be read', error)
  }

  /** Bets whose answers were lost with the page. */
  function findThoseOfBefore(): void {
    for (const key of underWay.read()) {
      // How long the page was away says nothing of how long the request was.
      void find(key, now())
        .then((answer) => apply(answer, undefined))
        .then(
          () => underWay.remove(key),
          (error: unknown) => {
            // Anything but the end of this log-in is certain.
            if (!signal.aborted && !(error instanceof PlayError && error.code === 'session_ended'))
              underWay.remove(key)
          },
        )
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  async function refresh(): Promise<void> {
    if (signal.aborted) return
    clearTimeout(timer)
    try {
      // Rounds and bets are read with the decimals of their coins.
      await Promise.all([refreshBalances(), refreshSeeds(), refreshLimits().then(refreshRounds)])
      problem = undefined
    } catch (error) {
      const failed = toPlayError(error, 'reading')
      problem = connection.get() === 'offline' ? undefined : failed
      // Offline it is asked again as soon as the server is there.
      if (!signal.aborted && connection.get() === 'online') timer = setTimeout(() => void refresh(), RETRY_MS)
    }
    showStatus()
  }

  const stopConnection = connection.subscribe(() => {
    showStatus()
    if (connection.get() === 'online') void refresh()
  })
  const onLook = () => {
    if (document.visibilityState === 'visible') void refresh()
  }
  globalThis.document?.addEventListener('visibilitychange', onLook)

  showStatus()
  findThoseOfBefore()
  void refresh()

  return {
    call,
    status,
    balances,
    limits,
    seeds,
    openRounds,
    decimalsOf,
    readBet: (bet) => readBet(bet, decimalsOf),
    placeBet,
    stepsSeen: (round) => stepsKnown.get(round),
    takeStep,
    sendWithKey,
    async changeSeeds(clientSeed) {
      mustBeOnline()
      const { nextServerSeedHash } = await haveSeeds()
      try {
        const change = await begin(clientSeed, nextServerSeedHash)
        tell({ type: 'changed' })
        otherTabs.tell()
        return change
      } catch (error) {
        await Promise.all([refreshSeeds(), refreshRounds()]).catch(() => undefined)
        throw error
      }
    },
    haveSeeds,
    follow(listener) {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    noteDecided: () => tell({ type: 'changed' }),
    refresh,
    refreshBalances,
    close() {
      ending.abort()
      clearTimeout(timer)
      stopConnection()
      otherTabs.close()
      globalThis.document?.removeEventListener('visibilitychange', onLook)
    },
  }
}

/**
 * Asks until nothing has changed while the question was under way; undefined when that is too much to ask for, as while
 * bets are answered one after the other, which tell themselves.
 */
async function askFresh<T>(order: AnswerOrder, ask: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const place = order.sent()
    const answer = await ask()
    if (order.isFresh(place)) return answer
  }
  return undefined
}

const availableOf = (balances: readonly WireBalance[]): ReadonlyMap<string, string> =>
  new Map(balances.map(({ coin, available }) => [coin, available]))

const byCoin = (limits: readonly BetLimits[]): ReadonlyMap<string, BetLimits> =>
  new Map(limits.map((each) => [each.coin, each]))

const shownPair = ({ serverSeedHash, clientSeed, nonce, nextServerSeedHash }: WireSeedPair): SeedPair => ({
  serverSeedHash: serverSeedHash ?? '',
  clientSeed: clientSeed ?? '',
  nonce,
  nextServerSeedHash,
})

export const pastPair = ({
  serverSeed,
  serverSeedHash,
  clientSeed,
  betCount,
  revealedAt,
}: Omit<PastSeedPair, 'revealedAt'> & { readonly revealedAt: string }): PastSeedPair => ({
  serverSeed,
  serverSeedHash,
  clientSeed,
  betCount,
  revealedAt: Date.parse(revealedAt),
})

const isSameRounds = (some: readonly OpenRound[], others: readonly OpenRound[]): boolean =>
  some.length === others.length &&
  some.every((round, index) => {
    const other = others[index]
    return JSON.stringify(round, asText) === JSON.stringify(other, asText)
  })
const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

/** What can be read; undefined of a round of a game that this build does not know. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
