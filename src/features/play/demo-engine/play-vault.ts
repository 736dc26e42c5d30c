import type { EngineStatus } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { openTabChannel } from '#lib/tab-channel.ts'
import { createAccount, readAccount, type AccountRecord, type RandomSource } from './account-record.ts'
import {
  createPlayDatabase,
  PlayDatabaseError,
  type BetRow,
  type Mode,
  type PlayDatabase,
  type PlayTransaction,
  type Work,
} from './play-database.ts'
import { createPlayMemory } from './play-memory.ts'

/** A tab in auto-play announces dozens of changes a second. */
const CATCH_UP_EVERY_MS = 100

export interface VaultOptions {
  /** Of the database, which all tabs share. */
  readonly name: string
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
  /** Puts a new account in the place of whatever is stored. */
  restart(): Promise<void>
  /** Shows what is stored, and makes an account where there is none. */
  open(): Promise<void>
  /** Calls back after changes that another tab made. */
  onOtherTab(listener: () => void): void
  close(): void
}

/** Every change is one transaction, and the browser runs those of all tabs one after the other. */
export function createPlayVault({ name, random, now, startBalance }: VaultOptions): PlayVault {
  const status = createStore<EngineStatus>({ status: 'loading' })
  const account = createStore<AccountRecord | undefined>(undefined)
  const listeners = new Set<() => void>()
  const otherTabs = openTabChannel(`${name}-changes`, () => void catchUp())
  let database: PlayDatabase = createPlayDatabase(name)
  let health: 'durable' | 'memory' = 'durable'
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  /** One thing after the other in this tab, so that what is shown never goes back in time. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }

  /** Nothing can be stored any more: play goes on from what was known, until the page goes. */
  async function degrade(): Promise<void> {
    health = 'memory'
    database.close()
    database = createPlayMemory()
    publish(await database.transact('readwrite', goOn))
  }

  async function transact<T>(mode: Mode, work: Work<T>): Promise<T> {
    try {
      return await database.transact(mode, work)
    } catch (error) {
      if (!(error instanceof PlayDatabaseError) || isClosed) throw error
      await degrade()
      return await database.transact(mode, work)
    }
  }

  async function startAnew(transaction: PlayTransaction): Promise<AccountRecord> {
    const [bets, pairs] = await Promise.all([transaction.betRange(), transaction.pairRange()])
    const [lastBet, lastPair] = [bets?.last ?? 0, pairs?.last ?? 0]
    const created = createAccount(random, now(), { balance: startBalance, rounds: [], lastBet, lastPair })
    transaction.putAccount(created)
    return created
  }

  /** Where nothing is stored: what was known here, if anything, on a first visit a full balance. */
  async function goOn(transaction: PlayTransaction): Promise<AccountRecord> {
    const known = account.get()
    if (!known) return await startAnew(transaction)
    // Fresh seeds: another tab may have drawn from the ones known here, and no nonce serves twice.
    const moved = createAccount(random, now(), known)
    transaction.putAccount(moved)
    return moved
  }

  async function load(transaction: PlayTransaction): Promise<AccountRecord> {
    const stored = await transaction.account()
    if (stored === undefined) return await goOn(transaction)
    const read = readAccount(stored)
    if (!read) throw new PlayError('state_corrupted', 'The stored account cannot be read')
    return read
  }

  function publish(next: AccountRecord): void {
    account.set(next)
    const shown = status.get()
    if (shown.status !== 'ready' || shown.health !== health) status.set({ status: 'ready', health })
  }

  function announce(): void {
    if (health === 'durable' && !isClosed) otherTabs.tell()
  }

  async function changeNow<T>(work: (opened: Opened) => Promise<Change<T>>): Promise<T> {
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
      publish(current)
      if (isChanged) announce()
      return answer
    } catch (error) {
      if (error instanceof PlayError && error.code === 'state_corrupted')
        status.set({ status: 'broken', error })
      throw error
    }
  }

  const look = () =>
    inTurn(async () => {
      const stored = readAccount(await transact('readonly', (transaction) => transaction.account()))
      // A change makes the account that is missing, and tells of one that is damaged.
      if (!stored) await changeNow(async (opened) => ({ answer: await opened.account }))
      else publish(stored)
    })

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
      // `changeNow` has put what it means into `status`.
    } finally {
      isReading = false
    }
  }
  /** A page in the back/forward cache hears of no change. */
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void catchUp()
  }
  globalThis.addEventListener?.('pageshow', onShow)

  return {
    status,
    account,
    open: look,
    read: (work) => inTurn(() => transact('readonly', work)),
    change: (work) => inTurn(() => changeNow(work)),
    restart: () =>
      inTurn(async () => {
        publish(await transact('readwrite', startAnew))
        announce()
      }),
    onOtherTab: (listener) => void listeners.add(listener),
    close() {
      isClosed = true
      globalThis.removeEventListener?.('pageshow', onShow)
      otherTabs.close()
      database.close()
    },
  }
}
