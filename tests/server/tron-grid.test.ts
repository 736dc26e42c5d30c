import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HDKey } from '@scure/bip32'
import { Kysely } from 'kysely'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { viewTron } from '#server/chain-check/chain-view.ts'
import { compareWithChain } from '#server/chain-check/compare-chain.ts'
import { readHoldings } from '#server/chain-check/holdings.ts'
import { BlockSchema } from '#server/chains/tron-grid-answers.ts'
import { tronAddressBytes } from '#server/chains/tron-address.ts'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { SourceBusyError, type TronSource } from '#server/chains/tron-source.ts'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { closeArrival } from '#server/chain-check/arrivals-desk.ts'
import { readHeldMoney } from '#server/chain-check/held-money.ts'
import { depositAddressAt } from '#server/chains/extended-key.ts'
import { openAddressMark, type AddressMark } from '#server/deposits/address-mark.ts'
import { openAddress } from '#server/deposits/deposit-addresses.ts'
import type { DepositChain } from '#server/deposits/deposit-chain.ts'
import { watchChain, watchDeposits } from '#server/deposits/deposit-watch.ts'
import { createRates } from '#server/rates/rates.ts'
import { depositsWithCoins, toDeposit } from '#server/deposits/deposit-rows.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { createLogger } from '#server/base/logger.ts'
import { tronHistory } from '#server/signer/tron-history.ts'
import { checkedClock } from '../support/checked-clock.ts'
import { runRound, USDT } from '../support/deposit-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { openPGlite } from '../support/pglite.ts'
import { someAddress, startTronGrid } from '../support/tron-grid.ts'

const XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
const { usdtContract } = TRON_NETWORKS.mainnet

