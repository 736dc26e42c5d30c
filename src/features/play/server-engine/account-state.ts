import type { ApiClient } from '#api/api-client.ts'
import { connection as apiConnection, type Connection } from '#api/connection.ts'
import { listBalances, type Balance as WireBalance } from '#contract/balances.ts'
import { listBetLimits, type BetLimits, type Receipt } from '#contract/play.ts'
import { createHistoryFollowers } from '#features/play/create-engine.ts'
import type { EngineHealth, EngineStatus, OpenRound, SeedPair } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import { createAnswerOrder, createTurn, type AnswerOrder, type Turn } from './answer-order.ts'
import { createBetsUnderWay, type BetsUnderWay, type LostAnswerOptions } from './lost-answers.ts'

export interface ServerAccountOptions {
  readonly uid: number
  readonly call: ApiClient['call']
  /** As this device last knew them: shown until the server has answered. */
  readonly known?: {
    readonly balances?: readonly WireBalance[] | undefined
    readonly limits?: readonly BetLimits[] | undefined
  }
  /** In place of plain calls where others want to know the answers, too. */
  readonly readBalances?: () => Promise<readonly WireBalance[]>
  readonly readLimits?: () => Promise<readonly BetLimits[]>
  /** Called with every balance that an answer has changed: id of the coin, and the available amount. */
  readonly onBalance?: (coin: string, available: string) => void
  /** Called with every receipt, in the order of the answers. */
  readonly onReceipt?: (receipt: Receipt, betId: string) => void
  readonly connection?: ReadableStore<Connection>
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  /** A clock that nobody sets: it measures how long an answer is looked for. */
  readonly now?: () => number
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * The play of one player as far as this page knows it, whatever the coin: the engines of all coins share it. The
 * functions that take it fail as the API does.
 */
export interface ServerAccount
  extends
    Required<Pick<ServerAccountOptions, 'call' | 'readBalances' | 'readLimits' | 'random'>>,
    Pick<ServerAccountOptions, 'onBalance' | 'onReceipt'>,
    LostAnswerOptions {
  readonly status: WritableStore<EngineStatus>
  /** Available amounts by the id of the coin; coins that are not held are not in it. Undefined until it is known. */
  readonly balances: WritableStore<ReadonlyMap<string, string> | undefined>
  readonly limits: WritableStore<ReadonlyMap<string, BetLimits> | undefined>
  readonly seeds: WritableStore<SeedPair | undefined>
  readonly openRounds: WritableStore<readonly OpenRound[]>
  readonly followers: ReturnType<typeof createHistoryFollowers>
  /** Undefined for a coin that is not played with, and until the limits are known. */
  readonly decimalsOf: (coin: string) => number | undefined
  readonly betsUnderWay: BetsUnderWay
  readonly balanceOrder: AnswerOrder
  readonly roundOrder: AnswerOrder
  readonly seedOrder: AnswerOrder
  readonly turns: Readonly<Record<'balances' | 'limits' | 'rounds' | 'seeds', Turn>>
  readonly settledRounds: Set<string>
  /** Number of steps of rounds that this page has seen, by the id of the round. */
  readonly stepsSeen: Map<string, number>
  /** Number of lost answers that are looked for now. */
  looking: number
  /** The last question for balances failed: those shown may be old. */
  isBalanceOld: boolean
  /** The balances are asked for until they are known. */
  catchingUp: Promise<void> | undefined
  /** Why the last refresh failed while the server could be reached. */
  problem: PlayError | undefined
  retry: ReturnType<typeof setTimeout> | undefined
  tellOtherTabs(): void
  /** Ends all that the account has begun. Bets under way stay noted for the next log-in. */
  close(): void
}

/** @returns an account that asks nothing yet */
export function createAccountState({
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
  const limits = createStore(known.limits && byCoin(known.limits))
  return {
    call,
    readBalances,
    readLimits,
    onBalance,
    onReceipt,
    connection,
    random,
    now,
    wait,
    signal: ending.signal,
    status: createStore<EngineStatus>({ status: 'loading' }),
    balances: createStore(known.balances && availableOf(known.balances)),
    limits,
    seeds: createStore<SeedPair | undefined>(undefined),
    openRounds: createStore<readonly OpenRound[]>([]),
    followers: createHistoryFollowers(),
    decimalsOf: (coin) => limits.get()?.get(coin)?.decimals,
    betsUnderWay: createBetsUnderWay(uid),
    balanceOrder: createAnswerOrder(),
    roundOrder: createAnswerOrder(),
    seedOrder: createAnswerOrder(),
    turns: { balances: createTurn(), limits: createTurn(), rounds: createTurn(), seeds: createTurn() },
    settledRounds: new Set(),
    stepsSeen: new Map(),
    looking: 0,
    isBalanceOld: false,
    catchingUp: undefined,
    problem: undefined,
    retry: undefined,
    tellOtherTabs: () => undefined,
    close: () => ending.abort(),
  }
}

export const availableOf = (balances: readonly WireBalance[]): ReadonlyMap<string, string> =>
  new Map(balances.map(({ coin, available }) => [coin, available]))

export const byCoin = (limits: readonly BetLimits[]): ReadonlyMap<string, BetLimits> =>
  new Map(limits.map((each) => [each.coin, each]))

export function showStatus(account: ServerAccount): void {
  const { status, balances, limits, problem } = account
  if (!balances.get() || !limits.get()) {
    status.set(problem ? { status: 'broken', error: problem } : { status: 'loading' })
    return
  }
  const health = healthOf(account)
  const shown = status.get()
  if (shown.status !== 'ready' || shown.health !== health) status.set({ status: 'ready', health })
}

function healthOf({ looking, connection, isBalanceOld }: ServerAccount): EngineHealth {
  if (looking > 0) return 'asking'
  if (connection.get() === 'offline') return 'offline'
  return isBalanceOld ? 'balance-old' : 'durable'
}

/** While it runs, the status says that an answer is looked for. */
export async function whileLooking<T>(account: ServerAccount, look: () => Promise<T>): Promise<T> {
  account.looking += 1
  showStatus(account)
  try {
    return await look()
  } finally {
    account.looking -= 1
    showStatus(account)
  }
}

export function mustBeLoggedIn({ signal }: ServerAccount): void {
  if (signal.aborted) throw new PlayError('session_ended', 'The log-in is over')
}

export function mustBeOnline(account: ServerAccount): void {
  mustBeLoggedIn(account)
  if (account.connection.get() === 'offline') {
    throw new PlayError('offline', 'The server cannot be reached')
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
