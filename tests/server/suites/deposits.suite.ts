import type { Refusal } from '#server/base/refusal.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { LeaseLostError } from '#server/deposits/chain-lease.ts'
import { openDepositChain } from '#server/deposits/deposit-chain.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { readConfig } from '#server/config/config.ts'
import { setLimit } from '#server/responsible-play/play-limits.ts'
import { createRates } from '#server/rates/rates.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { recordTransfers } from '#server/deposits/record-transfers.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { openDepositWorld, PRACTICE_USDT, runRound, USDT } from '../../support/deposit-world.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import { someAddress } from '../../support/tron-grid.ts'
import type { TestBackend } from './test-backend.ts'

const SOL = 'sol-solana'
/** The amount for 1 USDT at the practice rates, 434.78 USDT a SOL with 8 decimals. */
const SOL_FOR_ONE = 230_001n

export function depositsSuite(backend: TestBackend): void {
  describe('a deposit by address', () => {
    let db: Database
    let world: Awaited<ReturnType<typeof openDepositWorld>>
    let player: number
    let other: number

    beforeAll(async () => {
      db = await backend.fresh()
      world = await openDepositWorld(db)
    })
    beforeEach(async () => {
      ;[player = 0, other = 0] = await openLedgerPlayers(db, 2)
    })

    const received = async (coin = SOL, of = player) =>
      (await balancesOf(db, of)).find((line) => line.coin === coin)?.available ?? 0n
    const statuses = async (of = player) => (await world.depositsOf(of)).map(({ status }) => status)
    /** Lets sent transfers become final. */
    const settle = async () => {
      world.pass(25)
      await world.round()
    }
    const count = async (table: 'deposit' | 'ledger_transaction') => {
      const { n } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }

    it('is credited as the final block says, even if an earlier block said otherwise', async () => {
      const to = await world.addressOf(player)
      const network = TRON_NETWORKS.practice
      const tell = (amount: bigint, block: number, isFinal: boolean) =>
        db.transaction().execute((trx) =>
          recordTransfers(
            trx,
            { network },
            [
              {
                txId: 'c0'.repeat(32),
                logIndex: 0,
                contract: network.usdtContract,
                from: someAddress(),
                to,
                amount,
                block,
                at: world.time.now,
              },
            ],
            { isFinal, now: world.time.now },
          ),
        )
      await tell(100_000n * USDT, 1, false)
      expect((await world.depositsOf(player))[0]?.paid?.amount).toBe('100000')
      await tell(2n * USDT, 2, true)
      await settle()
      expect(await received()).toBe(2n * SOL_FOR_ONE)
      expect((await world.depositsOf(player)).map(({ paid }) => paid?.amount)).toEqual(['2'])
      // From here on the chain has it, because the tests below compare the books.
      await sql`insert into practice_transfer (chain, tx_id, log_index, contract, sender, recipient, amount, block, block_at)
        select chain, tx_id, log_index, contract, sender, recipient, amount, block, block_at from deposit`.execute(
        db,
      )
    })

    it('is credited unchanged when the player keeps the coin', async () => {
      await world.send(await world.addressOf(player, 'usdt-tron'), 40n * USDT)
      await settle()
      expect(await received('usdt-tron')).toBe(40n * USDT)
      expect(await world.depositsOf(player)).toMatchObject([
        { paid: { coin: 'usdt-tron', amount: '40' }, credited: { coin: 'usdt-tron', amount: '40' } },
      ])
      expect(await faultsOf(db)).toEqual([])
    })

    describe('the address', () => {
      it('is the same for each player, however often and at once it is requested', async () => {
        const asked = await Promise.all([1, 2, 3, 4].map(() => world.addressOf(player)))
        expect(new Set(asked).size).toBe(1)
        expect(await world.addressOf(other)).not.toBe(asked[0])
        expect(await world.addressOf(player, 'bonk-solana')).toBe(asked[0])
      })

      it('has an index that is never skipped or reused, even after a rollback', async () => {
        const players = await openLedgerPlayers(db, 5)
        await Promise.all(players.map((uid) => world.addressOf(uid)))
        const rows = await db.selectFrom('deposit_address').select('derivation_index').execute()
        const indexes = rows.map((row) => row.derivation_index).sort((a, b) => a - b)
        expect(indexes).toEqual(indexes.map((_, index) => index))
        await expect(db.deleteFrom('deposit_address').execute()).rejects.toThrow(/append-only/)
        await expect(db.updateTable('deposit_key').set({ next_index: 0 }).execute()).rejects.toThrow(
          /append-only/,
        )
        await expect(
          db
            .updateTable('deposit_address')
            .set({ address: someAddress() })
            .where('account_id', '=', players[0] ?? 0)
            .execute(),
        ).rejects.toThrow(/append-only/)
      })

      it('is refused for a coin that cannot be received, during a break, and when the limit is used up', async () => {
        const code = (uid: number, coin = SOL) =>
          world.addressOf(uid, coin).catch((error: unknown) => (error as Refusal).code)
        expect(await code(player, 'usdt-ethereum')).toBe('bad_request')
        expect(await code(player, 'gold-earth')).toBe('bad_request')
        await setLimit(db, player, { kind: 'deposit', period: 'week' }, 50n, world.time.now)
        expect(await code(player)).toBe('limit_reached')
        const until = new Date(world.time.now + 60_000)
        await db
          .insertInto('play_break')
          .values({ account_id: other, kind: 'time-out', started_at: new Date(world.time.now), until })
          .execute()
        expect(await code(other)).toBe('break_active')
      })
    })

    it('is shown while it is confirmed, and credited once, in the coin and at the rate of that moment', async () => {
      const address = await world.addressOf(player)
      const txId = await world.send(address, 25n * USDT)
      world.pass(2)
      await world.round()
      expect(await world.depositsOf(player)).toMatchObject([
        {
          status: 'confirming',
          confirmations: 1,
          paid: { coin: 'usdt-tron', amount: '25' },
          credited: null,
          txId,
        },
      ])
      world.pass(17)
      await world.round()
      expect(await world.depositsOf(player)).toMatchObject([{ status: 'confirming', confirmations: 18 }])
      expect(await received()).toBe(0n)
      world.pass(1)
      await world.round()
      const [deposit] = await world.depositsOf(player)
      expect(deposit).toMatchObject({
        status: 'credited',
        confirmations: 19,
        credited: { coin: SOL, amount: '0.05750034', priceUsd: '434.78' },
        isOverLimit: false,
      })
      expect(await received()).toBe(5_750_034n)
      for (let i = 0; i < 3; i++) await settle()
      expect(await received()).toBe(5_750_034n)
      expect(await faultsOf(db)).toEqual([])
    })

    it('is credited for each transfer of a transaction, to one player and to others', async () => {
      const [mine, theirs] = [await world.addressOf(player), await world.addressOf(other, 'bonk-solana')]
      const from = someAddress()
      const one = { contract: PRACTICE_USDT, from, amount: USDT }
      await world.practice.send([
        { ...one, to: mine },
        { ...one, to: someAddress() },
        { ...one, to: theirs },
        { ...one, to: mine },
      ])
      await settle()
      expect(await statuses()).toEqual(['credited', 'credited'])
      expect(await received()).toBe(2n * SOL_FOR_ONE)
      expect(await received('bonk-solana', other)).toBe(40_000n * 100_000n)
    })

    it('is credited when it comes from a contract or from the address itself, and when it comes late', async () => {
      const address = await world.addressOf(player)
      await world.practice.send([{ contract: PRACTICE_USDT, from: PRACTICE_USDT, to: address, amount: USDT }])
      await settle()
      world.pass(100 * 24 * 3_600)
      await world.send(address, USDT)
      await settle()
      expect(await statuses()).toEqual(['credited', 'credited'])
    })

    it('is credited when it was paid before the node first answered', async () => {
      await sql`delete from chain_watch`.execute(db)
      const address = await world.addressOf(player)
      const finalHead = () => Promise.reject(new Error('The node does not answer'))
      const chain = { ...world.chain, source: { ...world.chain.source, finalHead } }
      await expect(runRound(db, chain, world.time.now, { leaseMs: -1 })).rejects.toThrow('does not answer')
      await world.send(address, USDT)
      world.pass(2 * 24 * 3_600)
      await world.round()
      expect(await statuses()).toEqual(['credited'])
    })

    it('raises an alarm when the list of an address cannot be read, but not when the database goes away', async () => {
      await world.addressOf(player)
      await sql`update chain_watch set holder = null`.execute(db)
      const logged: unknown[] = []
      const logger = { error: (fields: object) => void logged.push(fields), warn() {} } as never
      const round = (error: Error) => {
        const received = () => Promise.reject(error)
        const chain = { ...world.chain, source: { ...world.chain.source, received } }
        return runRound(db, chain, world.time.now, { leaseMs: -1, logger })
      }
      await expect(round(new Error('Connection terminated unexpectedly'))).rejects.toThrow('terminated')
      expect(logged).toEqual([])
      await round(new Error('no list'))
      expect(logged).toMatchObject([{ alarm: 'deposit' }])
      await sql`update chain_watch set holder = null`.execute(db)
    })

    it('is shown but not credited below the minimum', async () => {
      const address = await world.addressOf(player)
      await world.send(address, USDT - 1n)
      await settle()
      expect(await world.depositsOf(player)).toMatchObject([
        { status: 'below_minimum', paid: { amount: '0.999999' }, credited: null },
      ])
      expect(await received()).toBe(0n)
    })

    it('is ignored when it is empty, dust or for somebody else', async () => {
      const address = await world.addressOf(player)
      await world.send(address, 0n)
      await world.send(address, 9_999n)
      await world.send(someAddress(), USDT)
      await settle()
      expect(await statuses()).toEqual([])
    })

    it('is listed only within limits, so that dust, small amounts and worthless tokens cannot flood the list', async () => {
      const address = await world.addressOf(player)
      const fake = someAddress()
      for (let i = 0; i < 30; i++) {
        await world.send(address, 1n)
        await world.send(address, 20_000n)
        await world.send(address, 10n ** 24n, fake)
      }
      await settle()
      await settle()
      expect((await statuses()).length).toBe(5)
      world.pass(24 * 3_600)
      await world.send(address, 20_000n)
      await settle()
      expect((await statuses()).length).toBe(6)
    })

    it('is USDT only by its contract; another token is reported but not credited', async () => {
      const address = await world.addressOf(player)
      const fake = someAddress()
      await world.send(address, 1_000n * USDT, fake)
      for (let i = 0; i < 3; i++) {
        world.pass(70)
        await world.round()
      }
      expect(await world.depositsOf(player)).toMatchObject([
        { status: 'wrong_token', contract: fake, paid: null, credited: null },
      ])
      expect(await balancesOf(db, player)).toEqual([])
    })

    it('is held for the operator when the account was closed before', async () => {
      const address = await world.addressOf(player)
      await world.send(address, USDT)
      world.pass(2)
      await world.round()
      await db
        .updateTable('account')
        .set({ closed_at: new Date(world.time.now) })
        .where('id', '=', player)
        .execute()
      await settle()
      await world.send(address, USDT)
      await settle()
      expect(await statuses()).toEqual(['account_closed', 'account_closed'])
      expect(await balancesOf(db, player)).toEqual([])
    })

    it('is credited, counted and marked when it exceeds a limit', async () => {
      const address = await world.addressOf(player)
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 1_000n, world.time.now)
      await world.send(address, 8n * USDT)
      await settle()
      await world.send(address, 8n * USDT)
      await settle()
      expect((await world.depositsOf(player)).map(({ isOverLimit }) => isOverLimit)).toEqual([false, true])
      await expect(world.addressOf(player)).rejects.toThrow(/exceeds the deposit limit/)
      world.pass(25 * 3_600)
      expect(await world.addressOf(player)).toBe(address)
    })

    it('waits for a fresh price, and is credited in its own coin when none comes for long', async () => {
      const address = await world.addressOf(player)
      await world.send(address, USDT)
      const rates = createRates({ clock: () => world.time.now, maxAgeMs: 60_000 })
      world.pass(25)
      await world.round({ rates })
      expect(await statuses()).toEqual(['confirming'])
      world.pass(20 * 60)
      await world.round({ rates })
      expect(await world.depositsOf(player)).toMatchObject([
        { status: 'credited', credited: { coin: 'usdt-tron', amount: '1' } },
      ])
      expect(await received('usdt-tron')).toBe(USDT)
    })

    it('runs the attached work in the transaction that credits it', async () => {
      const address = await world.addressOf(player)
      await world.send(address, 3n * USDT)
      world.pass(25)
      const failing = world.round({ onCredited: () => Promise.reject(new Error('no bonus')) })
      await expect(failing).rejects.toThrow('no bonus')
      expect(await received()).toBe(0n)
      const told: unknown[] = []
      await world.round({ onCredited: async (_, deposit) => void told.push(deposit) })
      expect(told).toMatchObject([{ player, coin: SOL, amount: 690_004n, usdCents: 300n }])
    })

    it('is credited exactly once after a kill between any two statements', async () => {
      const [mine, theirs] = [await world.addressOf(player), await world.addressOf(other)]
      await world.send(mine, USDT)
      await world.send(theirs, 2n * USDT)
      await world.send(mine, 20_000n)
      world.pass(2)
      let crashes = 0
      const holder = randomUUID()
      const survives = async (statements: number) => {
        try {
          // Each life of the watcher continues from what the previous one left.
          await sql`update chain_watch set holder = null`.execute(db)
          await runRound(crashAfter(db, statements), { ...world.chain }, world.time.now, { holder })
          return true
        } catch (error) {
          if (!(error instanceof CrashError)) throw error
          crashes += 1
          return false
        }
      }
      for (let statements = 0; !(await survives(statements)); statements++);
      world.pass(25)
      for (let statements = 0; !(await survives(statements)); statements++);
      expect(crashes).toBeGreaterThan(25)
      expect(await statuses()).toEqual(['credited', 'below_minimum'])
      expect(await statuses(other)).toEqual(['credited'])
      expect(await received()).toBe(SOL_FOR_ONE)
      expect(await received(SOL, other)).toBe(460_002n)
      expect(await faultsOf(db)).toEqual([])
    })

    it('is watched by one process at a time, and a process without the lease cannot write', async () => {
      const address = await world.addressOf(player)
      await sql`update chain_watch set holder = null`.execute(db)
      const another = await backend.openAnother()
      const chain = await openDepositChain(
        another,
        readConfig({ PRACTICE_BLOCK_MS: '1000' }).tron,
        world.clock,
      )
      expect(await world.round()).toBe(true)
      expect(await runRound(another, chain, world.time.now)).toBe(false)
      await world.send(address, USDT)
      world.pass(25)
      // Slow, so that its lease expires while it reads the chain.
      const slow = {
        ...world.chain,
        source: {
          ...world.chain.source,
          finalHead: async () => {
            expect(await runRound(another, chain, world.time.now)).toBe(true)
            return world.chain.source.finalHead()
          },
        },
      }
      await sql`update chain_watch set holder = null`.execute(db)
      await expect(runRound(db, slow, world.time.now, { leaseMs: -1 })).rejects.toThrow(LeaseLostError)
      expect(await received()).toBe(SOL_FOR_ONE)
      await sql`update chain_watch set holder = null`.execute(db)
    })

    it('is credited once when two processes do it at once', async () => {
      const address = await world.addressOf(player)
      for (let i = 0; i < 5; i++) await world.send(address, USDT)
      world.pass(25)
      const before = await count('ledger_transaction')
      const another = await backend.openAnother()
      const race = (on: Database) => runRound(on, world.chain, world.time.now, { leaseMs: -1 })
      await Promise.allSettled([race(db), race(another), race(db)])
      await sql`update chain_watch set holder = null`.execute(db)
      await world.round()
      expect(await received()).toBe(5n * SOL_FOR_ONE)
      expect(await count('ledger_transaction')).toBe(before + 5)
    })

    it('is credited to others when one player already has the maximum of the coin', async () => {
      const to = await world.addressOf(player, 'bonk-solana')
      const most = 2n ** 63n - 1n
      await giveMoney(db, { player, coin: 'bonk-solana', amount: most }, world.time.now)
      await world.send(to, USDT)
      await world.send(await world.addressOf(other, 'bonk-solana'), USDT)
      await settle()
      expect(await statuses()).toEqual(['too_large'])
      expect(await received('bonk-solana')).toBe(most)
      expect([await statuses(other), await received('bonk-solana', other)]).toEqual([
        ['credited'],
        40_000n * 100_000n,
      ])
      expect(await faultsOf(db)).toEqual([])
    })

    it('is held for the operator when no account can hold it, with one alarm, and delays no other', async () => {
      const logged: unknown[] = []
      const logger = {
        error: (fields: object, text: string) => void logged.push({ ...fields, text }),
      } as never
      const to = await world.addressOf(player)
      for (const amount of [2n ** 63n - 1n, 2n ** 63n, 2n ** 256n - 1n]) await world.send(to, amount)
      await world.send(to, USDT)
      world.pass(25)
      for (let i = 0; i < 3; i++) await world.round({ logger })
      expect(await statuses()).toEqual(['credited', 'too_large', 'too_large', 'credited'])
      expect(logged).toMatchObject([{ alarm: 'deposit' }, { alarm: 'deposit' }])
      expect(await faultsOf(db)).toEqual([])
    })

    it('keeps its count of blocks when the length of blocks changes', async () => {
      const before = await world.practice.head()
      const slower = await openDepositChain(db, readConfig({ PRACTICE_BLOCK_MS: '60000' }).tron, world.clock)
      expect((await slower.source.head()).block).toBe(before.block)
      world.pass(60)
      expect((await slower.source.head()).block).toBe(before.block + 1)
      await openDepositChain(db, readConfig({ PRACTICE_BLOCK_MS: '1000' }).tron, world.clock)
      world.pass(1)
      expect((await world.practice.head()).block).toBe(before.block + 2)
    })

    it('is compared with the ledger by player, coin, amount and credit', async () => {
      await world.send(await world.addressOf(player), USDT)
      await world.send(await world.addressOf(other), USDT / 2n)
      await settle()
      const [{ id, txId } = { id: '0', txId: '' }] = await world.depositsOf(player)
      const [small] = await world.depositsOf(other)
      expect(await faultsOf(db)).toEqual([])
      const unposted = `deposit_unposted deposit ${id} of 1000000 usdt-tron in ${txId}: not posted as `
      const credited = `status = 'credited', credited_amount = 500000, usd_cents = 50`
      for (const [of, change, back, fault] of [
        [id, 'credited_amount = credited_amount + 1', 'credited_amount = credited_amount - 1', unposted],
        [id, `account_id = ${other}`, `account_id = ${player}`, unposted],
        [id, `receive_coin = 'wif-solana'`, `receive_coin = '${SOL}'`, unposted],
        [id, 'amount = amount + 1', 'amount = amount - 1', `deposit_unposted deposit ${id} of 1000001`],
        [id, 'log_index = 7', 'log_index = 0', unposted],
        [
          small?.id,
          credited,
          `status = 'below_minimum', credited_amount = null, usd_cents = null`,
          'deposit_unposted',
        ],
      ] as const) {
        const set = (values: string) =>
          sql`update deposit set ${sql.raw(values)} where id = ${of}`.execute(db)
        await set(change)
        const faults = await faultsOf(db)
        expect(`${faults[0]?.kind} ${faults[0]?.where}`, change).toContain(fault)
        await set(back)
        expect(await faultsOf(db), back).toEqual([])
      }
      await sql`update deposit set status = 'dropped', credited_amount = null, usd_cents = null where id = ${id}`.execute(
        db,
      )
      const [lost, ...more] = await faultsOf(db)
      expect([lost?.kind, more.map(({ kind }) => kind)]).toEqual([
        'transfer_unknown',
        ['chain_deposit_missing'],
      ])
      expect(lost?.where).toContain(txId)
    })

    it('is refused by the database when it is invalid', async () => {
      const address = await world.addressOf(player)
      await world.send(address, USDT)
      await settle()
      const [{ id } = { id: '0' }] = await world.depositsOf(player)
      const change = (set: object) => db.updateTable('deposit').set(set).where('id', '=', id).execute()
      await expect(change({ status: 'confirming' })).rejects.toThrow(/check constraint/)
      await expect(change({ credited_amount: null })).rejects.toThrow(/check constraint/)
      await expect(change({ log_index: null })).rejects.toThrow(/check constraint/)
      await expect(change({ recipient: someAddress() })).rejects.toThrow(/foreign key/)
    })
  })
}
