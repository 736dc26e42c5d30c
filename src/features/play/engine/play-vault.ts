import type { EngineStatus } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import {
  createPlayDatabase,
  PlayDatabaseError,
  type BetRow,
  type Mode,
  type PlayDatabase,
  type PlayTransaction,
  type Work,
} from '#lib/play-database.ts'
import { createPlayMemory } from '#lib/play-memory.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { createWriterLock, WriterLockError, type Locks } from '#lib/writer-lock.ts'
import { createAccount, readAccount, type AccountRecord, type RandomSource } from './account-record.ts'

/** A tab in auto-play announces hundreds of changes a second. */
const CATCH_UP_EVERY_MS = 100

export interface VaultOptions {
  /** Of the database, and of what tabs agree by. */
  readonly name: string
  /** By which one tab becomes the writer; without them every change is worked out inside a transaction. */
  readonly locks: Locks | undefined
  readonly random: RandomSource
  readonly now: () => number
  readonly startBalance: bigint
}

export interface Change<T> {
  readonly answer: T
  /** The account from now on; left out when it stays as it is. */
  readonly account?: AccountRecord
  /** A bet settled with it. */
  readonly bet?: BetRow | undefined
}
interface Opened {
  readonly transaction: PlayTransaction
  /** Being read already, so that other reads can go beside it. */
  readonly account: Promise<AccountRecord>
}

/** The state of demonstration play, wherever it is kept, and the same in every tab. */
export interface PlayVault {
  readonly status: ReadableStore<EngineStatus>
  /** The account as last read or written here. */
  readonly account: ReadableStore<AccountRecord | undefined>
  read<T>(work: Work<T>): Promise<T>
  /** Changes the account and what belongs to it in one transaction; everything or nothing is kept. */
  change<T>(work: (opened: Opened) => Promise<Change<T>>): Promise<T>
  /**
   * The same, answered before it is stored: the write is on its way to the browser, which keeps it even if
   * the page is gone a moment later. Undefined where another tab may be writing, which `change` waits for,
   * and when `work` cannot tell.
   */
  changeNow<T>(work: (account: AccountRecord) => Change<T> | undefined): Change<T> | undefined
  /** Puts a new account in the place of whatever is stored. */
  restart(): Promise<void>
  /** Shows what is stored, makes an account where there is none, and this tab the writer. */
  open(): Promise<void>
  /** Calls back after changes that another tab made. */
  onOtherTab(listener: () => void): void
  close(): void
}

