import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { playRound, grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { printSpread } from '#server/ledger/spread.command.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import { createLogger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { openDepositWorld, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { registerBet } from '../support/register-bet.ts'
import { fillDataDir } from '../support/pglite.ts'

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

it('reconciles a data directory, tells how to spread it, says when a server has it, and names what is wrong', async () => {
  await expect(run()).rejects.toThrow(/^There is no database in .*: set DATA_DIR or DATABASE_URL/)

  await fillDataDir(dataDir)
  const server = await openDatabase(target, createLogger('silent'))
  await migrate(server.db, seed)
  const [player = 0, leaving = 0] = await openLedgerPlayers(server.db, 2)
  const money = { player, coin: COIN, amount: 1_000_000_000n }
  await postTransaction(server.db, grantPracticeMoney(money), 0)
  const bet = { ...money, amount: 100n, payout: 30n, bet: '1', game: 'dice' }
  await server.db.transaction().execute(async (trx) => {
    await registerBet(trx, { ...bet, at: 0 })
    await postTransaction(trx, playRound(bet), 0)
  })
  await expect(run()).rejects.toThrow(StartupError)
  await expect(run()).rejects.toThrow(/is in use by another Koi/)
  await server.close()

  const commands: string[] = []
  await printSpread(target, 2, (line) => commands.push(line))
  expect(commands).toContain(
    `select create_distributed_table('ledger_account', 'bucket', colocate_with => 'auto_play');`,
  )

  const sound = await run()
  expect(sound.isSound).toBe(true)
  expect(sound.lines.slice(0, 3)).toEqual([
    'coin       postings  sum    players       house',
    'usdt-tron         6    0  999999930  -999999930',
    'Compared:',
  ])
  // Each with its count, and nothing that is not there to be compared.
  for (const line of [
    '  1 coins: postings and balances of each sum to zero',
    '  2 transactions: kind, moves, player, key, and fingerprint made again of the postings',
    '  1 grants of practice money: amount and coin with what is given; none where money is real',
    '  0 credited deposits: with postings, player, stored prices, worth and moment',
  ]) {
    expect(sound.lines).toContain(line)
  }
  expect(sound.lines.slice(-3)).toEqual([
    'Not compared:',
    '  1 bets: outcomes were not drawn again from their seeds, nor signatures of receipts checked: `npm run verify` does that',
    'The books agree in all that was compared.',
  ])

  const again = await openDatabase(target, createLogger('silent'))
  const world = await openDepositWorld(again.db)
  const txId = await world.send(await world.addressOf(player), USDT)
  world.pass(25)
  await world.round()
  const late = await world.addressOf(leaving)
  await again.db
    .updateTable('account')
    .set({ closed_at: new Date(world.time.now) })
    .where('id', '=', leaving)
    .execute()
  await world.send(late, 3n * USDT)
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
    new RegExp(
      `DIFFERS: deposit 1 of 1000000 usdt-tron from T\\w{33} to T\\w{33} is not on tron-practice in ${txId}`,
    ),
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
      'The books do NOT agree in what was compared:',
      `  coin_unbalanced: ${COIN}: postings sum to 0, balances to -999999925, instead of 0`,
      `  balance_differs: available ${COIN} of player ${player}: balance 5, postings 999999930`,
    ].join('\n'),
  )
})
