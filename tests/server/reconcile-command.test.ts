import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/db/seed.ts'
import { playRound, grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { runReconcile } from '#server/ledger/reconcile.command.ts'
import { createLogger } from '#server/logger.ts'
import { StartupError } from '#server/startup-error.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'

const COIN = 'usdt-tron'
const dataDir = mkdtempSync(join(tmpdir(), 'koi-reconcile-'))
const target = { databaseUrl: null, dataDir }
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function run(): Promise<{ isSound: boolean; lines: string[] }> {
  const lines: string[] = []
  const isSound = await runReconcile(target, (line) => lines.push(line))
  return { isSound, lines }
}

it('reconciles a data directory, says when a server has it, and names what is wrong', async () => {
  await expect(run()).rejects.toThrow(/^There is no database in .*: set DATA_DIR or DATABASE_URL/)

  const server = await openDatabase(target, createLogger('silent'))
  await migrate(server.db, seed)
  const [player = 0] = await openLedgerPlayers(server.db, 1)
  const money = { player, coin: COIN, amount: 1_000n }
  await postTransaction(server.db, grantPracticeMoney(money), 0)
  await postTransaction(
    server.db,
    playRound({ ...money, amount: 100n, payout: 30n, bet: '1', game: 'dice' }),
    0,
  )
  await expect(run()).rejects.toThrow(StartupError)
  await expect(run()).rejects.toThrow(/is in use by another Koi/)
  await server.close()

  expect(await run()).toEqual({
    isSound: true,
    lines: [
      'coin       postings  sum  players  house',
      'usdt-tron         6    0      930   -930',
      '2 transactions, 0 transfers on chains',
      'The ledger adds up: every coin sums to zero, every balance equals its postings, every transfer has one posting.',
    ],
  })

  const { db, close } = await openDatabase(target, createLogger('silent'))
  await sql`alter table ledger_account disable trigger user`.execute(db)
  await sql`update ledger_account set balance = 5 where account_id = ${player}`.execute(db)
  await close()
  const { isSound, lines } = await run()
  expect(isSound).toBe(false)
  expect(lines.slice(-3)).toEqual([
    'The ledger does NOT add up:',
    `  coin_unbalanced: ${COIN}: postings sum to 0, balances to -925, instead of 0`,
    `  balance_differs: available ${COIN} of player ${player}: balance 5, postings 930`,
  ])
})