export function createPlayVault({ name, locks, random, now, startBalance }: VaultOptions): PlayVault {
  const status = createStore<EngineStatus>({ status: 'loading' })
  const account = createStore<AccountRecord | undefined>(undefined)
  const listeners = new Set<() => void>()
  let database: PlayDatabase = createPlayDatabase(name)
  let health: 'durable' | 'memory' = 'durable'
  let isClosed = false

  /** Nothing can be stored any more: play goes on from what was known, until the page goes. */
  async function degrade(): Promise<void> {
    if (health === 'memory') return
    health = 'memory'
    database.close()
    database = createPlayMemory()
    const known = account.get()
    // Fresh seeds: another tab may still draw from the stored ones, and no nonce serves twice.
    const fresh = createAccount(random, now(), known ?? startingWith(0, 0))
    // Bets that were shown belong to its history all the same.
    const shown = [...unstored]
    const stored = database.transact('readwrite', async (transaction) => {
      transaction.putAccount(fresh)
      for (const bet of shown) transaction.putBet(bet)
    })
    publish(fresh)
    await stored
    for (const bet of shown) unstored.delete(bet)
  }

  async function transact<T>(mode: Mode, work: Work<T>): Promise<T> {
    const used = database
    try {
      return await used.transact(mode, work)
    } catch (error) {
      if (!(error instanceof PlayDatabaseError) || isClosed) throw error
      if (used === database) await degrade()
      return await database.transact(mode, work)
    }
  }

  function startingWith(lastBet: number, lastPair: number) {
    return { balance: startBalance, rounds: [], lastBet, lastPair }
  }

  async function create(transaction: PlayTransaction): Promise<AccountRecord> {
    const [bets, pairs] = await Promise.all([transaction.betRange(), transaction.pairRange()])
    return createAccount(random, now(), startingWith(bets?.last ?? 0, pairs?.last ?? 0))
  }

  async function load(transaction: PlayTransaction): Promise<AccountRecord> {
    const stored = await transaction.account()
    if (stored === undefined) {
      const created = await create(transaction)
      transaction.putAccount(created)
      return created
    }
    const read = readAccount(stored)
    if (!read) throw new PlayError('state_corrupted', 'The stored account cannot be read')
    return read
  }

  function publish(next: AccountRecord): void {
    const known = account.get()
    const isStale = known?.startedAt === next.startedAt && next.revision < known.revision
    if (!isStale) account.set(next)
    const shown = status.get()
    if (shown.status !== 'ready' || shown.health !== health) status.set({ status: 'ready', health })
  }

  function fail(error: unknown): void {
    if (error instanceof PlayError && error.code === 'state_corrupted')
      status.set({ status: 'broken', error })
  }

  /** The account here is the stored one, or will be once what is on its way has arrived. */
  let isCurrent = false
  /** Changes by transaction under way or waiting. */
  let changing = 0
  let last: Promise<unknown> = Promise.resolve()
  /** The one under way. Whoever waits has not asked for the lock yet. */
  let running: Promise<unknown> = Promise.resolve()

  /** Runs alone among the changes of this tab and, where tabs can agree, of all tabs. */
  function alone<T>(run: () => Promise<T>): Promise<T> {
    changing += 1
    const result = last.then(async () => {
      try {
        if (health === 'durable') await lock.acquire().catch(refused)
        const change = writing.then(run)
        running = change.catch(() => undefined)
        return await change
      } finally {
        changing -= 1
      }
    })
    last = result.catch(() => undefined)
    return result
  }

  /** What a transaction of `alone` has left: nobody writes anything newer before the lock is lost. */
  function showStored(next: AccountRecord): void {
    publish(next)
    isCurrent = lock.isHeld()
  }

  function refused(error: unknown): never {
    if (error instanceof WriterLockError)
      throw new PlayError('other_tab_busy', 'Another tab does not stop writing', error)
    throw error
  }

  function change<T>(work: (opened: Opened) => Promise<Change<T>>): Promise<T> {
    return alone(async () => {
      try {
        const { answer, current, isChanged } = await transact('readwrite', async (transaction) => {
          const loading = load(transaction)
          const changed = await work({ transaction, account: loading })
          const before = await loading
          if (!changed.account) return { answer: changed.answer, current: before, isChanged: false }
          const current = { ...changed.account, revision: before.revision + 1 }
          transaction.putAccount(current)
          if (changed.bet) transaction.addBet(changed.bet)
          return { answer: changed.answer, current, isChanged: true }
        })
        showStored(current)
        if (isChanged) announce()
        return answer
      } catch (error) {
        fail(error)
        throw error
      }
    })
  }

  function changeNow<T>(work: (account: AccountRecord) => Change<T> | undefined): Change<T> | undefined {
    const before = account.get()
    const isSure = health === 'memory' || isCurrent
    if (!before || !isSure || changing > 0 || isClosed) return undefined
    const changed = work(before)
    if (!changed?.account) return changed
    const next = { ...changed.account, revision: before.revision + 1 }
    publish(next)
    if (changed.bet) unstored.add(changed.bet)
    const earlier = writing
    writing = keep(next).then(() => earlier)
    return changed
  }

  /** Resolves once all that `changeNow` answered is stored. */
  let writing: Promise<void> = Promise.resolve()
  /** Bets answered whose transaction is still under way. */
  const unstored = new Set<BetRow>()
  /** Never rejects: what cannot be stored is kept in memory. */
  async function keep(next: AccountRecord): Promise<void> {
    const used = database
    // Should the transaction before this one fail, its bets must not be missing from the account stored here.
    const bets = [...unstored]
    try {
      await used.transact('readwrite', async (transaction) => {
        transaction.putAccount(next)
        for (const bet of bets) transaction.putBet(bet)
      })
      for (const bet of bets) unstored.delete(bet)
      announce()
    } catch (error) {
      if (!(error instanceof PlayDatabaseError) || isClosed) return
      if (used === database) await degrade()
    }
  }

  async function read<T>(work: Work<T>): Promise<T> {
    await writing
    return transact('readonly', work)
  }

  function announce(): void {
    if (health === 'durable' && !isClosed) lock.announce()
  }

  const touch = () => change(async ({ account }) => ({ answer: await account }))

  /** Shows what is stored, without waiting for a writer; what is missing or damaged is a change's business. */
  async function look(): Promise<void> {
    const used = database
    const stored = readAccount(await read((transaction) => transaction.account()))
    if (!stored) await touch()
    // A writer knows better, and so does a tab that has just lost its storage.
    else if (!isCurrent && used === database) publish(stored)
  }

  let isReading = false
  let isOutdated = false
  /** Reads what another tab wrote; many announcements in a row are answered by few reads. */
  async function catchUp(): Promise<void> {
    isOutdated = true
    if (isReading || health === 'memory') return
    isReading = true
    try {
      while (isOutdated && !isClosed) {
        isOutdated = false
        await look()
        for (const listener of listeners) listener()
        await new Promise((resolve) => setTimeout(resolve, CATCH_UP_EVERY_MS))
      }
    } catch {
      // `change` has put what it means into `status`.
    } finally {
      isReading = false
    }
  }

  const lock = createWriterLock({
    name: `${name}-changes`,
    locks,
    settle: async () => {
      await Promise.all([running, writing])
    },
    onLost: () => (isCurrent = false),
    onAnnounced: () => void catchUp(),
  })

  return {
    status,
    account,
    open: async () => {
      await look()
      if (!isCurrent) await touch()
    },
    read,
    change,
    changeNow,
    restart: () =>
      alone(async () => {
        const fresh = await transact('readwrite', async (transaction) => {
          const created = await create(transaction)
          transaction.putAccount(created)
          return created
        })
        showStored(fresh)
        announce()
      }),
    onOtherTab: (listener) => void listeners.add(listener),
    close() {
      isClosed = true
      lock.close()
      database.close()
    },
  }
}
