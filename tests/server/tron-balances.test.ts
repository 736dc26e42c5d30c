import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { closeArrival } from '#server/chain-check/arrivals-desk.ts'
import { watchArrivals } from '#server/chain-check/arrivals-watch.ts'
import { heldInDepositAddresses } from '#server/chain-check/holdings.ts'
import { list } from '#server/chain-check/deposits.command.ts'
import { joinTron } from '#server/chains/joined-tron.ts'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { openAddress } from '#server/deposits/deposit-addresses.ts'
import type { DepositChain } from '#server/deposits/deposit-chain.ts'
import { seed } from '#server/seed.ts'
import { runRound, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { openPGlite } from '../support/pglite.ts'
import { someAddress, startTronGrid } from '../support/tron-grid.ts'

const XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
const [HALF_AN_HOUR, DAY] = [31, 24 * 60 + 1]

describe('balances of deposit addresses on TronGrid', () => {
  let db: Database
  let grid: Awaited<ReturnType<typeof startTronGrid>>
  let chain: DepositChain
  let player: number
  let address: string
  const holder = randomUUID()

  beforeAll(async () => {
    db = new Kysely<Tables>({ dialect: pgliteDialect(await openPGlite()) })
    await migrate(db, seed)
  })
  afterAll(() => db.destroy())
  beforeEach(async () => {
    grid = await startTronGrid()
    const source = createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 })
    chain = { network: TRON_NETWORKS.mainnet, source, balances: source, practice: null, xpub: XPUB }
    await db.deleteFrom('chain_watch').execute()
    await db.deleteFrom('job').execute()
    // Addresses of earlier tests are not searched again.
    await db
      .updateTable('deposit_address')
      .set({ compared_at: new Date('2100-01-01'), difference: '0', unsettled_since: null })
      .execute()
    ;[player = 0, address = ''] = await open()
    await runRound(db, chain, grid.now(), { holder })
  })
  afterEach(() => grid.stop())

  /** Gives a new player's address, which is no longer on screen. */
  async function open(): Promise<readonly [number, string]> {
    const [uid = 0] = await openLedgerPlayers(db, 1)
    const opened = await openAddress(db, chain, { uid, receives: 'usdt-tron', now: grid.now() })
    await db
      .updateTable('deposit_address')
      .set({ opened_at: new Date(0) })
      .execute()
    return [uid, opened.address]
  }
  /** Runs rounds of the watcher after some minutes of continuous watching. */
  async function look(minutes: number, rounds = 1, on = chain): Promise<void> {
    grid.mine(minutes * 20)
    await db
      .updateTable('chain_watch')
      .set({ checked_at: new Date(grid.now()) })
      .execute()
    for (let i = 0; i < rounds; i++) await runRound(db, on, grid.now(), { holder })
  }
  const stateOf = (of = address) =>
    db
      .selectFrom('deposit_address')
      .select(['difference', 'unsettled_since', 'held_amount'])
      .where('address', '=', of)
      .executeTakeFirstOrThrow()
  const isSettled = async (of = address) => (await stateOf(of)).unsettled_since === null
  const deposits = (uid = player) =>
    db
      .selectFrom('deposit')
      .select(['status', 'amount'])
      .where('account_id', '=', uid)
      .orderBy('id')
      .execute()
  const credited = (...amounts: bigint[]) =>
    amounts.map((amount) => ({ status: 'credited', amount: String(amount) }))
  /** Removes a transfer from the events and from the lists of addresses. */
  function lose(txId: string): () => void {
    const shown = [grid.hide(txId), grid.unlist(txId)]
    return () => shown.forEach((show) => show())
  }
  /** Alarms about addresses of players. */
  async function alarms(): Promise<string[]> {
    await db.deleteFrom('job').execute()
    const told: string[] = []
    const logger = createLogger('info', { write: (line) => void told.push(line) })
    const watch = watchArrivals({
      db,
      clock: grid.now,
      logger,
      chains: ['tron'],
      everyMs: 60_000,
      firstMs: 1,
    })
    await vi.waitFor(() => expect(watch.health()).toHaveLength(1), 10_000)
    await watch.stop()
    return told.flatMap((line) => {
      const [, alarm] = /"alarm":"((?:money|balance)_\w+)"/.exec(line) ?? []
      return alarm === undefined ? [] : [line.includes(address) ? alarm : `${alarm} of another`]
    })
  }
  const callsOf = async (work: () => Promise<unknown>) => {
    const { length } = grid.calls
    await work()
    return grid.calls.slice(length)
  }

  it('raise an alarm for a transfer that the index never tells, until the operator explains it', async () => {
    lose(grid.send({ to: address, amount: 3n * USDT }))
    await look(DAY)
    expect(await stateOf()).toMatchObject({ difference: '3000000', unsettled_since: expect.any(Date) })
    expect(await alarms()).toEqual([])
    await look(HALF_AN_HOUR)
    expect(await alarms()).toEqual(['money_unknown'])
    expect(await deposits()).toEqual([])
    const lines: string[] = []
    await list(db, (line) => void lines.push(line))
    const name = `tron/${address}/usdt-tron`
    expect(lines.join('\n')).toContain(`${name}: 3000000 since 20`)
    const close = (amount = '3000000') =>
      closeArrival(db, { name, amount, why: 'the test has lost it', now: grid.now() })
    await expect(close('1000000')).rejects.toThrow(`${name} is 3000000 by now, not 1000000`)
    expect([await close(), await close()]).toEqual([true, false])
    expect(await alarms()).toEqual([])
    await look(DAY)
    expect(await stateOf()).toMatchObject({ unsettled_since: null, held_amount: '3000000' })
  })

  it('credit a transfer once when a later list tells it', async () => {
    const show = lose(grid.send({ to: address, amount: 3n * USDT }))
    await look(DAY)
    expect(await isSettled()).toBe(false)
    show()
    await look(HALF_AN_HOUR, 3)
    expect([await isSettled(), await deposits()]).toEqual([true, credited(3n * USDT)])
    for (let i = 0; i < 2; i++) await look(DAY, 2)
    expect([await isSettled(), await deposits()]).toEqual([true, credited(3n * USDT)])
  })

  it('are proven with one call, without the list of what was swept before', async () => {
    grid.send({ to: address, amount: 3n * USDT })
    await look(DAY)
    expect(await isSettled()).toBe(true)
    grid.send({ from: address, to: someAddress(), amount: 2n * USDT })
    grid.send({ to: address, amount: 7n * USDT })
    await look(DAY)
    expect([await stateOf(), await alarms()]).toMatchObject([{ unsettled_since: null }, []])
    await look(DAY)
    expect(await stateOf()).toMatchObject({ unsettled_since: null, held_amount: '8000000' })
    const asked = await callsOf(() => look(DAY))
    expect(asked.filter((call) => call.includes('triggerconstantcontract'))).toHaveLength(1)
    expect(asked.filter((call) => call.includes('trc20') && !call.includes('only_to'))).toEqual([])
    expect(await deposits()).toEqual(credited(3n * USDT, 7n * USDT))
  })

  it('raise an alarm for money that was swept and is on no list', async () => {
    grid.send({ to: address, amount: 3n * USDT })
    await look(DAY)
    lose(grid.send({ from: address, to: someAddress(), amount: 3n * USDT }))
    await look(DAY)
    expect([(await stateOf()).difference, await alarms()]).toEqual(['-3000000', []])
    await look(HALF_AN_HOUR)
    expect(await alarms()).toEqual(['money_missing'])
  })

  it('cause a read of the list when money came unseen and was swept between two checks', async () => {
    await look(DAY)
    grid.hide(grid.send({ to: address, amount: 3n * USDT }))
    grid.send({ from: address, to: someAddress(), amount: 3n * USDT })
    await look(DAY, 2)
    expect([await isSettled(), await deposits()]).toEqual([true, credited(3n * USDT)])
    await look(DAY)
    expect(await isSettled()).toBe(true)
  })

  it('raise no alarm while they are newer or older than the index', async () => {
    const show = lose(grid.send({ to: address, amount: 3n * USDT }))
    await look(DAY)
    expect(await isSettled()).toBe(false)
    await look(HALF_AN_HOUR - 10)
    show()
    grid.mine(HALF_AN_HOUR * 20)
    // More than half an hour has passed, without a new check.
    expect(await alarms()).toEqual([])
    await look(0)
    expect(await isSettled()).toBe(true)
    const { balances } = chain
    if (!balances) throw new Error('There are no balances')
    const old: DepositChain = {
      ...chain,
      balances: {
        ...balances,
        balanceOf: async (...asked) => (await balances.balanceOf(...asked)) - 5n * USDT,
      },
    }
    grid.send({ to: address, amount: 5n * USDT })
    await look(DAY, 1, old)
    expect((await stateOf()).difference).toBe('-5000000')
    await look(HALF_AN_HOUR)
    // Both the balance and the index are behind.
    grid.mine(DAY * 20)
    const showLast = lose(grid.send({ to: address, amount: 5n * USDT }))
    await look(2, 1, old)
    expect(await isSettled()).toBe(true)
    showLast()
    await look(DAY)
    expect([await isSettled(), await alarms(), await deposits()]).toEqual([
      ...[true, [], credited(3n * USDT, 5n * USDT, 5n * USDT)],
    ])
  })

  it('raise an alarm when the node refuses them, and delay no other address', async () => {
    const [uid, other] = await open()
    const tell = grid.refuseBalance(address)
    grid.hide(grid.send({ to: other, amount: 3n * USDT }))
    // A transaction with more transfers than the reader reads.
    const [, hostile] = await open()
    grid.hide(grid.send(...Array.from({ length: 200 }, () => ({ to: hostile, amount: USDT }))))
    await look(DAY, 4)
    expect([await isSettled(other), await deposits(uid)]).toEqual([true, credited(3n * USDT)])
    expect([await stateOf(), await stateOf(hostile), await alarms()]).toMatchObject([
      ...[{ difference: '0' }, { difference: '200000000' }, []],
    ])
    await look(HALF_AN_HOUR, 2)
    expect((await alarms()).toSorted()).toEqual(['balance_unread', 'money_unknown of another'])
    tell()
    await look(HALF_AN_HOUR, 2)
    expect([await isSettled(), await alarms()]).toEqual([true, ['money_unknown of another']])
  })

  it('ignore amounts below the minimum that is recorded', async () => {
    const small = () => {
      grid.send({ to: address, amount: 0n })
      grid.send({ to: address, amount: 1n }, { to: address, amount: 2n * USDT }, { to: address, amount: 2n })
      for (let i = 0; i < 7; i++) grid.send({ to: address, amount: 20_000n })
    }
    small()
    await look(DAY)
    small()
    await look(DAY)
    expect([await isSettled(), await alarms()]).toEqual([true, []])
    const asked = await callsOf(() => look(DAY))
    expect(asked.filter((call) => call.includes('trc20') && !call.includes('only_to'))).toEqual([])
    expect((await stateOf()).held_amount).toBe(String(4n * USDT + 14n * 20_000n + 6n))
  })

  it('read the list for other tokens only once a week', async () => {
    await look(DAY)
    grid.send({ to: address, amount: 3n * USDT, contract: someAddress() })
    const asked = await callsOf(async () => {
      for (let day = 0; day < 14; day++) await look(DAY)
    })
    expect(await deposits()).toMatchObject([{ status: 'wrong_token' }])
    expect(asked.filter((call) => call.includes('trc20?only_to')).length).toBeLessThanOrEqual(3)
    expect(await isSettled()).toBe(true)
  })

  it('count as holdings of the house until the operator sweeps them, even if that is compared late', async () => {
    const held = () => heldInDepositAddresses(db, 'tron', 'usdt-tron')
    const before = await held()
    grid.send({ to: address, amount: 30n * USDT })
    await look(30)
    expect((await held()) - before).toBe(30n * USDT)
    await look(DAY)
    expect((await held()) - before).toBe(30n * USDT)
    grid.send({ from: address, to: someAddress(), amount: 30n * USDT })
    await look(30)
    expect((await held()) - before).toBe(0n)
    grid.mine(1)
    grid.send({ to: address, amount: 7n * USDT })
    await look(30)
    expect((await held()) - before).toBe(7n * USDT)
    for (let days = 0; days < 2; days++) await look(DAY)
    expect([await isSettled(), (await held()) - before]).toEqual([true, 7n * USDT])
  })

  it('are read from a second node if there is one, which also knows events that the index forgot', async () => {
    const told: object[] = []
    const index = createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 })
    const logger = { warn: (fields: object) => void told.push(fields) } as never
    const silent = { ...index, transaction: async () => null, transfersOf: async () => [] }
    const joined = joinTron({ ...silent, balanceOf: async () => 0n }, index, logger)
    const on = { ...chain, source: joined, balances: joined }
    const txId = grid.send({ to: address, amount: 3n * USDT })
    grid.hide(txId)
    const list = grid.unlist(txId)
    await look(DAY, 1, on)
    expect(await stateOf()).toMatchObject({ difference: '3000000' })
    list()
    await look(HALF_AN_HOUR, 1, on)
    await look(HALF_AN_HOUR, 1, on)
    expect([await isSettled(), await deposits()]).toEqual([true, credited(3n * USDT)])
    expect(told).toEqual([expect.objectContaining({ alarm: 'node', node: 'TRONGRID_URL' })])
    const broken = joinTron(index, { ...index, balanceOf: () => Promise.reject(new Error('asleep')) })
    expect(await broken.balanceOf(address, chain.network.usdtContract)).toBe(3n * USDT)
  })
})