describe('TronGrid', () => {
  let grid: Awaited<ReturnType<typeof startTronGrid>>
  let source: TronSource
  const open = (apiKey: string) => createTronGrid({ url: grid.url, apiKey, gapMs: 0 })
  const all = { contract: usdtContract, isFinal: true, since: 0, cursor: null }

  beforeEach(async () => {
    grid = await startTronGrid({ pageSize: 3 })
    source = open(grid.apiKey)
  })
  afterEach(() => grid.stop())

  it('reads heads, and the transfers of one contract in order, one page at a time', async () => {
    const sent = Array.from({ length: 8 }, (_, n) => grid.send({ to: someAddress(), amount: BigInt(n + 1) }))
    grid.send({ to: someAddress(), amount: 5n, contract: someAddress() })
    grid.mine(19)
    expect((await source.head()).block).toBe((await source.finalHead()).block + 19)
    const pages = []
    let cursor: string | null = null
    do {
      const page = await source.transfers({ ...all, cursor })
      pages.push(page.transfers)
      cursor = page.next
    } while (cursor !== null)
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2])
    expect(pages.flat().map(({ txId }) => txId)).toEqual(sent)
    expect(pages.flat().map(({ amount }) => amount)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n])
    const later = pages.flat()[5]?.at ?? 0
    expect((await source.transfers({ ...all, since: later })).transfers).toHaveLength(3)
  })

  it('tells final from pending transfers, and the outcome of a transaction', async () => {
    const to = someAddress()
    const txId = grid.send({ to, amount: 7n })
    const seen = async (isFinal: boolean) => (await source.transfers({ ...all, isFinal })).transfers.length
    expect([await seen(true), await seen(false)]).toEqual([0, 1])
    expect(await source.received(to, 0)).toEqual([])
    expect(await source.transaction(txId)).toMatchObject({ isFinal: false, hasSucceeded: true })
    grid.mine(19)
    expect([await seen(true), await seen(false)]).toEqual([1, 0])
    expect(await source.received(to, 0)).toMatchObject([{ txId, contract: usdtContract, amount: 7n }])
    expect(await source.transaction(txId)).toMatchObject({ isFinal: true, hasSucceeded: true })
    expect(await source.transaction('ab'.repeat(32))).toBeNull()
  })

  it("reads what a wallet has sent, and ignores what strangers' tokens claim about it", async () => {
    const [wallet, to] = [someAddress(), someAddress()]
    const history = tronHistory(open(grid.apiKey), TRON_NETWORKS.mainnet, wallet)
    if (history.isNumbered) throw new Error('TRON has no numbers')
    const paid = grid.send({ from: wallet, to, amount: 5n * USDT })
    // Anybody may move nothing out of any wallet, or give their own token any events.
    const empty = grid.send({ from: wallet, to, amount: 0n })
    const other = grid.send({ from: wallet, to, amount: 5n * USDT, contract: someAddress() })
    expect((await history.sentSince(0)).sent).toMatchObject([{ txId: paid, to, amount: 5n * USDT }])
    expect(await history.read(paid)).toMatchObject({ transfers: [{ to, amount: 5n * USDT }] })
    expect([await history.read(empty), await history.read(other)]).toEqual([null, null])
  })

  it('pauses as long as the service asks', async () => {
    grid.refuse(1, 429, 'The key exceeds the frequency limit(15), and the query server is suspended for 5s')
    await expect(source.head()).rejects.toMatchObject({ name: 'SourceBusyError', retryAfterMs: 5_000 })
    const { length } = grid.calls
    await expect(source.head()).rejects.toThrow(SourceBusyError)
    expect(grid.calls).toHaveLength(length)

    grid.refuse(1, 403, 'Forbidden', { 'retry-after': '7' })
    await expect(open(grid.apiKey).head()).rejects.toMatchObject({ retryAfterMs: 7_000 })
    grid.refuse(1, 429)
    await expect(open(grid.apiKey).head()).rejects.toMatchObject({ retryAfterMs: 2_000 })
  })

  it('reports other faults', async () => {
    await expect(open('another-key').head()).rejects.toThrow('TronGrid answered 401 to /wallet/getnowblock')
    grid.refuse(1, 500, 'x'.repeat(3_000_000))
    await expect(source.head()).rejects.toThrow(/larger than/)
    grid.refuse(1, 200, 'no block')
    await expect(source.head()).rejects.toThrow()
  })

  it('reads on after a full page without a cursor, and does not take it as the last page', async () => {
    const silent = await startTronGrid({ hasCursors: false })
    const cut = createTronGrid({ url: silent.url, apiKey: silent.apiKey, gapMs: 0 })
    try {
      const wallet = someAddress()
      const sent = Array.from({ length: 231 }, () =>
        silent.send({ from: wallet, to: someAddress(), amount: 1n }),
      )
      silent.mine(19)
      const found = new Set<string>()
      let cursor: string | null = null
      do {
        const page = await cut.transfers({ ...all, cursor })
        for (const { txId } of page.transfers) found.add(txId)
        cursor = page.next
      } while (cursor !== null)
      expect([...found]).toEqual(sent)
      expect(await cut.sent(wallet, usdtContract, 0)).toMatchObject({ isAll: false })
      // The service cannot page beyond the first 200 events of one block.
      const many = silent.send(...Array.from({ length: 201 }, () => ({ to: someAddress(), amount: 1n })))
      silent.mine(19)
      const since = silent.now() - 19 * 3_000
      await expect(cut.transfers({ ...all, since })).rejects.toThrow('part of a block')
      await expect(cut.transfersOf(many)).rejects.toThrow('200 or more events')
    } finally {
      await silent.stop()
    }
  })

  it('skips other events, and events of other contracts', async () => {
    const txId = grid.send({ to: someAddress(), amount: 7n })
    grid.mine(19)
    const [good] = (await fetchEvents()) as Record<string, unknown>[]
    grid.addStrange(
      { ...good, contract_address: someAddress() },
      { ...good, event_name: 'Approval' },
      { ...good, event_name: 'Approval', event_index: -1, result: null },
    )
    expect((await source.transfers(all)).transfers.map((each) => each.txId)).toEqual([txId])
  })

  it('reads a transfer in every encoding, or looks it up in its transaction', async () => {
    grid.send({ to: someAddress(), amount: 5n }, { to: someAddress(), amount: 7n })
    grid.mine(19)
    const [, good] = (await fetchEvents()) as Readonly<Record<string, unknown>>[]
    const [, known] = (await source.transfers(all)).transfers
    if (!good || !known) throw new Error('There are no events')
    const result = good.result as Readonly<Record<string, string>>
    const places = { 0: result.from, 1: result.to, 2: result.value }
    const contract = `41${Buffer.from(tronAddressBytes(usdtContract) ?? []).toString('hex')}`
    for (const form of [
      { result: { ...result, value: 7 } },
      { result: { ...result, value: '0x7' } },
      { result: places },
      { contract_address: contract },
      { result: {} },
      { result: { from: '0x', to: '0x', value: '7' } },
      { block_number: 1.5 },
      { event_name: undefined, contract_address: undefined },
    ]) {
      grid.lie((page) => ({ ...page, data: [{ ...good, ...form }] }))
      expect((await source.transfers(all)).transfers).toEqual([known])
    }
  })

  it('refuses a page with a transfer that cannot be looked up', async () => {
    grid.send({ to: someAddress(), amount: 7n })
    grid.mine(19)
    const [good] = (await fetchEvents()) as Readonly<Record<string, unknown>>[]
    for (const event of [
      ...[null, 7, {}, { ...good, event_index: undefined }, { ...good, transaction_id: 'x' }],
      ...[
        { ...good, result: {}, event_index: 9 },
        { ...good, result: {}, transaction_id: 'ab'.repeat(32) },
      ],
    ]) {
      grid.lie((page) => ({ ...page, data: [event] }))
      await expect(source.transfers(all)).rejects.toThrow('unreadable')
    }
  })

  it.each([253_402_300_800_000, Number.MAX_SAFE_INTEGER, -1])(
    'refuses a page with a time like %i',
    async (at) => {
      grid.send({ to: someAddress(), amount: 7n })
      grid.mine(19)
      const [good] = (await fetchEvents()) as Record<string, unknown>[]
      grid.addStrange({ ...good, block_timestamp: at })
      await expect(source.transfers(all)).rejects.toThrow()
      const head = (timestamp: number) =>
        v.is(BlockSchema, { block_header: { raw_data: { number: 7, timestamp } } })
      expect([head(at), head(253_402_300_799_999)]).toEqual([false, true])
    },
  )

  async function fetchEvents(): Promise<unknown[]> {
    const headers = { 'tron-pro-api-key': grid.apiKey }
    const path = `/v1/contracts/${usdtContract}/events?only_confirmed=true`
    return ((await (await fetch(grid.url + path, { headers })).json()) as { data: unknown[] }).data
  }
})

