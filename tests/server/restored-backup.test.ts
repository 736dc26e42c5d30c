import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tronAddress } from '#server/chains/tron-address.ts'
import { COINS, ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { reserveWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { emptyMemory } from '#server/signer/wallet-memory.ts'
import { faultsOf, giveMoney } from '../support/books.ts'
import { createLogger } from '#server/base/logger.ts'
import type { ChainSender } from '#server/signer/chain-sender.ts'
import { createEvmSender } from '#server/signer/evm-sender.ts'
import { memoryJournal } from '#server/signer/journal.ts'
import { listUnknown, recover } from '#server/signer/recover.command.ts'
import { refuse } from '#server/signer/review.command.ts'
import type { SignerContext } from '#server/signer/signer-context.ts'
import { openSignerKey } from '#server/signer/signer-key.ts'
import { createSignerLease } from '#server/signer/signer-lease.ts'
import { signerRound } from '#server/signer/signer-round.ts'
import { createTronSender } from '#server/signer/tron-sender.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { withdrawalsWithCoins } from '#server/withdrawals/withdrawal-rows.ts'
import { someAddress as someEvmAddress } from '../support/evm-withdrawal-world.ts'
import { EVM_CONFIRMATIONS, openEvmWorld } from '../support/evm-world.ts'
import { openLedgerPlayers } from '../support/ledger-players.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startTronChain } from '../support/tron-chain.ts'
import { startChain } from '../support/wallet/chain.ts'
import { senderWith } from '../support/withdrawal-world.ts'

const USDT = 1_000_000n
const PAID = 49n * USDT

/** A test chain with a hot wallet. */
interface Place {
  readonly chain: string
  readonly coin: string
  readonly sender: ChainSender
  someAddress(): string
  /** The sum of all transfers, in smallest units; there is one for each amount paid. */
  paidTo(address: string): Promise<bigint>
  /** Makes sent transfers final. */
  confirm(): Promise<unknown>
  stop(): Promise<unknown>
}

const key = openSignerKey(randomBytes(32))
let server: TestPostgres

beforeAll(async () => {
  server = await startPostgres()
}, 120_000)
afterAll(() => server.stop())

async function openTron(): Promise<Place> {
  const tron = await startTronChain()
  const { mainnet } = TRON_NETWORKS
  const grid = { url: tron.url, apiKey: tron.apiKey }
  const sender = createTronSender({ network: mainnet, ...grid, key, feeLimit: 1, clock: Date.now })
  return {
    chain: 'tron',
    coin: 'usdt-tron',
    sender,
    stop: tron.stop,
    someAddress: () => tronAddress(randomBytes(20)),
    confirm: async () => tron.grid.mine(20),
    paidTo: async (address) => tron.grid.heldBy(address),
  }
}

async function openEvm(): Promise<Place> {
  const chain = await startChain()
  const world = await openEvmWorld(chain)
  const [config] = world.config.evm
  if (!config?.nodeUrl) throw new Error('The chain has no node')
  const sender = createEvmSender({
    config: { ...config, nodeUrl: config.nodeUrl },
    key,
    maxGasPrice: 10n ** 12n,
  })
  const wallet = key.evmAddress
  await world.client.setBalance({ address: wallet, value: 10n ** 20n })
  await world.client.sendTransaction({ to: world.token, data: world.callOf(wallet, 10_000n * USDT) })
  return {
    chain: config.chain,
    coin: 'usdt-ethereum',
    sender,
    stop: chain.stop,
    someAddress: someEvmAddress,
    confirm: () => chain.client.mine({ blocks: EVM_CONFIRMATIONS + 1 }),
    async paidTo(address) {
      const data = `0x70a08231${address.slice(2).padStart(64, '0')}` as const
      return BigInt((await chain.client.call({ to: world.token, data })).data ?? '0x0')
    },
  }
}

describe.each([
  ['TRON', openTron],
  ['an EVM chain', openEvm],
])('a backup that is restored after payments on %s', (_, openPlace) => {
  let place: Place
  let db: Database
  let player: number
  const closing: (() => Promise<void>)[] = []
  const logged: string[] = []

  beforeAll(async () => {
    place = await openPlace()
  }, 120_000)
  afterAll(() => place.stop())
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const open = async (name: string) => {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const opened = await openDatabase({ databaseUrl: url.href, dataDir: '' }, createLogger('silent'))
    closing.push(opened.close)
    return opened.db
  }
  const decimals = ledgerDecimalsIn(COINS)
  const newName = () => `koi_${randomBytes(6).toString('hex')}`

  /** A database with a player who has money. */
  async function begin(): Promise<string> {
    const name = newName()
    await admin(`create database ${name}`)
    db = await open(name)
    await migrate(db, seed)
    ;[player = 0] = await openLedgerPlayers(db, 1)
    const money = { player, coin: place.coin, amount: 1_000n * USDT }
    await giveMoney(db, money, Date.now())
    return name
  }
  /** Copies the database, as `pg_dump` and `pg_restore` would. */
  async function backUp(name: string): Promise<string> {
    const copy = newName()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid()`.execute(db)
    await Promise.all(closing.splice(0).map((close) => close()))
    await admin(`create database ${copy} template ${name}`)
    db = await open(name)
    return copy
  }
  async function ask(on: Database, address = place.someAddress(), usdt = 50n) {
    const { coin, chain } = place
    const amount = usdt * USDT
    return on.transaction().execute(async (trx) => {
      const at = new Date()
      const { id } = await trx
        .insertInto('withdrawal')
        .values({
          account_id: player,
          idempotency_key: randomUUID(),
          coin,
          chain,
          address,
          amount: `${amount}`,
          fee: `${USDT}`,
          status: 'queued',
          requested_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await postTransaction(trx, reserveWithdrawal({ player, coin, amount, withdrawal: id }), at.getTime())
      return { id, address }
    })
  }
  function startSigner() {
    const log = (_: unknown, text: string) => void logged.push(text)
    const holder = randomUUID()
    const kept = {
      refusals: new Map(),
      toldShort: new Map(),
      resting: new Map(),
      memory: emptyMemory(),
      journal: memoryJournal(),
      votes: { origin: null, fourEyes: 10n ** 12n, maxPriceAgeMs: null, trustsAll: false },
      coinRules: { floors: new Map(), limits: new Map(), decimals, mustKnow: false },
      leaseMs: 30_000,
      limits: { reviewFrom: 10_000n * USDT, perDay: 10_000n * USDT },
      clock: Date.now,
      key,
      seals: null,
      logger: { warn: log, error: log, info: log } as unknown as SignerContext['logger'],
    }
    return async (on: Database, sender = place.sender) => {
      await sql`update signer set held_until = now() - interval '1 day'`.execute(on)
      const lease = createSignerLease(on, place.chain, holder, 30_000)
      return signerRound({ db: on, sender, lease, ...kept })
    }
  }
  const settle = async (round: ReturnType<typeof startSigner>, on: Database, sender?: ChainSender) => {
    await round(on, sender)
    await place.confirm()
    await round(on, sender)
  }
  const states = async (on: Database, ids: readonly string[]) =>
    Promise.all(
      ids.map(
        async (id) =>
          (await withdrawalsWithCoins(on).where('withdrawal.id', '=', id).executeTakeFirst())?.status,
      ),
    )
  const unknownOn = async (on: Database) =>
    (await listUnknown({ db: on, senders: [place.sender], key, decimals, now: Date.now() })).join('\n')
  const decide = (on: Database, what: string, as: string) =>
    recover(
      { db: on, senders: [place.sender], key, decimals, now: Date.now() },
      { chain: place.chain, what, as },
    )
  /** The transaction that paid an address, from the printed list. */
  const paying = (list: string, address: string) =>
    list
      .split('\n')
      .find((line) => line.toLowerCase().includes(`to ${address.toLowerCase()}`))
      ?.trim()
      .split(/[ ,]/)[0] ?? ''

  it('pays nothing twice, says why it waits, and goes on once a person has told the payments', async () => {
    const name = await begin()
    const [first, second, waiting] = [await ask(db), await ask(db), await ask(db)]
    const backup = await backUp(name)
    const running = startSigner()
    const short = senderWith(place.sender, {
      sign: (payment, queue) =>
        payment.to === waiting.address
          ? Promise.reject(new NodeUnavailable('nothing'))
          : place.sender.sign(payment, queue),
    })
    await settle(running, db, short)
    const afterwards = await ask(db, place.someAddress(), 20n)
    await settle(running, db, short)
    expect(await states(db, [first.id, second.id, waiting.id, afterwards.id])).toEqual([
      ...['confirmed', 'confirmed', 'queued', 'confirmed'],
    ])

    const restored = await open(backup)
    const ids = [first.id, second.id, waiting.id]
    const all = [first, second, waiting]
    const paid = () => Promise.all(all.map(({ address }) => place.paidTo(address)))
    // The process that kept running, and a new one.
    logged.length = 0
    await settle(running, restored)
    const round = startSigner()
    await settle(round, restored)
    expect(await states(restored, ids)).toEqual(['queued', 'queued', 'queued'])
    expect(await paid()).toEqual([PAID, PAID, 0n])
    expect(
      logged.filter((text) => text.startsWith('nothing is signed: the wallet has sent what')),
    ).toHaveLength(2)

    // A paid withdrawal is not given back either.
    const isCancellable = async (id: string) =>
      (await withdrawalsWithCoins(restored).where('withdrawal.id', '=', id).executeTakeFirst())
        ?.is_cancellable
    expect(await Promise.all(ids.map(isCancellable))).toEqual([false, false, false])
    await expect(
      refuse({ db: restored, senders: [place.sender], key, now: Date.now() }, first.id),
    ).rejects.toThrow(/may have been paid already/)

    const list = await unknownOn(restored)
    for (const { id, address } of [first, second]) {
      const txId = paying(list, address)
      expect(list).toContain(`npm run signer -- recover ${place.chain} ${txId} ${id}`)
      await expect(decide(restored, txId, waiting.id)).rejects.toThrow(/has not paid the amount/)
    }
    expect(list).toContain('fits no withdrawal of this database')
    expect(await decide(restored, paying(list, first.address), first.id)).toMatch(
      /^Withdrawal \d+ is paid by /,
    )
    await expect(decide(restored, paying(list, first.address), second.id)).rejects.toThrow(/decided before/)
    await round(restored)
    expect(await states(restored, ids)).toEqual(['confirmed', 'queued', 'queued'])
    await decide(restored, paying(list, second.address), second.id)
    expect(await decide(restored, 'others', 'none')).toMatch(/^1 transactions of /)
    expect(await unknownOn(restored)).toMatch(/the database knows all that \S+ has sent/)

    await settle(round, restored)
    expect(await states(restored, ids)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await paid()).toEqual([PAID, PAID, PAID])
    const [held] = await balancesOf(restored, player)
    expect(held).toMatchObject({ available: 850n * USDT, pending: 0n })
    expect(await faultsOf(restored)).toEqual([])
  }, 60_000)

  it('waits once for a wallet that was used before, and accepts no answer without the key', async () => {
    const name = await begin()
    const first = await ask(db)
    const running = startSigner()
    await settle(running, db)
    expect(await states(db, [first.id])).toEqual(['queued'])
    expect(await decide(db, 'others', 'none')).toMatch(/^4 transactions of /)
    const backup = await backUp(name)
    await settle(running, db)
    expect(await states(db, [first.id])).toEqual(['confirmed'])
    const restored = await open(backup)
    const address = place.sender.address
    await sql`insert into signer_recovery (chain, sender, nonce_from, nonce_to, until_at, decided_by, decided_at, seal)
      values (${place.chain}, ${address}, 0, 1000, now() + interval '1 day', 'me', now(), ${Buffer.alloc(32, 7)})`.execute(
      restored,
    )
    await settle(startSigner(), restored)
    expect(await states(restored, [first.id])).toEqual(['queued'])
    expect(await place.paidTo(first.address)).toBe(PAID)
  }, 60_000)
})
