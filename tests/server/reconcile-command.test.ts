import { createSecretKey, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { placeBet } from '#contract/play.ts'
import { readConfig } from '#server/config/config.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { migrate } from '#server/db/migrate.ts'
import { printUpdate } from '#server/db/update.command.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { printSpread } from '#server/ledger/spread.command.ts'
import { runDeposits, type DepositsCommand } from '#server/chain-check/deposits.command.ts'
import { runReconcile } from '#server/books/reconcile.command.ts'
import { runReconcileProvider } from '#server/books/reconcile-provider.command.ts'
import { createLogger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { openDepositWorld, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { beginPair } from '../support/seed-pair.ts'
import { createPlayers } from '../support/players.ts'
import { GAME_PARAMS } from '../support/game-params.ts'
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

it(
  'reconciles a data directory, tells how to split the work, says when a server uses it, and names faults',
  { timeout: 120_000 },
  async () => {
    await expect(run()).rejects.toThrow(/^There is no database in .*: set DATA_DIR or DATABASE_URL/)

    await fillDataDir(dataDir)
    const server = await openDatabase(target, createLogger('silent'))
    await migrate(server.db, seed)
    const [player = 0, leaving = 0] = await openLedgerPlayers(server.db, 2)
    const money = { player, coin: COIN, amount: 1_000_000_000n }
    await postTransaction(server.db, grantPracticeMoney(money), 0)
    const players = await createPlayers(server.db, {}, { time: { now: Date.now() } })
    const one = await players.newPlayer()
    await postTransaction(server.db, grantPracticeMoney({ ...money, player: one.uid }), players.time.now)
    await beginPair(one)
    const body = { idempotencyKey: randomUUID(), game: 'dice', coin: COIN, stake: '1' }
    const { params } = GAME_PARAMS.dice
    const { data } = await one.call(placeBet, { body: { ...body, params: { ...params } } })
    if (data.status !== 'settled') throw new Error('The bet is open')
    const paid = BigInt(Math.round(Number(data.bet.payout) * 1_000_000))
    const held = 2_000_000_000n - USDT + paid
    await players.play.close()
    await expect(run()).rejects.toThrow(StartupError)
    await expect(run()).rejects.toThrow(/is in use by another Koi/)
    await server.close()

    const commands: string[] = []
    await printSpread(target, 2, (line) => commands.push(line))
    expect(commands).toContain(
      `select create_distributed_table('ledger_account', 'bucket', colocate_with => 'auto_play');`,
    )

    const update: string[] = []
    expect(await printUpdate(target, (line) => update.push(line))).toBe(true)
    expect(update).toEqual(['The schema is up to date: this release changes nothing.'])

    const sound = await run()
    expect(sound.isSound).toBe(true)
    expect(sound.lines[0]).toMatch(/^coin +postings +sum +players +house$/)
    expect(sound.lines[1]?.split(/ +/)).toEqual([COIN, paid === 0n ? '6' : '8', '0', `${held}`, `${-held}`])
    expect(sound.lines[2]).toBe('Compared:')
    // Each line with its count, and no line for data that does not exist.
    for (const line of [
      '  1 coins: postings and balances of each sum to zero',
      '  3 transactions: kind, moves, player, key, and fingerprint made again of the postings',
      '  2 grants of practice money: amount and coin with what is given; none where money is real',
      '  0 credited deposits: with postings, player, stored prices, worth and moment',
      '  1 receipts: text written again from the bet or open round, signature; result, multiplier and edge by the rules of the game, drawn again from the seeds',
      '  1 keys that sign receipts: each with its private part, which only the house can have sealed',
    ]) {
      expect(sound.lines).toContain(line)
    }
    expect(sound.lines.at(-1)).toBe('The books agree in all that was compared.')
    expect(sound.lines).not.toContain('Not compared:')

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
      chain: 'tron-practice',
      name: 'A chain',
      houseAddresses: [],
      treasuries: [],
      coins: [COIN],
      balanceOf: async () => 0n,
      finalBlock: async () => ({ block: 1, at: 0 }),
      movedBy: async () => [],
    }
    const missing = await run(view)
    expect(missing.isSound).toBe(false)
    expect(missing.lines.join('\n')).toMatch(
      new RegExp(
        `DIFFERS: deposit 1 of 1000000 usdt-tron from T\\w{33} to T\\w{33} is not on tron-practice in ${txId}`,
      ),
    )
    // A deposit to a closed account belongs to nobody, and is reported without any chain.
    expect(missing.lines.join('\n')).toMatch(
      /1 transfers were .*\n {2}\S+: deposit \d+ of 3000000 usdt-tron .*: account_closed/,
    )
    const desk = async (asked: DepositsCommand) => {
      const written: string[] = []
      await runDeposits(target, asked, (line) => void written.push(line))
      return written
    }
    const [count, line, balances] = await desk({ command: 'list' })
    expect([count, balances]).toEqual([
      '1 transfers were credited to nobody.',
      '0 balances of the house are not explained.',
    ])
    const name = /^ {2}(\S+): deposit/.exec(line ?? '')?.[1] ?? ''
    await expect(desk({ command: 'rescan', chain: 'tron', what: txId })).rejects.toThrow(
      /^There is no chain tron: there are tron-practice, /,
    )
    await expect(desk({ command: 'assign', name, player })).rejects.toThrow('Nothing is held')
    expect(await desk({ command: 'close', name, why: 'sent back' })).toEqual(['Closed.'])
    expect(await desk({ command: 'close', name, why: 'sent back' })).toEqual([
      `Nothing open has the name ${name}.`,
    ])
    expect((await desk({ command: 'list' }))[0]).toBe('0 transfers were credited to nobody.')
    const silent = await run({ ...view, movedBy: () => Promise.reject(new Error('asleep')) })
    expect(silent.isSound).toBe(true)
    expect(silent.lines.at(-1)).toMatch(/^ {2}not checked: deposit 1 .*: asleep$/)

    const { db, close } = await openDatabase(target, createLogger('silent'))
    await sql`alter table ledger_account disable trigger user`.execute(db)
    await sql`update ledger_account set balance = 5 where account_id = ${player} and coin = ${COIN}`.execute(
      db,
    )
    await close()
    const { isSound, lines } = await run()
    expect(isSound).toBe(false)
    expect(lines.join('\n')).toContain(
      [
        'The books do NOT agree in what was compared:',
        `  coin_unbalanced: ${COIN}: postings sum to 0, balances to -999999995, instead of 0`,
        `  balance_differs: available ${COIN} of player ${player}: balance 5, postings 1000000000`,
      ].join('\n'),
    )
  },
)

it('names the provider and the day that it cannot compare', async () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  const compare = (provider: string, day?: string) =>
    runReconcileProvider({ ...target, providers: [link] }, { provider, day, now }, () => {})
  const link = {
    provider: 'soft',
    title: 'Soft',
    protocol: 'softswiss',
    url: 'http://127.0.0.1:9',
    operatorId: 'koi',
    ownKey: createSecretKey(Buffer.alloc(32)),
    keys: [],
    currencies: new Map(),
    frameOrigins: [],
  } as const
  await expect(compare('another')).rejects.toThrow('There is no provider another in KOI_CONFIG.')
  await expect(compare('soft', '2026-12-01')).rejects.toThrow('2026-12-01 is no day that has begun.')
  await expect(compare('soft')).rejects.toThrow(/^soft: soft speaks softswiss/)
})
