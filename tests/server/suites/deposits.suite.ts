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
/** What 1 USDT buys at the practice rates, 434.78 USDT a SOL with 8 decimals. */
const SOL_FOR_ONE = 230_001n

export function depositsSuite(backend: TestBackend): void {
  describe('deposits by address', () => {
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
    /** Long enough for what was sent to be final. */
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

    it('credits what the final block says, whatever the one before it said of the same event', async () => {
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
      // From here on the chain has it, as the books of the tests below will say.
      await sql`insert into practice_transfer (chain, tx_id, log_index, contract, sender, recipient, amount, block, block_at)
        select chain, tx_id, log_index, contract, sender, recipient, amount, block, block_at from deposit`.execute(
        db,
      )
    })

    it('credits what was sent as it is, where the player keeps it', async () => {
      await world.send(await world.addressOf(player, 'usdt-tron'), 40n * USDT)
      await settle()
      expect(await received('usdt-tron')).toBe(40n * USDT)
      expect(await world.depositsOf(player)).toMatchObject([
        { paid: { coin: 'usdt-tron', amount: '40' }, credited: { coin: 'usdt-tron', amount: '40' } },
      ])
      expect(await faultsOf(db)).toEqual([])
    })

    describe('addresses', () => {
      it('has one for each player, however often and at once it is asked for', async () => {
        const asked = await Promise.all([1, 2, 3, 4].map(() => world.addressOf(player)))
        expect(new Set(asked).size).toBe(1)
        expect(await world.addressOf(other)).not.toBe(asked[0])
        expect(await world.addressOf(player, 'bonk-solana')).toBe(asked[0])
      })

      it('gives every index out once and leaves none out, and nothing undoes that', async () => {
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

      it('is refused for a coin that cannot be received, in a break, and when a limit leaves no room', async () => {
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

    it('shows a transfer while it is confirmed, and credits it once, in the coin and at the rate of that moment', async () => {
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

    it('credits several transfers of one transaction, to one player and to others', async () => {
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

    it('credits what comes from a contract or to itself, and what comes late', async () => {
      const address = await world.addressOf(player)
      await world.practice.send([{ contract: PRACTICE_USDT, from: PRACTICE_USDT, to: address, amount: USDT }])
      await settle()
      world.pass(100 * 24 * 3_600)
      await world.send(address, USDT)
      await settle()
      expect(await statuses()).toEqual(['credited', 'credited'])
    })

    it('credits what was paid before the node answered for the first time', async () => {
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

    it('never credits less than the minimum, and says so', async () => {
      const address = await world.addressOf(player)
      await world.send(address, USDT - 1n)
      await settle()
      expect(await world.depositsOf(player)).toMatchObject([
        { status: 'below_minimum', paid: { amount: '0.999999' }, credited: null },
      ])
      expect(await received()).toBe(0n)
    })

    it('ignores nothing, dust and what belongs to somebody else', async () => {
      const address = await world.addressOf(player)
      await world.send(address, 0n)
      await world.send(address, 9_999n)
      await world.send(someAddress(), USDT)
      await settle()
      expect(await statuses()).toEqual([])
    })

    it('is flooded neither by dust nor by small amounts nor by tokens of no value', async () => {
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

    it('knows USDT by its contract, and tells of another token without crediting it', async () => {
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

    it('keeps what comes after the account was closed for the operator', async () => {
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

    it('credits, counts and marks what goes above a limit', async () => {
      const address = await world.addressOf(player)
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 1_000n, world.time.now)
      await world.send(address, 8n * USDT)
      await settle()
      await world.send(address, 8n * USDT)
      await settle()
      expect((await world.depositsOf(player)).map(({ isOverLimit }) => isOverLimit)).toEqual([false, true])
      await expect(world.addressOf(player)).rejects.toThrow(/above the deposit limit/)
      world.pass(25 * 3_600)
      expect(await world.addressOf(player)).toBe(address)
    })

    it('waits for a fresh price, and credits what came when there is none for long', async () => {
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

    it('does what belongs to a deposit in the transaction that credits it', async () => {
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

    it('goes on after a kill between any two of its statements, and credits exactly once', async () => {
      const [mine, theirs] = [await world.addressOf(player), await world.addressOf(other)]
      await world.send(mine, USDT)
      await world.send(theirs, 2n * USDT)
      await world.send(mine, 20_000n)
      world.pass(2)
      let crashes = 0
      const holder = randomUUID()
      const survives = async (statements: number) => {
        try {
          // Each life of the watcher is one that comes back to what the one before left.
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

    it('is watched by one process at a time, and one that lost the right writes nothing', async () => {
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
      // Slow, so that its time runs out while it reads the chain.
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

    it('credits once when two processes do it at once', async () => {
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

    it('credits others when one player holds as much of the coin as there can be', async () => {
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

    it('holds what no account can hold for the operator, tells of it once, and goes on', async () => {
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

    it('goes on counting blocks when their length is changed', async () => {
      const before = await world.practice.head()
      const slower = await openDepositChain(db, readConfig({ PRACTICE_BLOCK_MS: '60000' }).tron, world.clock)
      expect((await slower.source.head()).block).toBe(before.block)
      world.pass(60)
      expect((await slower.source.head()).block).toBe(before.block + 1)
      await openDepositChain(db, readConfig({ PRACTICE_BLOCK_MS: '1000' }).tron, world.clock)
      world.pass(1)
      expect((await world.practice.head()).block).toBe(before.block + 2)
    })

    it('is looked for in the ledger as it is listed: player, coin, amount, and that it was credited', async () => {
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

    it('refuses in the database what no deposit is', async () => {
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
