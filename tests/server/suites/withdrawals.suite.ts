import { faultsOf, giveMoney } from '../../support/books.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RawNode, sql, type KyselyPlugin, type RawBuilder } from 'kysely'
import { TOTP, Secret } from 'otpauth'
import { beginTotp, closeAccount, confirmTotp } from '#contract/account.ts'
import { excludeSelf } from '#contract/responsible-play.ts'
import { listTransactions } from '#contract/transactions.ts'
import {
  addWithdrawalAddress,
  cancelWithdrawal,
  getAddressBook,
  getWithdrawal,
  getWithdrawalTerms,
  listWithdrawals,
  removeWithdrawalAddress,
  setWithdrawalWhitelist,
} from '#contract/withdrawals.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { compareWithChain } from '#server/chain-check/compare-chain.ts'
import { COINS, ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { reservationKey, reserveWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { booksDifferences } from '#server/signer/check-books.ts'
import {
  PaymentRefusedError,
  PaymentWaitsError,
  PersonNeededError,
  type ChainSender,
  type ListedHistory,
  type SentTransfer,
  type WalletHistory,
} from '#server/signer/chain-sender.ts'
import { approve, listReviews } from '#server/signer/review.command.ts'
import { openSenders } from '#server/signer/open-senders.ts'
import { openSignerKey } from '#server/signer/signer-key.ts'
import { refuseWithdrawal } from '#server/withdrawals/refuse-withdrawal.ts'
import { rememberHouseAddresses } from '#server/withdrawals/house-addresses.ts'
import { claimWithdrawal, nothingPassed } from '#server/signer/claim-withdrawal.ts'
import { settleTransactions } from '#server/signer/settle-transactions.ts'
import type { SignerLimits } from '#server/config/coin-rules.ts'
import type { SignerContext } from '#server/signer/signer-context.ts'
import { signWithdrawal } from '#server/signer/sign-withdrawal.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { crashAfter } from '../../support/crashing-database.ts'
import { PASSWORD, type Player } from '../../support/players.ts'
import {
  FINAL_BLOCKS,
  openWithdrawalWorld,
  senderWith,
  USDT,
  type WithdrawalWorld,
} from '../../support/withdrawal-world.ts'
import { watchStatements } from '../../support/watched-database.ts'
import type { TestBackend } from './test-backend.ts'

const HOUR_MS = 60 * 60 * 1000

export function withdrawalsSuite(backend: TestBackend): void {
  describe('withdrawals', () => runWithdrawalsSuite(backend))
}

function runWithdrawalsSuite(backend: TestBackend): void {
  let world: WithdrawalWorld
  let player: Player

  beforeAll(async () => {
    const db = await backend.fresh()
    world = await openWithdrawalWorld(db)
  })
  beforeEach(async () => {
    await world.db.deleteFrom('rate_limit').execute()
    player = await world.richPlayer()
  })

  /** Runs rounds until nothing is under way, including what earlier tests left. */
  async function finish(): Promise<void> {
    await world.round()
    world.pass(FINAL_BLOCKS)
    await world.round()
  }
  const statusOf = async (id: string, of = player) =>
    (await of.call(getWithdrawal, { params: { id } })).data.status
  const cancel = (id: string, of = player) => of.call(cancelWithdrawal, { params: { id } })

  describe('when requested', () => {
    it('are reserved, signed, sent, confirmed and booked', async () => {
      const address = world.someAddress()
      const asked = await world.ask(player, { amount: '50', address })
      expect(asked.data).toMatchObject({
        status: 'queued',
        amount: '50',
        fee: '1',
        receives: '49',
        txId: null,
      })
      expect(await world.held(player)).toEqual({ available: 950n, pending: 50n })
      await world.round()
      const sent = await world.latest(player)
      expect(sent).toMatchObject({ status: 'broadcast', isPractice: true, explorerUrl: null })
      expect(sent.txId).toMatch(/^[0-9a-f]{64}$/)
      world.pass(5)
      await world.round()
      expect(await statusOf(sent.id)).toBe('broadcast')
      world.pass(FINAL_BLOCKS)
      await world.round()
      expect(await statusOf(sent.id)).toBe('confirmed')
      expect(await world.held(player)).toEqual({ available: 950n, pending: 0n })
      expect(await world.paidTo(address)).toEqual([49n])
      expect(await faultsOf(world.db)).toEqual([])
      expect(await player.mails()).toContain('withdrawal-asked')
    })

    it('show their terms', async () => {
      const [terms] = (await player.call(getWithdrawalTerms)).data
      expect(terms).toMatchObject({ coin: 'usdt-tron', fee: '1', minimum: '5', available: '1000' })
      expect(terms?.asks).toEqual({ password: true, code: false, passkey: false, heldUntil: null })
    })

    it('are made once, however often they are sent, one after another and at once', async () => {
      const same = { idempotencyKey: randomUUID(), address: world.someAddress() }
      const answers = await Promise.all(Array.from({ length: 4 }, () => world.ask(player, same)))
      answers.push(await world.ask(player, same))
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
      expect(await world.held(player)).toEqual({ available: 950n, pending: 50n })
      expect((await world.ask(player, { ...same, amount: '51' })).code).toBe('conflict')
    })

    it.each([
      ['another amount', { amount: '51' }],
      ['more digits than the coin has', { amount: '50.0000001' }],
      ['another fee', { fee: '2' }],
      ['more digits of the fee than the coin has', { fee: '1.0000001' }],
      ['another coin', { coin: 'sol-solana' }],
      ['another chain', { chain: 'evm-11155111-practice' }],
      ['another address', { address: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' }],
    ])('are made once for a key: %s with it is a conflict', async (_, more) => {
      const same = { idempotencyKey: randomUUID(), address: world.someAddress() }
      const { id } = (await world.ask(player, same)).data
      expect((await world.ask(player, { ...same, ...more })).code).toBe('conflict')
      expect((await world.ask(player, { ...same, amount: '50.00' })).data.id).toBe(id)
      const capitals = { ...same, address: same.address.toLowerCase() }
      expect((await world.ask(player, capitals)).code).toBe('conflict')
      expect(await world.held(player)).toEqual({ available: 950n, pending: 50n })
    })

    it('are made once after a lost answer, even if balance, terms or password would no longer suffice', async () => {
      const same = { idempotencyKey: randomUUID(), address: world.someAddress(), amount: '1000' }
      const { id } = (await world.ask(player, same)).data
      expect((await world.ask(player, { ...same, idempotencyKey: randomUUID() })).code).toBe(
        'insufficient_funds',
      )
      expect((await world.ask(player, same)).data.id).toBe(id)
      expect((await world.ask(player, { ...same, password: undefined })).data.id).toBe(id)
      await cancel(id)
      expect((await world.ask(player, same)).data).toMatchObject({ id, status: 'cancelled' })
      expect(await world.held(player)).toEqual({ available: 1_000n, pending: 0n })
    })

    it('never exceed the balance, even in parallel', async () => {
      expect((await world.ask(player, { amount: '1000.000001' })).code).toBe('insufficient_funds')
      const answers = await Promise.all(Array.from({ length: 3 }, () => world.ask(player, { amount: '400' })))
      expect(answers.map(({ code }) => code).sort()).toEqual(['insufficient_funds', 'ok', 'ok'])
      expect(await world.held(player)).toEqual({ available: 200n, pending: 800n })
    })

    it.each([
      ['less than the minimum', { amount: '4.999999' }, 'withdrawal_too_small'],
      ['zero', { amount: '0' }, 'bad_request'],
      ['a part of the smallest unit', { amount: '10.0000001' }, 'bad_request'],
      ['another fee than the one shown', { fee: '0.5' }, 'conflict'],
      ['a wrong checksum', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' }, 'withdrawal_address_wrong'],
      ['a wallet of Ethereum', { address: `0x${'ab'.repeat(20)}` }, 'withdrawal_address_wrong'],
      ['the token as address', { address: TRON_NETWORKS.practice.usdtContract }, 'withdrawal_address_wrong'],
      ['a wrong password', { password: 'not the password' }, 'password_wrong'],
      ['no password', { password: undefined }, 'password_wrong'],
    ])('are refused with %s', async (_, more, code) => {
      expect((await world.ask(player, more)).code).toBe(code)
      expect(await world.held(player)).toEqual({ available: 1_000n, pending: 0n })
    })

    it('are refused to an address of the house', async () => {
      await world.round()
      expect((await world.ask(player, { address: world.key.address })).code).toBe('withdrawal_address_ours')
      const address = world.someAddress()
      await sql`insert into deposit_key (chain, xpub, created_at) values ('tron-practice', ${randomUUID()}, now())`.execute(
        world.db,
      )
      await sql`insert into deposit_address
        (chain, account_id, address, key_id, derivation_index, receive_coin, created_at, opened_at)
        values ('tron-practice', ${player.uid}, ${address}, (select max(id) from deposit_key), 0, 'usdt-tron', now(), now())`.execute(
        world.db,
      )
      expect((await world.ask(player, { address })).code).toBe('withdrawal_address_ours')
    })

    it('are refunded before they are signed if the address turns out to be a hot wallet', async () => {
      const next = openSignerKey(randomBytes(32))
      const { id } = (await world.ask(player, { address: next.address })).data
      const { tron, evm } = readConfig({ PRACTICE_BLOCK_MS: '1000' })
      await openSenders(world.db, { tron, evm, feeLimit: 1, maxGasPrice: 1n }, next, world.clock)
      await finish()
      expect([await statusOf(id), await world.paidTo(next.address)]).toEqual(['refused', []])
      const reasonOf = world.db.selectFrom('withdrawal').select('reason').where('id', '=', id)
      expect(await reasonOf.executeTakeFirst()).toEqual({ reason: 'house_address' })
      expect(await world.held(player)).toEqual({ available: 1_000n, pending: 0n })
      expect((await world.ask(player, { address: next.address })).code).toBe('withdrawal_address_ours')
    })

    it('are refused to the hot wallet before its first round, and to a replaced one', async () => {
      const before = openSignerKey(randomBytes(32))
      await rememberHouseAddresses(world.db, [before.evmAddress], world.clock())
      expect((await world.ask(player, { address: before.address })).code).toBe('withdrawal_address_ours')
      await world.db.deleteFrom('signer').execute()
      expect((await world.ask(player, { address: world.key.address })).code).toBe('withdrawal_address_ours')
      await expect(world.db.deleteFrom('house_address').execute()).rejects.toThrow(/append-only/)
    })

    it('need the second factor, if there is one', async () => {
      const begun = await player.call(beginTotp, { body: { password: PASSWORD } })
      const totp = new TOTP({ secret: Secret.fromBase32(begun.data.secret), digits: 6, period: 30 })
      const codeAt = (ms: number) => totp.generate({ timestamp: world.players.time.now + ms })
      await player.call(confirmTotp, { body: { code: codeAt(0) } })
      expect((await player.call(getWithdrawalTerms)).data[0]?.asks.code).toBe(true)
      expect((await world.ask(player)).code).toBe('totp_required')
      expect((await world.ask(player, { code: codeAt(0) })).code).toBe('totp_invalid')
      const same = { idempotencyKey: randomUUID(), address: world.someAddress(), code: codeAt(30_000) }
      const answers = await Promise.all([world.ask(player, same), world.ask(player, same)])
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
      expect((await world.ask(player, { code: codeAt(30_000) })).code).toBe('totp_invalid')
    })

    it('are possible during self-exclusion', async () => {
      await player.call(excludeSelf, { body: { months: 6, password: PASSWORD } })
      expect((await world.ask(player)).data.status).toBe('queued')
    })

    it('can be seen and cancelled only by their player', async () => {
      const { id } = (await world.ask(player)).data
      const other = await world.newPlayer()
      expect((await other.call(getWithdrawal, { params: { id } })).code).toBe('not_found')
      expect((await cancel(id, other)).code).toBe('not_found')
      expect((await other.call(listWithdrawals)).data).toEqual({ withdrawals: [], next: null })
    })

    it('keep the account open', async () => {
      const { id } = (await world.ask(player)).data
      const close = () => player.call(closeAccount, { body: { password: PASSWORD, forfeitBalance: true } })
      expect((await close()).code).toBe('withdrawal_open')
      await cancel(id)
      expect((await close()).code).toBe('ok')
    })
  })

  describe('when cancelled', () => {
    it('refund the money once', async () => {
      const { id } = (await world.ask(player)).data
      expect((await cancel(id)).data.status).toBe('cancelled')
      expect((await cancel(id)).data.status).toBe('cancelled')
      expect(await world.held(player)).toEqual({ available: 1_000n, pending: 0n })
      await finish()
      expect(await statusOf(id)).toBe('cancelled')
    })

    it('are refused once they are signed', async () => {
      const { id } = (await world.ask(player)).data
      await world.round()
      expect((await cancel(id)).code).toBe('withdrawal_under_way')
      await finish()
    })

    it('are either cancelled or signed, never both', async () => {
      const asked = await Promise.all(Array.from({ length: 6 }, () => world.ask(player, { amount: '10' })))
      const claims: Promise<unknown>[] = []
      const cancelled = asked.map(({ data: { id } }, index) => {
        if (index % 2 === 0) claims.push(claimWithdrawal(world.context()))
        return cancel(id)
      })
      const answers = await Promise.all(cancelled)
      await Promise.all(claims)
      await finish()
      await finish()
      const back = answers.filter(({ code }) => code === 'ok').length
      const states = await Promise.all(asked.map(({ data: { id } }) => statusOf(id)))
      expect(states.filter((each) => each === 'cancelled')).toHaveLength(back)
      expect(states.filter((each) => each === 'confirmed')).toHaveLength(6 - back)
      expect(await world.held(player)).toEqual({ available: 1_000n - BigInt(6 - back) * 10n, pending: 0n })
      expect(await faultsOf(world.db)).toEqual([])
    })
  })

  describe('are signed', () => {
    it('exactly once, wherever the signer dies', async () => {
      const crashes: string[] = []
      for (let statements = 0; ; statements++) {
        const address = world.someAddress()
        const { id } = (await world.ask(player, { amount: '5', address })).data
        await world.db.deleteFrom('rate_limit').execute()
        const dying = crashAfter(world.db, statements)
        const crash = await world.round({ db: dying }).catch((error: unknown) => error)
        // Its transaction is on the chain; the next process has another name and waits for the lease.
        await world.db
          .updateTable('signer')
          .set({ held_until: new Date(0) })
          .execute()
        const holder = randomUUID()
        await world.round({ holder })
        world.pass(FINAL_BLOCKS)
        const dyingAgain = crashAfter(world.db, statements)
        await world.round({ holder, db: dyingAgain }).catch(() => {})
        await world.round({ holder })
        expect([statements, await statusOf(id), await world.paidTo(address)]).toEqual([
          statements,
          'confirmed',
          [4n],
        ])
        await world.db
          .updateTable('signer')
          .set({ held_until: new Date(0) })
          .execute()
        if (crash === true) break
        crashes.push(String(crash))
      }
      expect(crashes.length).toBeGreaterThan(5)
      expect(await faultsOf(world.db)).toEqual([])
    })

    it('exactly once, when the network does not confirm that it took them', async () => {
      const address = world.someAddress()
      const { id } = (await world.ask(player, { address })).data
      const mute = senderWith(world.sender, {
        async broadcast(raw) {
          await world.sender.broadcast(raw)
          throw new Error('connection lost')
        },
      })
      await world.round({ sender: mute })
      expect(await statusOf(id)).toBe('signed')
      await world.round()
      expect(await statusOf(id)).toBe('broadcast')
      await finish()
      expect([await statusOf(id), await world.paidTo(address)]).toEqual(['confirmed', [49n]])
    })

    it('by one process at a time', async () => {
      await world.round()
      expect(await world.round({ holder: randomUUID() })).toBe(false)
    })

    it('again only when no block can take the first transaction any more', async () => {
      const address = world.someAddress()
      const { id } = (await world.ask(player, { address })).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
      await world.round({ sender: deaf })
      const first = (await world.latest(player)).txId
      // Its minute is over, but the last final block is not so far yet.
      world.pass(100)
      await world.round({ sender: deaf })
      expect((await world.latest(player)).txId).toBe(first)
      world.pass(120)
      await world.round({ sender: deaf })
      const second = (await world.latest(player)).txId
      expect(second).not.toBe(first)
      await finish()
      expect([await statusOf(id), await world.paidTo(address)]).toEqual(['confirmed', [49n]])
    })

    it('not again when a block took it without an answer, even if that is seen late', async () => {
      const address = world.someAddress()
      const { id } = (await world.ask(player, { address })).data
      const mute = senderWith(world.sender, {
        async broadcast(raw) {
          await world.sender.broadcast(raw)
          throw new Error('connection lost')
        },
      })
      await world.round({ sender: mute })
      world.pass(1_000)
      await world.round()
      expect([await statusOf(id), await world.paidTo(address)]).toEqual(['confirmed', [49n]])
    })

    it('and go to review after several transactions that no block took', async () => {
      const { id } = (await world.ask(player)).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
      for (let tried = 0; tried < 4; tried++) {
        await world.round({ sender: deaf })
        world.pass(300)
      }
      expect(await statusOf(id)).toBe('review')
      expect((await cancel(id)).data.status).toBe('cancelled')
      expect(await world.held(player)).toEqual({ available: 1_000n, pending: 0n })
    })

    it('and refunded when the chain reverses the transfer', async () => {
      const { id } = (await world.ask(player)).data
      const undoing = senderWith(world.sender, {
        outcome: async () => ({ block: 1, isFinal: true, hasSucceeded: false }),
      })
      await world.round({ sender: undoing })
      await world.round({ sender: undoing })
      expect(await statusOf(id)).toBe('failed')
      expect(await world.held(player)).toEqual({ available: 1_000n, pending: 0n })
      const { txId } = await world.latest(player)
      await world.db.deleteFrom('practice_transfer').where('tx_id', '=', txId).execute()
      expect(await faultsOf(world.db)).toEqual([])
    })

    it('later while the network refuses, and can be cancelled until then', async () => {
      const { id } = (await world.ask(player)).data
      const sign = () => Promise.reject(new PaymentRefusedError('no energy'))
      await world.round({ sender: senderWith(world.sender, { sign }) })
      expect(await statusOf(id)).toBe('queued')
      await world.round({ sender: senderWith(world.sender, { sign }) })
      await world.round({ sender: senderWith(world.sender, { sign }) })
      await world.round({ sender: senderWith(world.sender, { sign }) })
      expect(await statusOf(id)).toBe('review')
      await cancel(id)
    })
  })

  describe('whose books take too long', () => {
    const told: unknown[] = []
    const error = ({ alarm, withdrawal }: { alarm?: string; withdrawal?: string }, text: string) =>
      void told.push([alarm, withdrawal, text])
    const logger = { info: () => {}, warn: () => {}, error } as unknown as SignerContext['logger']
    const alarmOf = (id: string) => [
      ...['withdrawal', id, 'a withdrawal waits: its books could not be read in time'],
    ]
    const asked = async () => (await world.ask(player)).data.id

    beforeEach(async () => {
      await finish()
      told.length = 0
    })

    it('delay none behind them, pause longer each time, and are signed once they can be read', async () => {
      const [first, other] = [await asked(), await asked()]
      const db = withSlowBooks(world.db, first)
      for (let round = 0; round < 4; round++) await world.round({ db, logger })
      expect([await statusOf(first), await statusOf(other)]).toEqual(['queued', 'broadcast'])
      expect(told).toEqual([alarmOf(first)])
      for (const [n, seconds] of [60, 120, 240, 480, 900, 900].entries()) {
        world.pass(seconds - 1)
        await world.round({ db, logger })
        expect(told).toHaveLength(n + 1)
        world.pass(1)
        for (let round = 0; round < 2; round++) await world.round({ db, logger })
        expect(told).toEqual(Array(n + 2).fill(alarmOf(first)))
      }
      world.pass(900)
      await finish()
      expect([await statusOf(first), await statusOf(other)]).toEqual(['confirmed', 'confirmed'])
    })

    it('let others be paid during their pauses, however many there are', async () => {
      const slow = [await asked(), await asked(), await asked(), await asked()]
      const other = await asked()
      const db = slow.reduce(withSlowBooks, world.db)
      for (let round = 0; round < 2; round++) await world.round({ db, logger })
      expect(told).toEqual(slow.map(alarmOf))
      expect(await statusOf(other)).toBe('broadcast')
      expect((await cancel(slow[0] ?? '')).code).toBe('ok')
      world.pass(60)
      await finish()
      expect(await Promise.all(slow.slice(1).map((id) => statusOf(id)))).toEqual(Array(3).fill('confirmed'))
    })

    it('are added up before the lock that signers of all chains wait for', async () => {
      const id = await asked()
      const done: string[] = []
      const key = JSON.stringify(reservationKey(id))
      const db = watchStatements(world.db, (node) => {
        if (node.kind !== 'RawNode') return
        if (node.sqlFragments.join('').includes('pg_advisory_xact_lock')) done.push('lock')
        if (JSON.stringify(node.parameters).includes(key)) done.push('books')
      })
      const row = await claimWithdrawal(world.context({ db }))
      expect([row?.id, done]).toEqual([id, ['books', 'lock']])
      if (row) await signWithdrawal(world.context(), row)
    })
  })

  describe('left unsigned', () => {
    const deaf = () =>
      senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
    /** Advances until transactions that no block took have surely expired. */
    const letExpire = async () => {
      world.pass(200)
      await world.players.wait(0)
    }
    const isCancellable = async (id: string, of = player) =>
      (await of.call(getWithdrawal, { params: { id } })).data.isCancellable

    beforeEach(async () => {
      await finish()
      await world.players.wait(49 * HOUR_MS)
      player = await world.richPlayer(10_000n)
    })

    it('without room in the daily limit wait again: they can be cancelled, and take no room from others', async () => {
      const limits = { reviewFrom: 4_500n * USDT, perDay: 5_000n * USDT }
      const [approved, small] = [await world.richPlayer(10_000n), await world.richPlayer(10_000n)]
      const { id: first } = (await world.ask(player, { amount: '3001' })).data
      await world.round({ limits, sender: deaf() })
      expect([await statusOf(first), await isCancellable(first)]).toEqual(['signed', false])
      const { id: large } = (await world.ask(approved, { amount: '4601' })).data
      await world.round({ limits, sender: deaf() })
      await approve(world.db, world.key, large, world.clock())
      await world.round({ limits, sender: deaf() })
      await letExpire()
      const { id: third } = (await world.ask(small, { amount: '200' })).data
      await world.round({ limits })
      expect([await statusOf(first), await isCancellable(first)]).toEqual(['queued', true])
      expect(await statusOf(third, small)).toBe('broadcast')
      expect((await cancel(first)).data.status).toBe('cancelled')
      expect(await world.held(player)).toEqual({ available: 10_000n, pending: 0n })
    })

    it('take no room of an older one that keeps its place before them', async () => {
      const limits = { reviewFrom: 5_000n * USDT, perDay: 5_000n * USDT }
      const [old, filler] = [await world.richPlayer(10_000n), await world.richPlayer(10_000n)]
      await world.ask(filler, { amount: '901' })
      await finish()
      const { id: first } = (await world.ask(old, { amount: '4501' })).data
      const { id: second } = (await world.ask(player, { amount: '3001' })).data
      await world.round({ limits, sender: deaf() })
      expect([await statusOf(first, old), await statusOf(second)]).toEqual(['queued', 'signed'])
      await letExpire()
      await world.players.wait(25 * HOUR_MS)
      await world.round({ limits, sender: deaf() })
      expect([await statusOf(first, old), await statusOf(second)]).toEqual(['signed', 'queued'])
    })

    it('by a dead signer can be cancelled when its claim has expired', async () => {
      const { id } = (await world.ask(player)).data
      expect((await claimWithdrawal(world.context()))?.id).toBe(id)
      expect([await isCancellable(id), (await cancel(id)).code]).toEqual([false, 'withdrawal_under_way'])
      await world.db
        .updateTable('withdrawal')
        .set({ claimed_until: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute()
      expect(await isCancellable(id)).toBe(true)
      expect((await cancel(id)).data.status).toBe('cancelled')
      expect(await world.held(player)).toEqual({ available: 10_000n, pending: 0n })
    })

    it('by a signer with an expired claim cannot be stored by it', async () => {
      const { id, address } = (await world.ask(player)).data
      const late = world.context({ leaseMs: -1 })
      const row = await claimWithdrawal(late)
      if (!row) throw new Error('Nothing to sign')
      expect(await signWithdrawal(late, row)).toBe('failed')
      expect(await statusOf(id)).toBe('queued')
      await finish()
      expect([await statusOf(id), await world.paidTo(address)]).toEqual(['confirmed', [49n]])
    })

    it('after their transaction expired can be cancelled, with or without a signer', async () => {
      const { id } = (await world.ask(player)).data
      await world.round({ sender: deaf() })
      await letExpire()
      await settleTransactions(world.context({ sender: deaf() }))
      expect([await statusOf(id), await isCancellable(id)]).toEqual(['signing', true])
      expect((await cancel(id)).data.status).toBe('cancelled')
    })

    it('in time are not stored and sent: the player or a later signer gets them, never both', async () => {
      const another = await backend.openAnother()
      for (let loop = 0; loop < 12; loop++) {
        // Every third one resumes surely too late, the others around that time.
        const isLate = loop % 3 === 0
        const slow = senderWith(world.sender, {
          async sign(payment, queue) {
            await sleep(isLate ? 40 : 15 + Math.random() * 10)
            return world.sender.sign(payment, queue)
          },
        })
        await world.db.deleteFrom('rate_limit').execute()
        const { id, address } = (await world.ask(player, { amount: '10' })).data
        const late = world.context({ sender: slow, db: another, leaseMs: 20 })
        await late.lease.take(world.sender.address)
        const row = await claimWithdrawal(late)
        if (!row) throw new Error('Nothing to sign')
        const signing = signWithdrawal(late, row)
        let code: string
        do code = (await cancel(id)).code
        while (code !== 'ok' && (await statusOf(id)) === 'signing')
        const stored = async () =>
          world.db.selectFrom('withdrawal_transaction').select('id').where('withdrawal_id', '=', id).execute()
        const end = await signing
        if (code !== 'ok' && (await cancel(id)).code === 'ok') code = 'ok'
        expect([end, (await stored()).length]).toEqual(code === 'ok' ? ['failed', 0] : ['stored', 1])
        if (isLate) expect(end).toBe('failed')
        await finish()
        expect([await statusOf(id), await world.paidTo(address)]).toEqual(
          code === 'ok' ? ['cancelled', []] : ['confirmed', [9n]],
        )
      }
      expect(await faultsOf(world.db)).toEqual([])
    })
  })

  it('wait when a provider has taken a win of their coin back since they were asked for', async () => {
    const { id } = (await world.ask(player)).data
    const of = { bucket: bucketOf(player.uid), account_id: player.uid, provider: 'hub' }
    const debt = {
      ...of,
      transaction_id: 'back',
      coin: 'usdt-tron',
      amount: '1',
      at: new Date(world.clock()),
    }
    await world.db.insertInto('provider_debt').values(debt).execute()
    await world.round()
    expect(await statusOf(id)).toBe('queued')
    await world.db
      .updateTable('provider_debt')
      .set({ settled_at: new Date(world.clock()), action_id: '1' })
      .where('bucket', '=', of.bucket)
      .where('account_id', '=', player.uid)
      .execute()
    await finish()
    expect(await statusOf(id)).toBe('confirmed')
    // No call has made it, which the books tell.
    for (const statement of [
      'alter table provider_debt disable trigger provider_debt_kept',
      'delete from provider_debt',
      'alter table provider_debt enable trigger provider_debt_kept',
    ]) {
      await sql.raw(statement).execute(world.db)
    }
  })

  describe('of large amounts', () => {
    let rich: Player
    beforeEach(async () => {
      rich = await world.richPlayer(100_000n)
      world.players.time.now += 25 * HOUR_MS
      await world.players.wait(0)
    })

    it('wait for an operator, who approves them', async () => {
      const { id } = (await world.ask(rich, { amount: '1001' })).data
      await world.round()
      expect(await statusOf(id, rich)).toBe('review')
      expect((await listReviews(world.db)).join('\n')).toMatch(
        new RegExp(`^${id} {2}1000 USDT on tron-practice to T\\w{33}, player ${rich.uid}, .*: large$`, 'm'),
      )
      await approve(world.db, world.key, id, world.clock())
      await finish()
      expect(await statusOf(id, rich)).toBe('confirmed')
      await expect(approve(world.db, world.key, id, world.clock())).rejects.toThrow(/waits for review/)
      const line = await world.db
        .selectFrom('admin_action')
        .select(['action', 'what'])
        .orderBy('line', 'desc')
        .executeTakeFirst()
      expect(line).toEqual({ action: 'signer approve', what: { withdrawal: id } })
    })

    it('or refuses them', async () => {
      const { id } = (await world.ask(rich, { amount: '2000' })).data
      await world.round()
      await world.refuse(id)
      expect(await statusOf(id, rich)).toBe('refused')
      expect(await world.held(rich)).toEqual({ available: 100_000n, pending: 0n })
      await expect(world.refuse(id)).rejects.toThrow(/waits for review/)
    })

    it('are not approved by somebody who can only write to the database', async () => {
      const { id } = (await world.ask(rich, { amount: '2000' })).data
      await world.round()
      await world.db
        .updateTable('withdrawal')
        .set({ status: 'queued', approved_at: new Date(world.clock()), approval: Buffer.alloc(32, 7) })
        .where('id', '=', id)
        .execute()
      await world.round()
      expect(await statusOf(id, rich)).toBe('review')
      await cancel(id, rich)
    })

    it('never leave the hot wallet faster than the daily limit', async () => {
      const asked: [string, Player][] = []
      for (let n = 0; n < 7; n++) {
        const each = await world.richPlayer()
        asked.push([(await world.ask(each, { amount: '901' })).data.id, each])
      }
      const states = () => Promise.all(asked.map(([id, of]) => statusOf(id, of)))
      await finish()
      expect((await states()).filter((each) => each === 'confirmed')).toHaveLength(5)
      expect((await states()).slice(5)).toEqual(['queued', 'queued'])
      await world.players.wait(24 * HOUR_MS)
      await finish()
      expect(await states()).toEqual(Array(7).fill('confirmed'))
    })
  })

  describe('that are large together', () => {
    beforeEach(async () => {
      await finish()
      await world.players.wait(25 * HOUR_MS)
      player = await world.richPlayer(10_000n)
    })
    const ask = async (amount: string, more: { address?: string; of?: Player } = {}) =>
      (await world.ask(more.of ?? player, { amount, address: more.address ?? world.someAddress() })).data.id
    const states = (ids: string[], of = player) => Promise.all(ids.map((id) => statusOf(id, of)))

    it('of one player wait for an operator, for a day', async () => {
      const address = world.someAddress()
      const ids = []
      for (let n = 0; n < 5; n++) ids.push(await ask('1000', n < 3 ? { address } : {}))
      await finish()
      expect(await states(ids)).toEqual(['confirmed', 'review', 'review', 'review', 'review'])
      expect(await world.paidTo(address)).toEqual([999n])
      for (const id of ids.slice(1)) await cancel(id)
      await world.players.wait(24 * HOUR_MS)
      const later = await ask('1000')
      await finish()
      expect(await statusOf(later)).toBe('confirmed')
    })

    it('of several players wait when they go to one address', async () => {
      const address = world.someAddress()
      const other = await world.richPlayer(10_000n)
      const first = await ask('601', { address })
      const second = await ask('401', { address, of: other })
      const elsewhere = await ask('401', { of: other })
      await finish()
      expect([...(await states([first])), ...(await states([second, elsewhere], other))]).toEqual([
        'confirmed',
        'review',
        'confirmed',
      ])
    })

    it('do not count those that an operator has seen, nor cancelled ones', async () => {
      const seen = await ask('3000')
      await finish()
      await approve(world.db, world.key, seen, world.clock())
      await finish()
      const cancelled = await ask('900')
      await cancel(cancelled)
      const small = await ask('900')
      await finish()
      expect(await states([seen, small])).toEqual(['confirmed', 'confirmed'])
    })

    it('count those with a forged review', async () => {
      const first = await ask('901')
      await world.round()
      await world.db
        .updateTable('withdrawal')
        .set({ approved_at: new Date(world.clock()), approval: Buffer.alloc(32, 7) })
        .where('id', '=', first)
        .execute()
      const second = await ask('901')
      await finish()
      expect(await states([first, second])).toEqual(['confirmed', 'review'])
    })

    it('count those that wait before them', async () => {
      const nothing = senderWith(world.sender, { sign: () => Promise.reject(new PaymentWaitsError('short')) })
      const first = await ask('601')
      await world.round({ sender: nothing })
      const second = await ask('601')
      expect(
        (await claimWithdrawal(world.context(), { ...nothingPassed(), ids: new Set([first]) }))?.id,
      ).toBe(undefined)
      expect(await states([first, second])).toEqual(['queued', 'review'])
      await finish()
    })
  })

  describe('without room in the daily limit', () => {
    it('let approved and smaller ones go first, for a day', async () => {
      world.players.time.now += 25 * HOUR_MS
      await world.players.wait(0)
      await finish()
      const limits = { reviewFrom: 1_000n * USDT, perDay: 1_500n * USDT }
      const askers = new Map<string, Player>()
      const ask = async (amount: string) => {
        const asker = await world.richPlayer(2_000n)
        const { id } = (await world.ask(asker, { amount })).data
        askers.set(id, asker)
        return id
      }
      const settle = async () => {
        await world.round({ limits })
        world.pass(FINAL_BLOCKS)
        await world.round({ limits })
      }
      const states = (ids: string[]) => Promise.all(ids.map((id) => statusOf(id, askers.get(id))))
      const first = await ask('901')
      await settle()
      const waiting = await ask('801')
      const small = await ask('101')
      const large = await ask('1301')
      await settle()
      expect(await states([first, waiting, small, large])).toEqual([
        'confirmed',
        'queued',
        'confirmed',
        'review',
      ])
      await approve(world.db, world.key, large, world.clock())
      await settle()
      expect(await states([waiting, large])).toEqual(['queued', 'confirmed'])
      // A day later the paid ones still take the room, and now nothing may go first.
      await world.players.wait(24 * HOUR_MS - 30_000)
      const later = await ask('11')
      await world.round({ limits })
      expect(await states([waiting, later])).toEqual(['queued', 'queued'])
      await world.players.wait(HOUR_MS)
      await settle()
      expect(await states([waiting, later])).toEqual(['confirmed', 'confirmed'])
    })
  })

  describe('the whitelist', () => {
    const add = (address: string, label = '') =>
      player.call(addWithdrawalAddress, {
        body: { chain: 'tron-practice', address, label, password: PASSWORD },
      })
    const set = (isOn: boolean) => player.call(setWithdrawalWhitelist, { body: { isOn, password: PASSWORD } })

    it('allows only addresses older than 24 hours', async () => {
      const address = world.someAddress()
      const { addresses } = (await add(address, 'Mine')).data
      expect(addresses).toMatchObject([{ address, label: 'Mine', chain: 'tron-practice' }])
      expect((await set(true)).data.whitelist).toEqual({ isOn: true, endsAt: null })
      expect((await world.ask(player, { address })).code).toBe('withdrawal_address_waits')
      expect((await world.ask(player)).code).toBe('withdrawal_address_waits')
      await world.players.wait(24 * HOUR_MS - 1)
      expect((await world.ask(player, { address })).code).toBe('withdrawal_address_waits')
      await world.players.wait(1)
      expect((await world.ask(player, { address })).code).toBe('ok')
      expect((await world.ask(player)).code).toBe('withdrawal_address_waits')
    })

    it('ends 24 hours after the request, unless the player cancels that', async () => {
      await set(true)
      const endsAt = new Date(world.players.time.now + 24 * HOUR_MS).toISOString()
      expect((await set(false)).data.whitelist).toEqual({ isOn: true, endsAt })
      await world.players.wait(HOUR_MS)
      expect((await set(false)).data.whitelist.endsAt).toBe(endsAt)
      expect((await world.ask(player)).code).toBe('withdrawal_address_waits')
      expect((await set(true)).data.whitelist.endsAt).toBeNull()
      await set(false)
      await world.players.wait(24 * HOUR_MS)
      expect((await world.ask(player)).code).toBe('ok')
      expect((await player.call(getAddressBook)).data.whitelist).toEqual({ isOn: false, endsAt: null })
    })

    it('has an address once, and restarts its day when it is added again', async () => {
      const address = world.someAddress()
      const [first] = (await add(address)).data.addresses
      await world.players.wait(HOUR_MS)
      expect((await add(address)).data.addresses).toEqual([first])
      const gone = await player.call(removeWithdrawalAddress, { params: { id: first?.id ?? '' } })
      expect(gone.data.addresses).toEqual([])
      expect((await player.call(removeWithdrawalAddress, { params: { id: first?.id ?? '' } })).code).toBe(
        'not_found',
      )
      const again = (await add(address)).data.addresses[0]
      expect(Date.parse(again?.usableFrom ?? '')).toBe(world.players.time.now + 24 * HOUR_MS)
      expect((await add(world.key.address)).code).toBe('withdrawal_address_ours')
      for (const label of ['a\u202Eb', 'a\nb', 'a\u0007b', 'a'.repeat(41)]) {
        expect((await add(world.someAddress(), label)).code).toBe('bad_request')
      }
    })
  })

  it('that were given up twice are both looked up on the chain, though they are alike', async () => {
    const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
    const { id } = (await world.ask(player)).data
    for (let tried = 0; tried < 3; tried++) {
      await world.round({ sender: deaf })
      world.pass(300)
    }
    const attempts = await world.db
      .selectFrom('withdrawal_transaction as attempt')
      .innerJoin('withdrawal', 'withdrawal.id', 'attempt.withdrawal_id')
      .select(['attempt.tx_id', 'attempt.chain', 'withdrawal.address'])
      .where('withdrawal_id', '=', id)
      .where('outcome', '=', 'expired')
      .orderBy('attempt.id', 'desc')
      .execute()
    const [newer, older] = attempts
    if (!newer || !older) throw new Error('It was not given up twice')
    const known = new Map<string, number>()
    const compare = (paid: readonly string[]) => {
      const moved = {
        logIndex: 0,
        coin: 'usdt-tron',
        from: world.sender.address,
        to: older.address,
        amount: 1n,
      }
      const movedBy = async (txId: string) => (paid.includes(txId) ? [moved] : [])
      const view = {
        chain: older.chain,
        name: 'A chain',
        houseAddresses: [],
        treasuries: [],
        coins: [],
        movedBy,
        balanceOf: async () => 0n,
        finalBlock: async () => ({ block: 1, at: 0 }),
      }
      return compareWithChain(world.db, view, { last: 1_000, known: { foundAt: known, now: 0 } })
    }
    const told = async (paid: readonly string[]) =>
      (await compare(paid)).differences.filter((text) => text.includes(` for withdrawal ${id} `))
    // The newer one is looked up first, and has not paid.
    expect(await told([older.tx_id])).toEqual([expect.stringMatching(new RegExp(`in ${older.tx_id}$`))])
    expect(known.size).toBeGreaterThan(0)
    expect(await told([older.tx_id])).toHaveLength(1)
    expect(await told([])).toEqual([])
    await cancel(id)
  })

  describe('in a database that somebody else writes to', () => {
    const errors: string[] = []
    const logger = {
      info: () => {},
      warn: () => {},
      error: (fields: { alarm?: string; differences?: string[] }) =>
        void errors.push(`${fields.alarm} ${fields.differences?.join(',')}`),
    } as unknown as SignerContext['logger']

    beforeEach(async () => {
      errors.length = 0
      await finish()
      await world.players.wait(49 * HOUR_MS)
      player = await world.richPlayer(10_000n)
    })

    /** As the owner of the database: without triggers. */
    const force = (table: string, statement: RawBuilder<unknown>) =>
      world.db.transaction().execute(async (trx) => {
        await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
        const done = await statement.execute(trx)
        await sql.raw(`alter table ${table} enable trigger user`).execute(trx)
        return done
      })
    const insertRow = async (more: { coin?: string; amount?: string } = {}) => {
      const { coin = 'usdt-tron', amount = '4000000000' } = more
      const at = new Date(world.clock())
      const { id } = await world.db
        .insertInto('withdrawal')
        .values({
          account_id: player.uid,
          idempotency_key: randomUUID(),
          coin,
          chain: 'tron-practice',
          address: world.someAddress(),
          amount,
          fee: '0',
          status: 'queued',
          requested_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const rowOf = (id: string) =>
      world.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const attemptsOf = async (id: string) => {
      const rows = world.db.selectFrom('withdrawal_transaction').select('id').where('withdrawal_id', '=', id)
      return (await rows.execute()).length
    }
    /** A round sends nothing for it, reports why, and goes on with another player's. */
    async function expectHeld(id: string, ...differences: string[]) {
      const other = await world.richPlayer()
      const next = (await world.ask(other)).data
      const { address } = await rowOf(id)
      const before = await world.paidTo(address)
      await world.round({ logger })
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'books_differ' })
      expect(await world.paidTo(address)).toEqual(before)
      expect(errors).toContain(`withdrawal ${differences.join(',')}`)
      expect(await statusOf(next.id, other)).toBe('broadcast')
      await finish()
      // An operator's approval does not replace the books.
      await approve(world.db, world.key, id, world.clock())
      await world.round({ logger })
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'books_differ' })
    }
    /** Restores sound books for other tests. */
    const remove = (id: string) =>
      world.db.transaction().execute(async (trx) => {
        for (const table of ['withdrawal', 'withdrawal_decision']) {
          await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
        }
        await sql`delete from withdrawal_decision where withdrawal_id = ${id}`.execute(trx)
        await sql`delete from withdrawal where id = ${id}`.execute(trx)
        for (const table of ['withdrawal', 'withdrawal_decision']) {
          await sql.raw(`alter table ${table} enable trigger user`).execute(trx)
        }
      })

    it('a withdrawal without a reservation is not paid, and cannot be cancelled', async () => {
      const id = await insertRow()
      const small = (await world.ask(player)).data.id
      await expectHeld(id, 'no_reservation', 'pending_too_small')
      expect((await player.call(getWithdrawal, { params: { id } })).data).toMatchObject({
        review: 'books',
        isCancellable: false,
      })
      expect((await cancel(id)).code).toBe('withdrawal_under_way')
      await expect(world.refuse(id)).rejects.toThrow(/nothing to give back \(unknown_res/)
      await remove(id)
      await approve(world.db, world.key, small, world.clock())
      await finish()
      expect(await statusOf(small)).toBe('confirmed')
    })

    it.each([
      ['a larger amount than was reserved', 'amount = amount * 3', 'other_reservation'],
      // The money of this player is in another bucket.
      ['another player', 'account_id = account_id - 1', 'no_reservation'],
      ['another coin', `coin = 'usdt-ethereum'`, 'other_reservation'],
    ])('%s is not paid', async (_, change, difference) => {
      const { id } = (await world.ask(player)).data
      const was = await rowOf(id)
      await force('withdrawal', sql`update withdrawal set ${sql.raw(change)} where id = ${id}`)
      expect(await booksDifferences(world.db, await rowOf(id))).toContain(difference)
      await world.round({ logger })
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'books_differ' })
      expect(await world.paidTo(was.address)).toEqual([])
      const { amount, account_id, coin } = was
      await force(
        'withdrawal',
        sql`update withdrawal set amount = ${amount}, account_id = ${account_id}, coin = ${coin} where id = ${id}`,
      )
      await world.refuse(id)
    })

    it('a changed address goes to review, and so does a row that the server has not written', async () => {
      const seals = await openSecrets(world.db, null)
      const [good, bad] = [(await world.ask(player)).data.id, (await world.ask(player)).data.id]
      const { address } = await rowOf(bad)
      const other = world.someAddress()
      const change = (to: string) =>
        force('withdrawal', sql`update withdrawal set address = ${to} where id = ${bad}`)
      await change(other)
      await world.round({ logger, seals })
      expect([await statusOf(good), await rowOf(bad)]).toMatchObject([
        'broadcast',
        { status: 'review', reason: 'unsealed' },
      ])
      expect(errors).toContain('withdrawal undefined')
      // An approval is bound to the address, too.
      await approve(world.db, world.key, bad, world.clock())
      await change(world.someAddress())
      await world.round({ logger, seals })
      expect(await rowOf(bad)).toMatchObject({ status: 'review', reason: 'unsealed' })
      await change(address)
      await approve(world.db, world.key, bad, world.clock())
      await world.round({ logger, seals })
      expect(await statusOf(bad)).toBe('broadcast')
      await finish()
      expect(await world.paidTo(other)).toEqual([])
    })

    it('a negative fee does not pay more than was reserved', async () => {
      const { id } = (await world.ask(player)).data
      const row = await rowOf(id)
      expect(await booksDifferences(world.db, row)).toEqual([])
      expect(await booksDifferences(world.db, { ...row, fee: '-100' })).toEqual(['fee'])
      expect(await booksDifferences(world.db, { ...row, fee: row.amount })).toEqual(['fee'])
      await cancel(id)
    })

    it('a paid withdrawal is not paid again when its row says that it waits', async () => {
      const { id } = (await world.ask(player)).data
      await finish()
      expect(await statusOf(id)).toBe('confirmed')
      const { signed_at, settled_at } = await rowOf(id)
      await force(
        'withdrawal',
        sql`update withdrawal set status = 'queued', settled_at = null, signed_at = null where id = ${id}`,
      )
      await force(
        'withdrawal_transaction',
        sql`update withdrawal_transaction set outcome = 'expired' where withdrawal_id = ${id}`,
      )
      await expectHeld(id, 'not_reserved_any_more', 'pending_too_small')
      await force(
        'withdrawal_transaction',
        sql`update withdrawal_transaction set outcome = 'confirmed' where withdrawal_id = ${id}`,
      )
      await force(
        'withdrawal',
        sql`update withdrawal set status = 'confirmed', reason = null, signed_at = ${signed_at},
          settled_at = ${settled_at} where id = ${id}`,
      )
    })

    it('a sent transaction is not signed again when its row says that it has expired', async () => {
      const { id } = (await world.ask(player)).data
      await world.round()
      // The signer itself writes this, so no trigger forbids it.
      await sql`update withdrawal_transaction set outcome = 'expired', settled_at = now()
        where withdrawal_id = ${id}`.execute(world.db)
      await sql`update withdrawal set status = 'signing' where id = ${id}`.execute(world.db)
      // No block has it yet, and one still may: it waits, and nothing is signed.
      for (let round = 0; round < 4; round++) await world.round({ logger })
      expect(await rowOf(id)).toMatchObject({ status: 'queued', reason: null })
      expect(await attemptsOf(id)).toBe(1)
      world.pass(1_000)
      await world.round({ logger })
      expect(errors).toContain('withdrawal paid_before')
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'books_differ' })
      expect(await attemptsOf(id)).toBe(1)
      expect(await world.paidTo((await rowOf(id)).address)).toEqual([49n])
      // The money is not refunded either, even if the operator wants it.
      await expect(world.refuse(id)).rejects.toThrow(/is on tron-practice, so it has paid or is about to/)
      await force(
        'withdrawal_transaction',
        sql`update withdrawal_transaction set outcome = null, settled_at = null where withdrawal_id = ${id}`,
      )
      await sql`update withdrawal set status = 'broadcast' where id = ${id}`.execute(world.db)
      await finish()
      expect(await statusOf(id)).toBe('confirmed')
    })

    it('an expired transaction waits for a node that is behind, and for a person when no node can ever tell', async () => {
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
      const { id } = (await world.ask(player)).data
      await world.round({ sender: deaf })
      world.pass(300)
      await settleTransactions(world.context({ sender: deaf }))
      const behind = senderWith(world.sender, { proveOver: async () => null })
      for (let round = 0; round < 4; round++) await world.round({ sender: behind, logger })
      expect(await rowOf(id)).toMatchObject({ status: 'queued', reason: null })
      expect(await attemptsOf(id)).toBe(1)
      const silent = senderWith(world.sender, {
        proveOver: () => Promise.reject(new PersonNeededError('number_used', 'The node does not tell')),
      })
      await world.round({ sender: silent, logger })
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'books_differ' })
      expect(errors).toContain('withdrawal paid_before')
      await approve(world.db, world.key, id, world.clock())
      await finish()
      expect([await statusOf(id), await attemptsOf(id)]).toEqual(['confirmed', 2])
    })

    it('money is refunded only when the chain shows that nothing was paid, or can be', async () => {
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
      const { id } = (await world.ask(player)).data
      await world.round({ sender: deaf })
      world.pass(300)
      await settleTransactions(world.context({ sender: deaf }))
      await force(
        'withdrawal',
        sql`update withdrawal set status = 'review', reason = 'books_differ' where id = ${id}`,
      )
      const refusing = (more: Partial<ChainSender>) => world.refuse(id, senderWith(world.sender, more))
      const nothing = () => Promise.reject(new NodeUnavailable('nothing'))
      await expect(refusing({ proveOver: async () => null })).rejects.toThrow(/does not show yet that/)
      let looks = 0
      const goesOn = () => {
        looks += 1
        return Promise.resolve('goes on' as const)
      }
      await expect(refusing({ proveOver: goesOn })).rejects.toThrow(/Say it again with a node that keeps/)
      expect(looks).toBe(200)
      await expect(refusing({ outcome: nothing })).rejects.toThrow(/does not say now what became of/)
      await expect(refusing({ chain: 'tron' })).rejects.toThrow(/is no chain of this signer's/)
      await expect(refusing({ proveOver: async () => ({ usedBy: 'f0'.repeat(32) }) })).rejects.toThrow(
        /the database does not know it/,
      )
      await expect(
        refusing({ outcome: async () => ({ block: 1, isFinal: false, hasSucceeded: false }) }),
      ).rejects.toThrow(/has paid or is about to/)
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'books_differ' })
      await world.refuse(id)
      expect(await statusOf(id)).toBe('refused')
      expect(await world.held(player)).toEqual({ available: 10_000n, pending: 0n })
    })

    it('a paid transaction marked as expired is found on the list of its chain, and booked once', async () => {
      const { id } = (await world.ask(player)).data
      const other = (await world.ask(await world.richPlayer())).data.id
      await world.round()
      await sql`update withdrawal_transaction set outcome = 'expired', settled_at = now()
        where withdrawal_id = ${id}`.execute(world.db)
      await sql`update withdrawal set status = 'signing' where id = ${id}`.execute(world.db)
      world.pass(FINAL_BLOCKS)
      const { tx_id: txId } = await world.db
        .selectFrom('withdrawal_transaction')
        .select('tx_id')
        .where('withdrawal_id', '=', id)
        .executeTakeFirstOrThrow()
      const { address } = await rowOf(id)
      const transfer = { txId, coin: 'usdt-tron', to: address, amount: 49n * USDT, at: world.clock() }
      const listing = senderWith(world.sender, { history: listedHistory([transfer]) })
      await world.round({ sender: listing, logger })
      expect(await attemptsOf(id)).toBe(1)
      const list = await world.listUnknown(listing)
      expect(list).toContain(`was signed for withdrawal ${id}, and the database says that it can never pay`)
      expect(list).toContain(`npm run signer -- recover tron-practice ${txId} ${id}`)
      await expect(world.recover(listing, 'others', 'none')).rejects.toThrow(/matches no withdrawal/)
      await expect(world.recover(listing, txId, 'none')).rejects.toThrow(/and has paid it: .* books it/)
      await expect(world.recover(listing, txId, other)).rejects.toThrow(/was signed for withdrawal/)
      expect(await world.recover(listing, txId, id)).toBe(`Withdrawal ${id} is paid by ${txId}.`)
      await expect(world.recover(listing, txId, id)).rejects.toThrow(/was decided before/)
      expect(await world.listUnknown(listing)).toMatch(/the database knows all/)
      expect([await statusOf(id), await attemptsOf(id)]).toEqual(['confirmed', 1])
      expect(await world.held(player)).toEqual({ available: 9_950n, pending: 0n })
      expect(await world.paidTo(address)).toEqual([49n])
      await world.db.deleteFrom('signer_halt').execute()
    })

    it('a balance that differs from its postings pays nothing', async () => {
      const { id } = (await world.ask(player)).data
      const raise = (by: number) =>
        force(
          'ledger_account',
          sql`update ledger_account set balance = balance + ${by} where account_id = ${player.uid} and kind = 'available'`,
        )
      await raise(5)
      await expectHeld(id, 'balances')
      await raise(-5)
      await approve(world.db, world.key, id, world.clock())
      await finish()
      expect(await statusOf(id)).toBe('confirmed')
    })

    it('units of one coin are not paid as units of another', async () => {
      const money = { player: player.uid, coin: 'bonk-solana', amount: 100_000_000n }
      await giveMoney(world.db, money, world.clock())
      const id = await insertRow({ coin: 'bonk-solana', amount: '100000000' })
      const reserved = reserveWithdrawal({ ...money, withdrawal: id })
      await postTransaction(world.db, reserved, world.clock())
      for (let round = 0; round < 4; round++) await world.round()
      expect(await rowOf(id)).toMatchObject({ status: 'review', reason: 'unsignable' })
      expect((await player.call(getWithdrawal, { params: { id } })).data.review).toBe('network')
      await world.refuse(id)
    })

    it("the daily limit counts the signer's own journal, whatever the rows say", async () => {
      const limits = { reviewFrom: 5_000n * USDT, perDay: 1_000n * USDT }
      const first = (await world.ask(player, { amount: '801' })).data.id
      await world.round({ limits })
      expect(await statusOf(first)).toBe('broadcast')
      await sql`update withdrawal set signed_at = signed_at - interval '2 days' where id = ${first}`.execute(
        world.db,
      )
      const second = (await world.ask(player, { amount: '301' })).data.id
      await world.round({ limits })
      expect(await statusOf(second)).toBe('queued')
      await world.players.wait(25 * HOUR_MS)
      await world.round({ limits })
      expect(await statusOf(second)).toBe('broadcast')
    })

    it('a price below the floor is not used, and each coin has its own limits', async () => {
      const rules = {
        floors: new Map<string, bigint>(),
        limits: new Map<string, SignerLimits>(),
        decimals: ledgerDecimalsIn(COINS),
        mustKnow: false,
      }
      const coin = 'usdt-ethereum'
      const sender = senderWith(world.sender, { sign: () => Promise.reject(new PaymentWaitsError('short')) })
      const claim = async (coinRules: typeof rules) => {
        const money = { player: player.uid, coin, amount: 1_000n * USDT }
        await giveMoney(world.db, money, world.clock())
        const id = await insertRow({ coin, amount: `${1_000n * USDT}` })
        await postTransaction(world.db, reserveWithdrawal({ ...money, withdrawal: id }), world.clock())
        await world.round({ sender, coinRules })
        const { reason } = await rowOf(id)
        await refuseWithdrawal(world.db, {
          id,
          reason: 'operator',
          from: ['queued', 'review'],
          now: world.clock(),
        })
        return reason
      }
      await sql`update coin set price_usd = 0.001 where id = ${coin}`.execute(world.db)
      expect(await claim(rules)).toBe(null)
      expect(await claim({ ...rules, floors: new Map([[coin, 10n ** 12n]]) })).toBe('large')
      expect(await claim({ ...rules, mustKnow: true })).toBe('no_floor')
      const own = (from: bigint, perDay: bigint) => ({
        ...rules,
        mustKnow: true,
        limits: new Map([[coin, { reviewFrom: from * USDT, perDay: perDay * USDT }]]),
      })
      expect(await claim(own(2_000n, 2_000n))).toBe(null)
      expect(await claim(own(1_000n, 2_000n))).toBe('large')
      expect(await claim(own(2_000n, 999n))).toBe('above_day_limit')
      await sql`update coin set price_usd = 1 where id = ${coin}`.execute(world.db)
      // A raised price of the unit must not lower the value of all other coins.
      await sql`update coin set price_usd = 1000000 where id = 'usdt-tron'`.execute(world.db)
      expect(await claim(rules)).toBe('large')
      await sql`update coin set price_usd = 1 where id = 'usdt-tron'`.execute(world.db)
    })
  })

  describe('in the database', () => {
    it('refuse invalid changes', async () => {
      const { id } = (await world.ask(player)).data
      const change = (set: string) =>
        sql`update withdrawal set ${sql.raw(set)} where id = ${id}`.execute(world.db)
      await expect(change(`address = '${world.someAddress()}'`)).rejects.toThrow()
      await expect(change('amount = 1')).rejects.toThrow()
      await expect(change(`status = 'confirmed'`)).rejects.toThrow()
      await expect(change(`status = 'broadcast'`)).rejects.toThrow()
      await world.round()
      await expect(change(`status = 'cancelled', settled_at = now()`)).rejects.toThrow()
      await expect(change(`status = 'queued'`)).rejects.toThrow()
      const twice =
        sql`insert into withdrawal_transaction (withdrawal_id, chain, tx_id, raw, expires_at, signed_at)
        values (${id}, 'tron-practice', 'feed', '\\x00', now(), now())`.execute(world.db)
      await expect(twice).rejects.toThrow()
      await finish()
      await expect(change(`status = 'failed', reason = 'reverted'`)).rejects.toThrow()
      await expect(sql`delete from withdrawal where id = ${id}`.execute(world.db)).rejects.toThrow()
    })

    it('are compared with the ledger in their current state, even after a forgery', async () => {
      const { db } = world
      const { id } = (await world.ask(player)).data
      await finish()
      const open = (await world.ask(player, { amount: '20' })).data
      expect(await faultsOf(db)).toEqual([])
      const settled = `status = 'confirmed', settled_at = updated_at`
      for (const [of, change, back, faults] of [
        [
          ...[id, 'amount = amount * 2', 'amount = amount / 2'],
          ['chain_payment_differs', 'chain_signed_differs', 'withdrawal_amount_differs'],
        ],
        [
          ...[id, 'fee = fee + 1', 'fee = fee - 1'],
          ['chain_payment_differs', 'chain_signed_differs', 'withdrawal_amount_differs'],
        ],
        [
          ...[id, `status = 'cancelled'`, settled],
          [
            'transfer_unknown',
            'withdrawal_amount_differs',
            'withdrawal_attempts_differ',
            'withdrawal_unposted',
          ],
        ],
        [
          ...[id, `status = 'queued', settled_at = null`, settled],
          [
            ...['hold_differs', 'time_differs', 'transfer_unknown', 'withdrawal_attempts_differ'],
            'withdrawal_unposted',
          ],
        ],
        [
          ...[open.id, settled, `status = 'queued', settled_at = null`],
          [
            ...['hold_differs', 'time_differs', 'withdrawal_amount_differs', 'withdrawal_attempts_differ'],
            'withdrawal_unposted',
          ],
        ],
      ] as [string, string, string, string[]][]) {
        const set = (values: string) =>
          db.transaction().execute(async (trx) => {
            await sql`alter table withdrawal disable trigger user`.execute(trx)
            await sql`update withdrawal set ${sql.raw(values)} where id = ${of}`.execute(trx)
            await sql`alter table withdrawal enable trigger user`.execute(trx)
          })
        await set(change)
        const found = (await faultsOf(db)).map(({ kind }) => kind)
        expect([...new Set(found)].sort(), change).toEqual(faults)
        await set(back)
        expect(await faultsOf(db), back).toEqual([])
      }
    })
  })

  describe('the history', () => {
    it('lists all movements other than bets, by kind and coin, a page at a time', async () => {
      world.players.time.now += 1
      for (let n = 0; n < 32; n++) {
        await world.db.deleteFrom('rate_limit').execute()
        await world.ask(player, { amount: '5' })
        world.players.time.now += n % 3
      }
      const read = async (query: string) => {
        const endpoint = { ...listTransactions, path: `/transactions${query}` } as typeof listTransactions
        return (await player.call(endpoint)).data
      }
      const first = await read('')
      expect(first.transactions).toHaveLength(30)
      const second = await read(`?after=${first.next}`)
      expect(second.next).toBeNull()
      const all = [...first.transactions, ...second.transactions]
      expect(new Set(all.map(({ id }) => id)).size).toBe(33)
      expect(all.at(-1)).toMatchObject({
        group: 'bonus',
        movement: 'practice-grant',
        amount: '1000',
        isOut: false,
      })
      for (const moment of ['99999999999999', '0']) await read(`?after=${moment}-3-1`)
      // Times that one of the databases cannot read.
      for (const moment of ['8640000000000001', '8639999999999999', '99999999999999999']) {
        await expect(read(`?after=${moment}-1-1`)).rejects.toThrow('bad_request')
      }
      const moments = all.map(({ at }) => at)
      expect(moments).toEqual(moments.toSorted().reverse())
      expect((await read('?limit=200')).transactions).toEqual(all)
      expect((await read('?group=bonus')).transactions).toEqual([all.at(-1)])
      expect((await read('?group=deposit')).transactions).toEqual([])
      expect((await read('?coin=sol-solana')).transactions).toEqual([])
    })
  })

  // Runs last: it books payments that are on no practice chain.
  describe('that the wallet has paid and the database does not know', () => {
    beforeEach(finish)
    afterEach(() => world.db.deleteFrom('signer_halt').execute())

    const DAY_MS = 24 * HOUR_MS
    const sentTo = (to: string, at: number, amount = 49n * USDT) => ({
      txId: randomBytes(32).toString('hex'),
      coin: 'usdt-tron',
      to,
      amount,
      at,
    })
    const listing = (sent: readonly SentTransfer[]) =>
      senderWith(world.sender, { history: listedHistory(sent) })

    it('are set aside unseen only if no withdrawal matches them', async () => {
      const address = world.someAddress()
      const { id } = (await world.ask(player, { address })).data
      // The oldest one is not shown, and it has paid.
      const at = world.clock()
      const paid = sentTo(address, at)
      const others = Array.from({ length: 200 }, () => sentTo(world.someAddress(), at, USDT))
      const from = listing([paid, ...others])
      expect(await world.listUnknown(from)).toMatch(/has sent 201 transactions[^]*1 older ones/)
      expect(await world.recover(from, 'others', 'none')).toMatch(
        /^200 transactions .* 1 older ones are left/,
      )
      expect(await world.listUnknown(from)).toContain(`recover tron-practice ${paid.txId} ${id}`)
      await world.round({ sender: from })
      expect([await statusOf(id), await world.paidTo(address)]).toEqual(['queued', []])
      await world.recover(from, paid.txId, 'none')
      await world.round({ sender: from })
      expect(await statusOf(id)).toBe('broadcast')
    })

    it('are all listed, even old ones, when a newer one has been booked', async () => {
      // Requested long ago, in a backup; as far as the database knows, nothing was paid since.
      const [first, second] = [world.someAddress(), world.someAddress()]
      const ids = [
        (await world.ask(player, { address: first })).data.id,
        (await world.ask(player, { address: second })).data.id,
      ]
      const asked = world.clock()
      await world.players.wait(20 * DAY_MS)
      const sent = [sentTo(first, asked + DAY_MS), sentTo(second, asked + 2 * DAY_MS)]
      const from = listing(sent)
      await world.recover(from, sent[1]?.txId ?? '', ids[1] ?? '')
      expect(await world.listUnknown(from)).toContain(`recover tron-practice ${sent[0]?.txId} ${ids[0]}`)
      await world.round({ sender: from })
      expect(await statusOf(ids[0] ?? '')).toBe('queued')
      await world.recover(from, sent[0]?.txId ?? '', ids[0] ?? '')
      expect(await world.listUnknown(from)).toMatch(/the database knows all/)
    })
  })
}

/** The history of a wallet on a chain without nonces, the oldest first; all of it is final. */
function listedHistory(sent: readonly SentTransfer[]): ListedHistory & WalletHistory {
  return {
    isNumbered: false,
    sentSince: async (at) => ({ sent: sent.filter((each) => each.at >= at), isAll: true }),
    async read(txId) {
      const transfers = sent
        .filter((each) => each.txId === txId)
        .map(({ coin, to, amount }) => ({ logIndex: 0, coin, to, amount }))
      return transfers.length === 0 ? null : { txId, nonce: null, block: 1, isFinal: true, transfers }
    },
  }
}

const TIME_OUT = `do $$ begin raise exception using errcode = 'query_canceled',
  message = 'canceling statement due to statement timeout'; end $$`

/** The database, except that adding up the books of one withdrawal takes too long. */
function withSlowBooks(db: Database, withdrawal: string): Database {
  const key = JSON.stringify(reservationKey(withdrawal))
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode' && JSON.stringify(node.parameters).includes(key)
        ? RawNode.createWithSql(TIME_OUT)
        : node,
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}
