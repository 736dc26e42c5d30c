import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'

/** The fields that the database needs of a settled bet; the engine adds others. */
export interface BetRow {
  /** 1, 2, 3 … in the order bets were settled. */
  readonly sequence: number
  readonly id: string
  readonly game: string
  /** Milliseconds since 1970. */
  readonly time: number
  /** Left out where no seed pair decides the bet. */
  readonly serverSeedHash?: string
}

export interface PairRow {
  /** 1, 2, 3 … in the order pairs were revealed. */
  readonly sequence: number
  readonly serverSeedHash: string
}

/** Both included. */
export interface SequenceRange {
  readonly first: number
  readonly last: number
}

export type BetSelection =
  | { readonly by: 'all' }
  /** `value` is the game, or the hash of the pair's server seed. */
  | { readonly by: 'game' | 'pair'; readonly value: string }

/**
 * Reads and writes of one transaction. Nothing but the promises given here may be awaited inside it.
 * Parse what is read: an older version may have written it, or it may be damaged. A read does not see the writes of its
 * own transaction.
 */
export interface PlayTransaction {
  account(): Promise<unknown>
  putAccount(account: object): void
  /** Undefined if Crash was never opened on this device. */
  crash(): Promise<unknown>
  putCrash(crash: object): void
  bet(id: string): Promise<unknown>
  /** In ascending order; both sequences included. */
  bets(selection: BetSelection, first: number, last: number): Promise<unknown[]>
  /** Undefined if there are no bets. */
  betRange(): Promise<SequenceRange | undefined>
  /** Bets settled from one moment to another, both included. */
  betRangeBetween(from: number, to: number): Promise<SequenceRange | undefined>
  /** Fails the transaction when the sequence or the id is taken. */
  addBet(bet: BetRow): void
  /** Removes the bets up to this sequence. */
  removeBets(last: number): void
  pair(serverSeedHash: string): Promise<unknown>
  pairRange(): Promise<SequenceRange | undefined>
  /** In ascending order; both sequences included. */
  pairs(first: number, last: number): Promise<unknown[]>
  addPair(pair: PairRow): void
  /** Removes the pairs up to this sequence. */
  removePairs(last: number): void
}

export type Mode = 'readonly' | 'readwrite'
export type Work<T> = (transaction: PlayTransaction) => Promise<T>

export interface PlayDatabase {
  /**
   * Runs `work` alone: everything it writes is kept, or nothing when it throws. Resolves once it is stored.
   * @throws PlayDatabaseError when the database cannot be used; whatever `work` throws otherwise
   */
  transact<T>(mode: Mode, work: Work<T>): Promise<T>
  close(): void
}

/** The database is blocked, full, broken or does not answer. Nothing of the transaction was kept. */
export class PlayDatabaseError extends Error {
  override readonly name = 'PlayDatabaseError'
}
/** It does not answer: asking again would only take longer. */
class DatabaseTimeout extends PlayDatabaseError {}

interface Schema extends DBSchema {
  account: { key: string; value: object }
  bets: {
    key: number
    value: BetRow
    indexes: { id: string; game: [string, number]; pair: [string, number]; time: number }
  }
  pairs: { key: number; value: PairRow; indexes: { hash: string } }
}
const STORES = ['account', 'bets', 'pairs'] as const
type StoreName = (typeof STORES)[number]

const VERSION = 1
const ACCOUNT_KEY = 'demo'
const CRASH_KEY = 'crash'
const OPEN_WITHIN_MS = 2_000
const SETTLE_WITHIN_MS = 10_000
const WAKING_MS = 500

type Transaction = IDBPTransaction<Schema, typeof STORES, Mode>

/** Demonstration play in IndexedDB. Opens at the first transaction. */
export function createPlayDatabase(name: string): PlayDatabase {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  /** True if a transaction has succeeded since it was opened. */
  let hasWorked = false
  let isClosed = false

  async function connect(): Promise<IDBPDatabase<Schema>> {
    if (isClosed) throw new PlayDatabaseError('The database is closed')
    opening ??= open(name, () => (opening = undefined))
    try {
      return await within(OPEN_WITHIN_MS, opening)
    } catch (error) {
      opening = undefined
      if (error instanceof DatabaseTimeout) throw error
      throw new PlayDatabaseError('IndexedDB cannot be opened', { cause: error })
    }
  }

  async function begin(mode: Mode): Promise<Transaction> {
    // Relaxed: survives a crash of the page and of the browser, if not of the machine, and is quick.
    const options = { durability: 'relaxed' } as const
    try {
      return (await connect()).transaction(STORES, mode, options)
    } catch (error) {
      if (error instanceof PlayDatabaseError) throw error
      // The browser ended the connection, as after clearing a site's storage; it is opened once more.
      opening = undefined
      return (await connect()).transaction(STORES, mode, options)
    }
  }

  async function run<T>(mode: Mode, work: Work<T>): Promise<T> {
    const transaction = await begin(mode).catch((error: unknown) => {
      throw error instanceof PlayDatabaseError ? error : failure(error)
    })
    const settled = transaction.done.then(
      () => undefined,
      (error: unknown) => failure(error),
    )
    try {
      const result = await within(SETTLE_WITHIN_MS, work(readerAndWriter(transaction)))
      transaction.commit()
      const failed = await within(SETTLE_WITHIN_MS, settled)
      if (failed) throw failed
      hasWorked = true
      return result
    } catch (error) {
      abort(transaction)
      throw error instanceof DOMException ? failure(error) : error
    }
  }

  function disconnect(): void {
    void opening?.then((database) => database.close()).catch(() => undefined)
    opening = undefined
    hasWorked = false
  }

  return {
    async transact(mode, work) {
      try {
        return await run(mode, work)
      } catch (error) {
        const isTriedAgain = hasWorked && error instanceof PlayDatabaseError
        if (!isTriedAgain || error instanceof DatabaseTimeout) throw error
        // A connection that has worked may have died without a word: it is opened anew, once.
        disconnect()
        return await run(mode, work)
      }
    },
    close() {
      isClosed = true
      disconnect()
    },
  }
}