describe('the watcher on TronGrid', () => {
  let db: Database
  let grid: Awaited<ReturnType<typeof startTronGrid>>
  let chain: DepositChain
  let player: number
  let address: string

  beforeAll(async () => {
    db = new Kysely<Tables>({ dialect: pgliteDialect(await openPGlite()) })
    await migrate(db, seed)
  })
  afterAll(() => db.destroy())
  beforeEach(async () => {
    grid = await startTronGrid({ pageSize: 4 })
    await db.deleteFrom('chain_watch').execute()
    const source = createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 })
    chain = {
      network: TRON_NETWORKS.mainnet,
      source,
      balances: source,
      practice: null,
      xpub: XPUB,
    }
    ;[player = 0] = await openLedgerPlayers(db, 1)
    address = (await openAddress(db, chain, { uid: player, receives: 'wif-solana', now: grid.now() })).address
  })
  afterEach(() => grid.stop())

  const holder = randomUUID()
  const round = () => runRound(db, chain, grid.now(), { holder })
  const deposits = async () =>
    (
      await depositsWithCoins(db).where('deposit.account_id', '=', player).orderBy('deposit.id').execute()
    ).map(toDeposit)
  const wif = async () => (await balancesOf(db, player)).find(({ coin }) => coin === 'wif-solana')?.available

  it('credits new transfers once, several in a transaction, over many pages', async () => {
    grid.send({ to: address, amount: 3n * USDT })
    await round()
    expect(await deposits()).toMatchObject([{ status: 'confirming', confirmations: 0 }])
    for (let i = 0; i < 10; i++) grid.send({ to: someAddress(), amount: USDT }, { to: address, amount: USDT })
    grid.send({ to: address, amount: USDT }, { to: address, amount: 2n * USDT })
    grid.mine(19)
    for (let i = 0; i < 3; i++) await round()
    expect(await wif()).toBe(
      BigInt(Math.floor((3 / 0.85) * 1e6)) + 10n * 1_176_470n + 1_176_470n + 2_352_941n,
    )
    expect((await deposits()).every(({ status }) => status === 'credited')).toBe(true)
    expect((await deposits())[0]?.explorerUrl).toMatch(
      /^https:\/\/tronscan\.org\/#\/transaction\/[0-9a-f]{64}$/,
    )
  })

  it('is compared with the ledger by transaction, event, receiver and amount', async () => {
    const [first, second] = [
      grid.send({ to: someAddress(), amount: USDT }, { to: address, amount: USDT }),
      grid.send({ to: address, amount: 2n * USDT }),
    ]
    grid.mine(19)
    await round()
    const view = viewTron(chain.network, createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 }))
    const compare = (last = 2) => compareWithChain(db, view, { last })
    expect(await compare()).toMatchObject({ compared: 2, differences: [], notChecked: [] })
    grid.undo(second)
    const { differences } = await compare()
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatch(
      new RegExp(`of 2000000 usdt-tron from T\\w+ to ${address} is not on tron in ${second}`),
    )
    await db.updateTable('deposit').set({ log_index: 0 }).where('tx_id', '=', first).execute()
    expect((await compare()).differences).toHaveLength(2)
    await db
      .insertInto('signer')
      .values({ chain: 'tron', address, holder, held_until: new Date(), seen_at: new Date() })
      .execute()
    expect(await readHoldings(db, view)).toContain(`tron, hot wallet ${address}: 1000000 usdt-tron`)
    grid.refuse(9, 500)
    const silent = await compare(5)
    expect(silent).toMatchObject({ differences: [] })
    expect(silent.notChecked).toHaveLength(3)
    expect((await readHoldings(db, view)).join()).toContain('usdt-tron not read: ')
  })

  it('makes the same number of requests for any number of addresses', async () => {
    await round()
    const { length } = grid.calls
    await round()
    expect(grid.calls.slice(length).map((call) => call.split('?')[0])).toEqual([
      '/walletsolidity/getnowblock',
      '/wallet/getnowblock',
      `/v1/contracts/${usdtContract}/events`,
      `/v1/contracts/${usdtContract}/events`,
    ])
  })

  it('credits all of a full page and those after it, with or without a cursor', async () => {
    await grid.stop()
    grid = await startTronGrid({ hasCursors: false })
    const source = createTronGrid({ url: grid.url, apiKey: grid.apiKey, gapMs: 0 })
    chain = { ...chain, source }
    for (let i = 0; i < 230; i++) grid.send({ to: someAddress(), amount: USDT })
    grid.send({ to: address, amount: USDT })
    grid.mine(400)
    await round()
    expect(await wif()).toBe(1_176_470n)
  })

  it('credits transfers after an empty page between two others, once the index has them again', async () => {
    for (let i = 0; i < 4; i++) grid.send({ to: someAddress(), amount: USDT })
    grid.unlist(grid.send({ to: address, amount: USDT }))
    grid.mine(400)
    let pages = 0
    grid.lie((page) => (pages++ === 1 ? null : page))
    await round()
    expect(await wif()).toBeUndefined()
    // Hours later: everything of the latest ten minutes is read again in any case.
    grid.mine(2_000)
    await round()
    expect(await wif()).toBe(1_176_470n)
  })

  it('credits transfers that the list of events never tells, when it searches a fresh or an old address', async () => {
    const minutes = (count: number) => grid.mine(count * 20)
    grid.hide(grid.send({ to: address, amount: USDT }, { to: address, amount: USDT }))
    minutes(2)
    for (let i = 0; i < 2; i++) await round()
    expect((await deposits()).map(({ status }) => status)).toEqual(['credited', 'credited'])
    // The address is no longer on screen.
    await db
      .updateTable('deposit_address')
      .set({ opened_at: new Date(0) })
      .execute()
    grid.hide(grid.send({ to: address, amount: 3n * USDT }))
    minutes(2)
    await round()
    expect(await deposits()).toHaveLength(2)
    minutes(24 * 60)
    // Addresses of other tests have been searched already.
    await db
      .updateTable('deposit_address')
      .set({ compared_at: new Date(grid.now() + 48 * 60 * 60_000) })
      .where('address', '!=', address)
      .execute()
    // The watcher has run all the time.
    await db
      .updateTable('chain_watch')
      .set({ checked_at: new Date(grid.now()) })
      .execute()
    for (let i = 0; i < 3; i++) await round()
    expect(await deposits()).toHaveLength(3)
    // A repeat changes nothing.
    minutes(24 * 60)
    for (let i = 0; i < 3; i++) await round()
    expect(await wif()).toBe(2n * 1_176_470n + 3_529_411n)
  })

  describe('a database that was restored from a backup', () => {
    let directory: string
    beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'koi-mark-'))))
    afterEach(() => rm(directory, { recursive: true }))
    const addressFor = async (on: Database, mark: AddressMark) => {
      const [uid = 0] = await openLedgerPlayers(on, 1)
      return (await openAddress(on, { ...chain, mark }, { uid, receives: 'wif-solana', now: grid.now() }))
        .address
    }
    const fresh = async () => {
      const restored = new Kysely<Tables>({ dialect: pgliteDialect(await openPGlite()) })
      await migrate(restored, seed)
      return restored
    }

    it('does not give out an address that it has forgotten, and holds deposits to it', async () => {
      const mark = await openAddressMark(directory)
      const [before, restored] = [await fresh(), await fresh()]
      try {
        const given = [await addressFor(before, mark), await addressFor(before, mark)]
        const next = await addressFor(restored, await openAddressMark(directory))
        expect(given).not.toContain(next)
        expect(await addressFor(before, mark)).not.toBe(next)
        grid.send({ to: given[1] ?? '', amount: 500n * USDT })
        grid.mine(400)
        for (let i = 0; i < 3; i++) await runRound(restored, chain, grid.now(), { holder })
        expect(await restored.selectFrom('deposit').selectAll().execute()).toEqual([])
        const name = `tron/${given[1]}`
        expect(await readHeldMoney(restored)).toMatchObject({
          count: 1,
          lines: [expect.stringContaining(`${name}: 500000000 usdt-tron at an address`)],
        })
        const close = (amount?: string) =>
          closeArrival(restored, { name, amount, why: 'given back', now: grid.now() })
        await expect(close()).rejects.toThrow('--amount=500000000')
        await expect(close('1')).rejects.toThrow('by now')
        expect([await close('500000000'), await close('500000000')]).toEqual([true, false])
        expect((await readHeldMoney(restored)).count).toBe(0)
        // Later addresses can be given out again.
        grid.send({ to: given[1] ?? '', amount: 7n * USDT })
        grid.mine(24 * 60 * 20 + 20)
        for (let i = 0; i < 3; i++) await runRound(restored, chain, grid.now(), { holder })
        expect((await readHeldMoney(restored)).lines).toEqual([
          expect.stringContaining(`${name}: 507000000 usdt-tron at an address`),
        ])
      } finally {
        await Promise.all([before.destroy(), restored.destroy()])
      }
    })

    it('says at the start when the file beside it cannot be read or written', async () => {
      await writeFile(join(directory, 'deposit-addresses.json'), '{"T')
      await expect(openAddressMark(directory)).rejects.toThrow('which deposit addresses were given out')
      await expect(openAddressMark(join(directory, 'deposit-addresses.json'))).rejects.toThrow(StartupError)
    })
  })

  it('goes on when the key names its branch instead of its account', async () => {
    const branch = HDKey.fromExtendedKey(XPUB).deriveChild(0).publicExtendedKey
    const [uid = 0] = await openLedgerPlayers(db, 1)
    const next = await openAddress(
      db,
      { ...chain, xpub: branch },
      { uid, receives: 'wif-solana', now: grid.now() },
    )
    const rows = await db
      .selectFrom('deposit_address')
      .select(['address', 'key_id', 'derivation_index'])
      .execute()
    const row = rows.find((each) => each.address === next.address)
    expect(new Set(rows.map(({ key_id }) => key_id)).size).toBe(1)
    expect(next.address).toBe(depositAddressAt(XPUB, row?.derivation_index ?? -1))
  })

  it('searches every address after an outage, some in each round', async () => {
    const others = await openLedgerPlayers(db, 7)
    for (const uid of others) await openAddress(db, chain, { uid, receives: 'wif-solana', now: grid.now() })
    await round()
    await db
      .updateTable('deposit_address')
      .set({ opened_at: new Date(0), searched_at: new Date(grid.now()) })
      .execute()
    const searches = async () => {
      const { length } = grid.calls
      await round()
      return grid.calls.slice(length).filter((call) => call.includes('/transactions/trc20?only_to')).length
    }
    expect(await searches()).toBe(0)
    grid.mine(20 * 60)
    const { count } = await db
      .selectFrom('deposit_address')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    let searched = 0
    for (let left = Number(count); left > 0; left -= 5) searched += await searches()
    expect([searched, await searches()]).toEqual([Number(count), 0])
  })

  it('searches other addresses while one of them fails', async () => {
    await round()
    const hostile = grid.send(...Array.from({ length: 200 }, () => ({ to: address, amount: USDT })))
    grid.hide(hostile)
    const [uid = 0] = await openLedgerPlayers(db, 1)
    const own = await openAddress(db, chain, { uid, receives: 'wif-solana', now: grid.now() })
    grid.hide(grid.send({ to: own.address, amount: USDT }))
    grid.mine(60)
    await db
      .updateTable('deposit_address')
      .set({ searched_at: new Date(grid.now()) })
      .where('address', 'not in', [address, own.address])
      .execute()
    for (let i = 0; i < 4; i++) await round()
    expect((await balancesOf(db, uid)).find(({ coin }) => coin === 'wif-solana')?.available).toBe(1_176_470n)
    const { searched_at } = await db
      .selectFrom('deposit_address')
      .select('searched_at')
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    expect(searched_at?.getTime() ?? 0).toBeLessThan(grid.now() - 60_000)
  })

  describe('a transaction with more events than are read', () => {
    const JUNK = someAddress()
    const junk = () => Array.from({ length: 5 }, () => ({ to: someAddress(), amount: 1n, contract: JUNK }))
    /** Marks the other addresses as searched. */
    const searchOnly = (...some: string[]) =>
      db
        .updateTable('deposit_address')
        .set({ searched_at: new Date(grid.now() + 3_600_000) })
        .where('address', 'not in', some)
        .execute()
    const searchedAt = async () => {
      const row = await db
        .selectFrom('deposit_address')
        .select('searched_at')
        .where('address', '=', address)
        .executeTakeFirstOrThrow()
      return row.searched_at?.getTime() ?? 0
    }

    it('is not looked up for an amount that is too small to be credited', async () => {
      for (let i = 0; i < 5; i++) grid.send({ to: address, amount: USDT / 50n })
      grid.mine(19)
      await round()
      grid.send({ to: address, amount: USDT / 50n }, ...junk())
      grid.mine(40)
      await searchOnly(address)
      await round()
      expect(await searchedAt()).toBe(grid.now())
      expect(await deposits()).toHaveLength(5)
    })

    it('does not delay other deposits to its address', async () => {
      await round()
      grid.hide(grid.send({ to: address, amount: USDT }))
      grid.hide(grid.send({ to: address, amount: USDT }, ...junk()))
      grid.send({ to: address, amount: USDT, contract: JUNK })
      grid.mine(60)
      await searchOnly(address)
      for (let i = 0; i < 2; i++) await round()
      const told = (await deposits()).map(({ status }) => status)
      expect(told.toSorted()).toEqual(['credited', 'wrong_token'])
      expect(await searchedAt()).toBeLessThan(grid.now() - 60_000)
    })

    it('does not delay deposits that were seen before', async () => {
      const hostile = grid.send({ to: address, amount: USDT }, ...junk())
      await round()
      expect(await deposits()).toMatchObject([{ status: 'confirming' }])
      grid.hide(hostile)
      grid.send({ to: address, amount: USDT })
      grid.mine(60)
      await searchOnly('')
      await round()
      expect((await deposits()).map(({ status }) => status)).toEqual(['confirming', 'credited'])
    })
  })

  it('credits USDT that the index tells later than another token of the same transaction', async () => {
    await round()
    const { source } = chain
    const txId = grid.send(
      { to: address, amount: USDT, contract: someAddress() },
      { to: address, amount: 3n * USDT },
    )
    grid.hide(txId)
    grid.mine(60)
    await db
      .updateTable('deposit_address')
      .set({ searched_at: new Date(grid.now() + 3_600_000) })
      .where('address', '!=', address)
      .execute()
    const received: TronSource['received'] = async (...asked) =>
      (await source.received(...asked)).filter(({ contract }) => contract !== usdtContract)
    chain = { ...chain, source: { ...source, received } }
    await round()
    expect(await deposits()).toMatchObject([{ status: 'wrong_token' }])
    chain = { ...chain, source }
    grid.mine(40)
    for (let i = 0; i < 2; i++) await round()
    expect((await deposits()).map(({ status }) => status)).toEqual(['wrong_token', 'credited'])
  })

  it('belongs to one process for a round, and counts as checked when the round ends', async () => {
    const checked = async () =>
      (await db.selectFrom('chain_watch').select('checked_at').executeTakeFirst())?.checked_at ?? null
    const other = createChainLease(db, 'tron', randomUUID(), 1_500)
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => (goOn = resolve))
    const { source } = chain
    const finalHead = async () => {
      await paused
      return source.finalHead()
    }
    const watch = watchChain({
      db,
      chain: 'tron',
      logger: createLogger('silent'),
      clock: checkedClock(grid.now),
      everyMs: 5,
      leaseMs: 1_500,
      round: (now) => runRound(db, { ...chain, source: { ...source, finalHead } }, grid.now(), now),
    })
    try {
      await expect
        .poll(
          async () => (await db.selectFrom('chain_watch').select('holder').execute())[0]?.holder ?? null,
          {
            timeout: 10_000,
          },
        )
        .not.toBeNull()
      await sleep(3_000)
      expect(await other.take(grid.now())).toBeNull()
      expect(await checked()).toBeNull()
      goOn()
      await expect.poll(checked, { timeout: 10_000 }).toEqual(new Date(grid.now()))
    } finally {
      goOn()
      await watch.stop()
    }
    // A round that fails after its first pages does not count as a check.
    const before = grid.now()
    grid.mine(60)
    const received = () => Promise.reject(new SourceBusyError('Leave it alone', 1_000))
    const busy = { ...chain, source: { ...source, received } }
    await db
      .updateTable('deposit_address')
      .set({ searched_at: null })
      .where('address', '=', address)
      .execute()
    await expect(runRound(db, busy, grid.now(), { holder })).rejects.toThrow(SourceBusyError)
    expect(await checked()).toEqual(new Date(before))
    await db.deleteFrom('chain_watch').execute()
  }, 30_000)

  it('drops nothing that the network has, even without a final event', async () => {
    const txId = grid.send({ to: address, amount: 5n * USDT })
    await round()
    expect(await deposits()).toMatchObject([{ status: 'confirming' }])
    await db
      .updateTable('deposit_address')
      .set({ searched_at: new Date(grid.now() + 3_600_000) })
      .execute()
    grid.hide(txId)
    grid.mine(60)
    await round()
    expect(await deposits()).toMatchObject([{ status: 'credited' }])
  })

  it('credits transfers from an index that was behind for hours', async () => {
    grid.send({ to: someAddress(), amount: USDT })
    grid.mine(19)
    await round()
    const show = grid.hide(grid.send({ to: address, amount: USDT }))
    for (let hour = 0; hour < 3; hour++) {
      grid.mine(1_200)
      await round()
    }
    show()
    await round()
    expect(await wif()).toBe(1_176_470n)
  })

  it('loses nothing of unordered pages, at any point of interruption', async () => {
    grid.unlist(grid.send({ to: address, amount: USDT }))
    for (let i = 0; i < 9; i++) grid.send({ to: someAddress(), amount: USDT })
    grid.mine(2_000)
    grid.order('descending')
    await expectCutAfter(2)
    grid.order('ascending')
    await round()
    expect(await wif()).toBe(1_176_470n)
  })

  it('loses nothing when the only page before an interruption is of one block', async () => {
    grid.unlist(grid.send({ to: address, amount: USDT }))
    grid.mine(1_000)
    const theirs = { to: someAddress(), amount: USDT }
    grid.send(theirs, theirs, theirs, theirs)
    grid.mine(2_000)
    grid.order('descending')
    await expectCutAfter(1)
    grid.order('ascending')
    await round()
    expect(await wif()).toBe(1_176_470n)
  })

  it('loses nothing when one unordered page is returned as if it were all', async () => {
    grid.unlist(grid.send({ to: address, amount: USDT }))
    grid.mine(1_000)
    for (let i = 0; i < 4; i++) grid.send({ to: someAddress(), amount: USDT })
    grid.mine(2_000)
    grid.order('descending')
    grid.lie((page) => ({ ...page, meta: {} }))
    await round()
    grid.lie((page) => page)
    grid.order('ascending')
    await round()
    expect(await wif()).toBe(1_176_470n)
  })

  /** Runs a round that fails when it asks for the page after this many. */
  async function expectCutAfter(pages: number): Promise<void> {
    const { source } = chain
    let asked = 0
    const transfers: TronSource['transfers'] = (query) => {
      if (asked++ === pages) throw new Error('The line is cut')
      return source.transfers(query)
    }
    await expect(
      runRound(db, { ...chain, source: { ...source, transfers } }, grid.now(), { holder }),
    ).rejects.toThrow('cut')
  }

  it('credits transfers that the index tells nine minutes after their block was final', async () => {
    const [minute, finality] = [20, 19]
    const lease = createChainLease(db, 'tron', holder, 60_000)
    const look = () => runRound(db, chain, grid.now(), { lease })
    await look()
    grid.send({ to: someAddress(), amount: USDT })
    const show = grid.hide(grid.send({ to: address, amount: USDT }))
    grid.mine(finality)
    for (let passed = 0; passed < 9; passed++) {
      await look()
      grid.mine(minute)
    }
    show()
    for (let passed = 0; passed < 4; passed++) {
      await look()
      grid.mine(minute)
    }
    expect(await wif()).toBe(1_176_470n)
    const { final_until: position } = await db
      .selectFrom('chain_watch')
      .select('final_until')
      .executeTakeFirstOrThrow()
    const finalAt = grid.now() - (minute + finality) * 3_000
    expect(finalAt - position.getTime()).toBeGreaterThanOrEqual(10 * 60_000)
    // The position stays in reach, and a minute without news costs one more request.
    expect(finalAt - position.getTime()).toBeLessThanOrEqual(12 * 60_000)
    const { length } = grid.calls
    await look()
    await look()
    expect(grid.calls.slice(length).filter((call) => call.includes('/events?')).length).toBeLessThanOrEqual(5)
  })

  it('reverses transfers that the network dropped, and credits them when they come again', async () => {
    const txId = grid.send({ to: address, amount: 5n * USDT })
    await round()
    const again = grid.undo(txId)
    grid.mine(60)
    await round()
    expect(await deposits()).toMatchObject([{ status: 'dropped', confirmations: 0 }])
    again()
    await round()
    expect(await deposits()).toMatchObject([{ status: 'confirming' }])
    grid.mine(19)
    await round()
    expect(await deposits()).toMatchObject([{ status: 'credited' }])
  })

  it('never credits a token that calls itself USDT, and tells the player', async () => {
    const contract = someAddress()
    grid.send({ to: address, amount: 1_000n * USDT, contract })
    grid.mine(40)
    await round()
    expect(await deposits()).toMatchObject([{ status: 'wrong_token', contract }])
    expect(await wif()).toBeUndefined()
  })

  it.each(['finalHead', 'head'] as const)('does not jump ahead for a %s of next year', async (which) => {
    await round()
    const position = () =>
      db.selectFrom('chain_watch').select(['final_until', 'seen_until']).executeTakeFirst()
    const before = await position()
    const far = async () => ({ block: 9_000_000, at: grid.now() + 365 * 24 * 60 * 60_000 })
    const source = { ...chain.source, [which]: far }
    await expect(runRound(db, { ...chain, source }, grid.now(), { holder })).rejects.toThrow('clock')
    expect(await position()).toEqual(before)
  })

  it('stops in the middle of a list of pages without losing its place', async () => {
    for (let i = 0; i < 9; i++) grid.send({ to: address, amount: USDT })
    grid.mine(19)
    const { source } = chain
    let pages = 0
    chain = {
      ...chain,
      source: {
        ...source,
        transfers: async (query) => {
          if (++pages > 2) throw new Error('the line is dead')
          return source.transfers(query)
        },
      },
    }
    await expect(round()).rejects.toThrow('the line is dead')
    // Two of four pages are kept, and are credited in the round that gets as far.
    expect(await deposits()).toHaveLength(8)
    chain = { ...chain, source }
    await round()
    expect(await wif()).toBe(9n * 1_176_470n)
  })

  it('resumes by itself after a refusal, reports it once, and stops at once', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    let asked = 0
    const { source } = chain
    const flaky = { ...source, head: () => (asked++ < 2 ? Promise.reject(new Error('down')) : source.head()) }
    grid.send({ to: address, amount: USDT })
    grid.mine(19)
    const watch = watchDeposits({
      db,
      chain: { ...chain, source: flaky },
      logger,
      rates: createRates({ clock: Date.now, maxAgeMs: null }),
      clock: checkedClock(grid.now),
      everyMs: 5,
      pauseMs: 5,
    })
    await expect.poll(wif, { timeout: 5_000 }).toBe(1_176_470n)
    await expect.poll(() => lines.length, { timeout: 5_000 }).toBe(3)
    await watch.stop()
    expect(lines.join()).toMatch(
      /deposits cannot be watched.*"watches deposits".*deposits are watched again/s,
    )
    expect(await db.selectFrom('chain_watch').select('holder').execute()).toEqual([{ holder: null }])
  })
})
