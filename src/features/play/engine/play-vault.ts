import type { EngineStatus } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { openPlayChannel } from '#lib/play-channel.ts'
import {
  createPlayDatabase,
  PlayDatabaseError,
  type Mode,
  type PlayDatabase,
  type PlayTransaction,
  type Work,
} from '#lib/play-database.ts'
import { createPlayMemory } from '#lib/play-memory.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { createAccount, readAccount, type AccountRecord, type RandomSource } from './account-record.ts'

/** A tab in auto-play announces hundreds of changes a second. */
const CATCH_UP_EVERY_MS = 100

export interface VaultOptions {
  /** Of the database, and of the channel between tabs. */
  readonly name: string
  readonly random: RandomSource
  readonly now: () => number
  readonly startBalance: bigint
}

export interface Change<T> {
  readonly answer: T
  /** The account from now on; left out when it stays as it is. */
  readonly account?: AccountRecord
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
  /** Puts a new account in the place of whatever is stored. */
  restart(): Promise<void>
  /** Calls back after changes that another tab made. */
  onOtherTab(listener: () => void): void
  close(): void
}

export function createPlayVault({ name, random, now, startBalance }: VaultOptions): PlayVault {
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
    await database.transact('readwrite', async (transaction) => transaction.putAccount(fresh))
    publish(fresh)
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

  async function change<T>(work: (opened: Opened) => Promise<Change<T>>): Promise<T> {
    try {
      const { answer, current, isChanged } = await transact('readwrite', async (transaction) => {
        const loading = load(transaction)
        const changed = await work({ transaction, account: loading })
        const before = await loading
        if (!changed.account) return { answer: changed.answer, current: before, isChanged: false }
        const current = { ...changed.account, revision: before.revision + 1 }
        transaction.putAccount(current)
        return { answer: changed.answer, current, isChanged: true }
      })
      publish(current)
      if (isChanged) announce()
      return answer
    } catch (error) {
      fail(error)
      throw error
    }
  }

  function announce(): void {
    if (health === 'durable' && !isClosed) channel.announce()
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
        await change(async (opened) => ({ answer: await opened.account }))
        for (const listener of listeners) listener()
        await new Promise((resolve) => setTimeout(resolve, CATCH_UP_EVERY_MS))
      }
    } catch {
      // `change` has put what it means into `status`.
    } finally {
      isReading = false
    }
  }

  const channel = openPlayChannel(`${name}-changes`, () => void catchUp())

  return {
    status,
    account,
    read: (work) => transact('readonly', work),
    change,
    async restart() {
      const fresh = await transact('readwrite', async (transaction) => {
        const created = await create(transaction)
        transaction.putAccount(created)
        return created
      })
      publish(fresh)
      announce()
    },
    onOtherTab: (listener) => void listeners.add(listener),
    close() {
      isClosed = true
      channel.close()
      database.close()
    },
  }
}
