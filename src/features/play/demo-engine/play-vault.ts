import type { EngineStatus } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createStore } from '#lib/store.ts'
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

interface NewAccount {
  readonly random: RandomSource
  readonly now: () => number
  readonly startBalance: bigint
}

export interface Change<T> {
  readonly answer: T
  /** The account from now on; left out if it stays as it is. */
  readonly account?: AccountRecord
  /** A bet settled with it. */
  readonly bet?: BetRow | undefined
}

export interface Opened {
  readonly transaction: PlayTransaction
  /** Being read already, so that other reads can go beside it. */
  readonly account: Promise<AccountRecord>
}

/**
 * The account of demo play, in the database or, where nothing can be stored, in memory. Each change is one transaction;
 * the browser runs those of all tabs one after the other.
 */
export class PlayVault {
  readonly status = createStore<EngineStatus>({ status: 'loading' })
  /** As last read or written here. */
  readonly account = createStore<AccountRecord | undefined>(undefined)
  readonly #new: NewAccount
  readonly #otherTabs: ReturnType<typeof openTabChannel>
  readonly #listeners = new Set<() => void>()
  #database: PlayDatabase
  #health: 'durable' | 'memory' = 'durable'
  #isClosed = false
  #last: Promise<unknown> = Promise.resolve()
  #isCatchingUp = false
  #isOutdated = false
  /** A page in the back/forward cache hears of no change. */
  readonly #onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void this.#catchUp()
  }

  /** @param name of the database, which all tabs share */
  constructor(name: string, newAccount: NewAccount) {
    this.#new = newAccount
    this.#database = createPlayDatabase(name)
    this.#otherTabs = openTabChannel(`${name}-changes`, () => void this.#catchUp())
    globalThis.addEventListener?.('pageshow', this.#onShow)
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(() => this.#transact('readonly', work))
  }

  /** Changes the account and what belongs to it in one transaction; everything or nothing is kept. */
  change<T>(work: (opened: Opened) => Promise<Change<T>>): Promise<T> {
    return this.#inTurn(() => this.#changeNow(work))
  }

  /** Shows the stored account, or makes a new one. */
  open(): Promise<void> {
    return this.#inTurn(async () => {
      const stored = readAccount(await this.#transact('readonly', (transaction) => transaction.account()))
      // A change makes the account that is missing, and fails on one that is damaged.
      if (!stored) await this.#changeNow(async ({ account }) => ({ answer: await account }))
      else this.#publish(stored)
    })
  }

  /** Puts a new account in the place of whatever is stored. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      this.#publish(await this.#transact('readwrite', (transaction) => startAnew(this.#new, transaction)))
      this.#announce()
    })
  }

  /** Calls back after changes that another tab made. */
  onOtherTab(listener: () => void): void {
    this.#listeners.add(listener)
  }

  close(): void {
    this.#isClosed = true
    globalThis.removeEventListener?.('pageshow', this.#onShow)
    this.#otherTabs.close()
    this.#database.close()
  }

  /** One thing after the other in this tab, so that what is shown never goes back in time. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #changeNow<T>(work: (opened: Opened) => Promise<Change<T>>): Promise<T> {
    try {
      const { answer, current, isChanged } = await this.#transact('readwrite', async (transaction) => {
        const loading = load(this.#new, this.account.get(), transaction)
        const changed = await work({ transaction, account: loading })
        const before = await loading
        if (!changed.account) return { answer: changed.answer, current: before, isChanged: false }
        const after = { ...changed.account, revision: before.revision + 1 }
        transaction.putAccount(after)
        if (changed.bet) transaction.addBet(changed.bet)
        return { answer: changed.answer, current: after, isChanged: true }
      })
      this.#publish(current)
      if (isChanged) this.#announce()
      return answer
    } catch (error) {
      if (error instanceof PlayError && error.code === 'state_corrupted')
        this.status.set({ status: 'broken', error })
      throw error
    }
  }

  async #transact<T>(mode: Mode, work: Work<T>): Promise<T> {
    try {
      return await this.#database.transact(mode, work)
    } catch (error) {
      if (!(error instanceof PlayDatabaseError) || this.#isClosed) throw error
      await this.#degrade()
      return await this.#database.transact(mode, work)
    }
  }

  /** Nothing can be stored any more: play goes on from what was known, until the page goes. */
  async #degrade(): Promise<void> {
    this.#health = 'memory'
    this.#database.close()
    this.#database = createPlayMemory()
    this.#publish(
      await this.#database.transact('readwrite', (transaction) =>
        goOn(this.#new, this.account.get(), transaction),
      ),
    )
  }

  #publish(next: AccountRecord): void {
    this.account.set(next)
    const shown = this.status.get()
    const health = this.#health
    if (shown.status !== 'ready' || shown.health !== health) this.status.set({ status: 'ready', health })
  }

  #announce(): void {
    if (this.#health === 'durable' && !this.#isClosed) this.#otherTabs.tell()
  }

  /** Reads what another tab wrote; few reads answer many announcements in a row. */
  async #catchUp(): Promise<void> {
    this.#isOutdated = true
    if (this.#isCatchingUp || this.#health === 'memory') return
    this.#isCatchingUp = true
    try {
      while (this.#isOutdated && !this.#isClosed) {
        this.#isOutdated = false
        await this.open()
        for (const listener of this.#listeners) listener()
        await new Promise((resolve) => setTimeout(resolve, CATCH_UP_EVERY_MS))
      }
    } catch {
      // `#changeNow` has put the cause into `status`.
    } finally {
      this.#isCatchingUp = false
    }
  }
}

/** @throws PlayError `state_corrupted` */
async function load(
  newAccount: NewAccount,
  known: AccountRecord | undefined,
  transaction: PlayTransaction,
): Promise<AccountRecord> {
  const stored = await transaction.account()
  if (stored === undefined) return await goOn(newAccount, known, transaction)
  const read = readAccount(stored)
  if (!read) throw new PlayError('state_corrupted', 'The stored account cannot be read')
  return read
}

/** Where nothing is stored: the account that was known here, or on a first visit a new one. */
async function goOn(
  newAccount: NewAccount,
  known: AccountRecord | undefined,
  transaction: PlayTransaction,
): Promise<AccountRecord> {
  if (!known) return await startAnew(newAccount, transaction)
  // Fresh seeds: another tab may have drawn from the ones known here, and no nonce serves twice.
  const moved = createAccount(newAccount.random, newAccount.now(), known)
  transaction.putAccount(moved)
  return moved
}

async function startAnew(
  { random, now, startBalance }: NewAccount,
  transaction: PlayTransaction,
): Promise<AccountRecord> {
  const [bets, pairs] = await Promise.all([transaction.betRange(), transaction.pairRange()])
  const [lastBet, lastPair] = [bets?.last ?? 0, pairs?.last ?? 0]
  const created = createAccount(random, now(), { balance: startBalance, rounds: [], lastBet, lastPair })
  transaction.putAccount(created)
  return created
}
