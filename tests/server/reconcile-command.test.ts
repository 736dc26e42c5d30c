import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/db/seed.ts'
import type { Database } from '#server/db/tables.ts'
import { playRound, grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import { createLogger } from '#server/logger.ts'
import { StartupError } from '#server/startup-error.ts'
import { openDepositWorld, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'

const COIN = 'usdt-tron'
const dataDir = mkdtempSync(join(tmpdir(), 'koi-reconcile-'))
const target = { ...readConfig({}), databaseUrl: null, dataDir }
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function run(view?: ChainView): Promise<{ isSound: boolean; lines: string[] }> {
  const lines: string[] = []
  const onChain = view && { views: [view], last: 10 }
  const isSound = await runReconcile(target, (line) => lines.push(line), onChain)
  return { isSound, lines }
}

async function addressOf(db: Database): Promise<string> {
  return (await db.selectFrom('deposit_address').select('address').executeTakeFirstOrThrow()).address
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
      'Transactions: 2, transfers on chains: 0',
      'The ledger adds up: every coin sums to zero, every balance equals its postings, every transfer has one posting, every deposit, withdrawal and bonus is posted as it is listed.',
    ],
  })

  const again = await openDatabase(target, createLogger('silent'))
  const world = await openDepositWorld(again.db)
  const txId = await world.send(await world.addressOf(player), USDT)
  world.pass(25)
  await world.round()
  await again.db
    .updateTable('account')
    .set({ closed_at: new Date(world.time.now) })
    .where('id', '=', player)
    .execute()
  await world.send(await addressOf(again.db), 3n * USDT)
  world.pass(25)
  await world.round()
  await again.close()
  const view: ChainView = {
    ...{ chain: 'tron-practice', houseAddresses: [], coins: [COIN] },
    balanceOf: async () => 0n,
    movedBy: async () => [],
  }
  const missing = await run(view)
  expect(missing.isSound).toBe(false)
  expect(missing.lines.join('\n')).toMatch(
    new RegExp(`DIFFERS: deposit 1 of 1000000 usdt-tron to T\\w{33} is not on tron-practice in ${txId}`),
  )
  // What came for the closed account is nobody's, and is told of without any chain.
  expect(missing.lines.join('\n')).toMatch(
    /1 transfers were .*\n {2}deposit \d+ of 3000000 usdt-tron .*: account_closed/,
  )
  const silent = await run({ ...view, movedBy: () => Promise.reject(new Error('asleep')) })
  expect(silent.isSound).toBe(true)
  expect(silent.lines.at(-1)).toMatch(/^ {2}not checked: deposit 1 .*: asleep$/)

  const { db, close } = await openDatabase(target, createLogger('silent'))
  await sql`alter table ledger_account disable trigger user`.execute(db)
  await sql`update ledger_account set balance = 5 where account_id = ${player} and coin = ${COIN}`.execute(db)
  await close()
  const { isSound, lines } = await run()
  expect(isSound).toBe(false)
  expect(lines.join('\n')).toContain(
    [
      'The ledger does NOT add up:',
      `  coin_unbalanced: ${COIN}: postings sum to 0, balances to -925, instead of 0`,
      `  balance_differs: available ${COIN} of player ${player}: balance 5, postings 930`,
    ].join('\n'),
  )
})
