import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { faultsOf } from '../support/books.ts'
import { createLogger } from '#server/base/logger.ts'
import { startPooledPostgres, type PooledPostgres } from '../support/pgbouncer.ts'
import { openWithdrawalWorld, type WithdrawalWorld } from '../support/withdrawal-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEY = '5a'.repeat(32)
const PAYMENTS = 12

/** Runs the signer from source; `npm run signer` runs the build. */
function startSigner(env: Record<string, string>, ...args: string[]): ChildProcess & { log: () => string } {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/signer/main.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)))
  return Object.assign(child, { log: () => log })
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** A process takes seconds to start on a busy machine, and one test starts four. */
const STARTS_MS = 120_000

describe('the signer as a separate process', { timeout: STARTS_MS }, () => {
  let postgres: PooledPostgres
  let database: OpenDatabase
  let world: WithdrawalWorld
  let dataDir: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'koi-signer-'))
    postgres = await startPooledPostgres()
    database = await openDatabase({ databaseUrl: postgres.url, dataDir }, createLogger('silent'))
    await migrate(database.db, seed)
    world = await openWithdrawalWorld(database.db)
    world.players.time.now = Date.now()
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const env = () => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SIGNER_KEY: KEY,
    PRACTICE_BLOCK_MS: '20',
  })

  it('pays each withdrawal exactly once, although it is killed again and again', async () => {
    const player = await world.richPlayer()
    const paid: string[] = []
    for (let n = 0; n < PAYMENTS; n++) {
      const address = world.someAddress()
      await world.db.deleteFrom('rate_limit').execute()
      await world.ask(player, { amount: '5', address })
      paid.push(address)
    }
    const count = async (table: 'withdrawal_transaction' | 'practice_transfer') => {
      const query = world.db.selectFrom(table).select(({ fn }) => fn.countAll<string>().as('n'))
      return Number((await query.executeTakeFirstOrThrow()).n)
    }
    const open = async () =>
      (await world.db.selectFrom('withdrawal').select('id').where('settled_at', 'is', null).execute()).length
    for (const [table, kills] of [
      ['withdrawal_transaction', 2],
      ['practice_transfer', 5],
      ['withdrawal_transaction', 9],
    ] as const) {
      const signer = startSigner(env())
      while ((await count(table)) < kills && signer.exitCode === null) await sleep(2)
      signer.kill('SIGKILL')
      await ended(signer)
      expect(signer.log()).toMatch(/^Koi signs withdrawals on tron-practice from T\w{33}/)
      // The lease of the killed process lasts half a minute more.
      await world.db
        .updateTable('signer')
        .set({ held_until: new Date(0) })
        .execute()
    }
    const last = startSigner(env())
    await expect.poll(open, { timeout: 30_000 }).toBe(0)
    last.kill('SIGTERM')
    expect(await ended(last)).toBe(0)
    expect(await Promise.all(paid.map((address) => world.paidTo(address)))).toEqual(
      Array(PAYMENTS).fill([4n]),
    )
    expect(await world.held(player)).toEqual({ available: 1_000n - BigInt(PAYMENTS) * 5n, pending: 0n })
    expect(await faultsOf(world.db)).toEqual([])
  }, 60_000)

  it('lists withdrawals that wait for a person, who approves or refuses them', async () => {
    const player = await world.richPlayer(50_000n)
    await world.db.deleteFrom('rate_limit').execute()
    const { id } = (await world.ask(player, { amount: '6000' })).data
    await world.db.deleteFrom('signer').execute()
    await world.round()
    const review = startSigner(env(), 'review')
    expect(await ended(review)).toBe(0)
    expect(review.log()).toContain(`${id}  5999 USDT on tron-practice to T`)
    const refused = startSigner(env(), 'refuse', id)
    expect(await ended(refused)).toBe(0)
    expect(refused.log()).toContain(`Withdrawal ${id} is refused`)
    const unknown = startSigner(env(), 'recover')
    expect(await ended(unknown)).toBe(0)
    expect(unknown.log()).toMatch(
      /^tron-practice: a practice chain lies in the database and goes back with it/,
    )
    const again = startSigner(env(), 'approve', id)
    expect(await ended(again)).toBe(1)
    expect(again.log()).toMatch(/^No withdrawal \d+ waits for review/)
  })

  it('refuses a database of the other kind of money', async () => {
    const other = { chain: 'tron', final_until: new Date(0), seen_until: new Date(0) }
    await world.db.insertInto('chain_watch').values(other).execute()
    const signer = startSigner(env())
    expect(await ended(signer)).toBe(1)
    expect(signer.log()).toMatch(
      /^PostgreSQL at \S+ has been used with real money, and this start is with practice money: set KOI_MODE and /,
    )
    await world.db.deleteFrom('chain_watch').where('chain', '=', 'tron').execute()
  })

  it("refuses to start when its clock is 200 days ahead of the database's", async () => {
    const ahead = 'data:text/javascript,const{now}=Date;Date.now=()=>now()+200*864e5'
    const signer = startSigner({ ...env(), NODE_OPTIONS: `--import=${ahead}` })
    expect(await ended(signer)).toBe(1)
    expect(signer.log()).toMatch(
      /^The clock of this machine is 172\d{5} s ahead of the database's: set the wrong /,
    )
  })

  it('creates neither a database nor a key', async () => {
    const nowhere = join(dataDir, 'nowhere')
    const review = startSigner({ DATA_DIR: nowhere }, 'review')
    expect(await ended(review)).toBe(1)
    expect(review.log()).toBe(
      `There is no database in ${nowhere}: set DATA_DIR or DATABASE_URL as the server has them.\n`,
    )
    expect(existsSync(nowhere)).toBe(false)
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'a key and an address of its database in live mode',
      { KOI_MODE: 'live' },
      'The signer needs DATABASE_URL and SIGNER_KEY_FILE (or SIGNER_KEY) and KOI_SECRET_KEY and TRONGRID_API_KEY in live mode.\n',
    ],
    [
      'a key that can be read',
      { DATABASE_URL: 'postgres://127.0.0.1:1/koi', SIGNER_KEY_FILE: '/nowhere/key' },
      'The signer’s key cannot be read from /nowhere/key (ENOENT): correct SIGNER_KEY_FILE.\n',
    ],
    [
      'one key, not two',
      { DATABASE_URL: 'postgres://127.0.0.1:1/koi', SIGNER_KEY: KEY, SIGNER_KEY_FILE: '/nowhere/key' },
      'SIGNER_KEY and SIGNER_KEY_FILE are both set: set one of them.\n',
    ],
    [
      'a database that several processes can open',
      { SIGNER_KEY: KEY },
      'With practice money in a data directory the server signs itself: set DATABASE_URL to sign apart from it.\n',
    ],
  ])('needs %s, and says so in a sentence', async (_, set, sentence) => {
    const signer = startSigner(set)
    expect(await ended(signer)).toBe(1)
    expect(signer.log()).toBe(sentence)
  })
})
