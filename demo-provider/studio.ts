import { randomInt } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createBanks } from './bank.ts'
import { openCashier } from './cashier.ts'
import { frameCalls } from './frame-calls.ts'
import { openKeys } from './keys.ts'
import { openLiveTable, type TableTimes } from './live-table.ts'
import { operatorCalls } from './operator-calls.ts'
import { openSessions } from './sessions.ts'
import { openTransactions } from './transactions.ts'
import { createWallet } from './wallet.ts'

const MOST_BYTES = 64 * 1024

interface StudioOptions {
  readonly folder: string
  readonly walletUrl: string
  /** The origin of its pages, known once it listens. */
  readonly origin: () => string
  /** The address where it listens. */
  readonly home: () => string
  /** Folder of scripts, styles and covers. */
  readonly files: string
  readonly times?: TableTimes
}

/** A provider of three games, which knows its operator only by the protocol. */
export function openStudio({ folder, walletUrl, origin, home, files, times }: StudioOptions) {
  const keys = openKeys(folder)
  const sessions = openSessions(folder)
  const transactions = openTransactions(folder)
  const wallet = createWallet({ url: walletUrl, key: keys.own })
  const cashier = openCashier(transactions, wallet)
  const random = (below: number) => randomInt(below)
  const table = openLiveTable(random, times)
  const app = new Hono()
  // A proxy may show its pages to everybody.
  app.use(bodyLimit({ maxSize: MOST_BYTES }))
  app.route('/', operatorCalls({ keys, sessions, transactions, origin, home }))
  app.route('/', frameCalls({ sessions, bankOf: createBanks(cashier, wallet), table, random, files }))
  return {
    fetch: app.fetch,
    cashier,
    transactions,
    close() {
      table.stop()
      cashier.stop()
      sessions.close()
      transactions.close()
    },
  }
}