function open(name: string, onLost: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, VERSION, {
    upgrade(database) {
      database.createObjectStore('account')
      const bets = database.createObjectStore('bets', { keyPath: 'sequence' })
      bets.createIndex('id', 'id', { unique: true })
      bets.createIndex('game', ['game', 'sequence'])
      bets.createIndex('pair', ['serverSeedHash', 'sequence'])
      bets.createIndex('time', 'time')
      const pairs = database.createObjectStore('pairs', { keyPath: 'sequence' })
      pairs.createIndex('hash', 'serverSeedHash', { unique: true })
    },
    blocking(_current, _blocked, event) {
      // A newer release in another tab changes the database; this page would keep it from starting.
      ;(event.target as IDBDatabase | null)?.close()
      onLost()
    },
    terminated: onLost,
  })
}

function readerAndWriter(transaction: Transaction): PlayTransaction {
  const store = <Name extends StoreName>(name: Name) => transaction.objectStore(name)
  /** A failed write fails the transaction, which is where it is heard. */
  const heardLater = (write: Promise<unknown> | undefined) => void write?.catch(() => undefined)
  return {
    account: () => store('account').get(ACCOUNT_KEY),
    putAccount: (account) => heardLater(store('account').put?.(account, ACCOUNT_KEY)),
    crash: () => store('account').get(CRASH_KEY),
    putCrash: (crash) => heardLater(store('account').put?.(crash, CRASH_KEY)),
    bet: (id) => store('bets').index('id').get(id),
    bets(selection, first, last) {
      if (selection.by === 'all') return store('bets').getAll(IDBKeyRange.bound(first, last))
      const { by, value } = selection
      return store('bets')
        .index(by)
        .getAll(IDBKeyRange.bound([value, first], [value, last]))
    },
    betRange: () => keyRange(store('bets')),
    async betRangeBetween(from, to) {
      const sequences = await store('bets').index('time').getAllKeys(IDBKeyRange.bound(from, to))
      const [start] = sequences
      if (start === undefined) return undefined
      // Not simply the first and the last: a clock that was set back mixes their order.
      let [first, last] = [start, start]
      for (const sequence of sequences) {
        if (sequence < first) first = sequence
        if (sequence > last) last = sequence
      }
      return { first, last }
    },
    addBet: (bet) => heardLater(store('bets').add?.(bet)),
    removeBets: (last) => heardLater(store('bets').delete?.(IDBKeyRange.upperBound(last))),
    pair: (serverSeedHash) => store('pairs').index('hash').get(serverSeedHash),
    pairRange: () => keyRange(store('pairs')),
    pairs: (first, last) => store('pairs').getAll(IDBKeyRange.bound(first, last)),
    addPair: (pair) => heardLater(store('pairs').add?.(pair)),
    removePairs: (last) => heardLater(store('pairs').delete?.(IDBKeyRange.upperBound(last))),
  }
}

interface SequencedStore {
  openKeyCursor(query: null, direction: 'next' | 'prev'): Promise<{ primaryKey: number } | null>
}
async function keyRange(store: SequencedStore): Promise<SequenceRange | undefined> {
  const [lowest, highest] = await Promise.all([
    store.openKeyCursor(null, 'next'),
    store.openKeyCursor(null, 'prev'),
  ])
  return lowest && highest ? { first: lowest.primaryKey, last: highest.primaryKey } : undefined
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It is over already.
  }
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DatabaseTimeout('IndexedDB does not answer'))
    // A page that slept wakes to its timers before the answers that came meanwhile: those get a moment.
    timer = setTimeout(() => (timer = setTimeout(giveUp, WAKING_MS)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function failure(cause: unknown): PlayDatabaseError {
  return new PlayDatabaseError('IndexedDB cannot be used', { cause })
}
