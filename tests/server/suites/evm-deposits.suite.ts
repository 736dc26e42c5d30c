import { evmAddress } from '../../support/addresses.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { Refusal } from '#server/base/refusal.ts'
import { faultsOf } from '../../support/books.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getAddress, keccak256, toHex, zeroAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assignTransfer, closeArrival, rescanEvm } from '#server/chain-check/arrivals-desk.ts'
import { list } from '#server/chain-check/deposits.command.ts'
import { readHeldMoney } from '#server/chain-check/held-money.ts'
import { watchArrivals } from '#server/chain-check/arrivals-watch.ts'
import { createLogger } from '#server/base/logger.ts'
import { compareWithChain } from '#server/chain-check/compare-chain.ts'
import { openViews } from '#server/chain-check/open-views.ts'
import { TRANSFER, topicOf } from '#server/chains/evm-answers.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import type { Database } from '#server/db/tables.ts'
import { createChainLease, LeaseLostError } from '#server/deposits/chain-lease.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import { setLimit } from '#server/responsible-play/play-limits.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { addReceived, RESET_BALANCE } from '#server/wallet-deposits/house-balances.ts'
import { assignUnclaimed } from '#server/wallet-deposits/record-evm-transfers.ts'
import { listIntents } from '#server/wallet-deposits/intents.ts'
import { recordEvmTransfers } from '#server/wallet-deposits/record-evm-transfers.ts'
import { createChainNode, NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'
import { createNodeOfChain } from '#server/chains/node-of-chain.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { EVM_CONFIRMATIONS, HOUSE, openEvmWorld, watchEvm, type EvmWorld } from '../../support/evm-world.ts'
import { besideHonest, LIES, through, type Lie } from '../../support/lying-node.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import { watchStatements } from '../../support/watched-database.ts'
import { startChain } from '../../support/wallet/chain.ts'
import type { TestBackend } from './test-backend.ts'

const SOL = 'sol-solana'
const USDT = 1_000_000n
const ETHER = 10n ** 18n
/** The amount for 1 USDT at the practice rates, 434.78 USDT a SOL with 8 decimals. */
const SOL_FOR_ONE = 230_001n

export function evmDepositsSuite(backend: TestBackend): void {
  describe('a deposit from a wallet', () => {
    let db: Database
    let world: EvmWorld
    let watch: Awaited<ReturnType<typeof watchEvm>>
    let player: number
    let other: number
    let alice: PrivateKeyAccount
    let bob: PrivateKeyAccount

    beforeAll(async () => {
      db = await backend.fresh()
      world = await openEvmWorld(await startChain())
      const [first, second] = world.accounts
      if (!first || !second) throw new Error('The chain has no accounts')
      ;[alice, bob] = [first, second]
    }, 60_000)
    afterAll(() => world.chain.stop())
    beforeEach(async () => {
      ;[player = 0, other = 0] = await openLedgerPlayers(db, 2)
      await db.deleteFrom('wallet').execute()
      // Intents of earlier tests must not be looked up in the next one.
      await db.updateTable('deposit_intent').set({ looked_block: null }).execute()
      watch = await watchEvm(db, world)
      await watch.link(player, alice.address)
      await watch.link(other, bob.address)
      await sql`update chain_watch set holder = null`.execute(db)
      await watch.round()
      await watch.round({ chain: watch.practiceChain })
    })
    afterEach(() => world.client.setAutomine(true))

    const received = async (of = player, coin = SOL) =>
      (await balancesOf(db, of)).find((line) => line.coin === coin)?.available ?? 0n
    const statuses = async (of = player) => (await watch.depositsOf(of)).map(({ status }) => status)
    const settle = async () => {
      await world.mine(EVM_CONFIRMATIONS)
      await watch.round()
    }
    /** Each round dies one statement later. @returns how many did, until one got through */
    const roundsThatDie = async (afterEach: () => Promise<unknown> = () => Promise.resolve()) => {
      for (let statements = 0; ; statements++) {
        try {
          await watch.round({ db: crashAfter(db, statements) })
          return statements
        } catch (error) {
          if (!(error instanceof CrashError)) throw error
          await afterEach()
        }
      }
    }
    /** As before the first round that succeeded. */
    const forgetPosition = () => sql`delete from evm_position`.execute(db)
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => '',
        (error: unknown) => (error as Refusal).code,
      )

    it('tells what to send, is followed, and is credited once when it has its confirmations', async () => {
      const asked = await watch.ask(player, alice.address)
      expect(asked).toMatchObject({
        status: 'waiting',
        isPractice: false,
        transaction: { to: getAddress(world.token), value: '0x0', data: world.callOf(HOUSE, 25n * USDT) },
      })
      const { to, data } = asked.transaction
      const txId = await world.client.sendTransaction({ account: alice, to, data: data as Hex })
      expect(await watch.tell(player, asked.id, txId)).toMatchObject({ status: 'sent', txId })
      await watch.round()
      expect(await watch.statusOf(asked.id)).toBe('seen')
      expect(await watch.depositsOf(player)).toMatchObject([
        {
          status: 'confirming',
          confirmations: 0,
          confirmationsNeeded: EVM_CONFIRMATIONS,
          txId,
          paid: { coin: 'usdt-ethereum', amount: '25' },
        },
      ])
      await world.mine(EVM_CONFIRMATIONS - 1)
      await watch.round()
      expect(await watch.depositsOf(player)).toMatchObject([{ confirmations: EVM_CONFIRMATIONS - 1 }])
      expect(await received()).toBe(0n)
      await world.mine(1)
      for (let i = 0; i < 3; i++) await watch.round()
      expect(await watch.depositsOf(player)).toMatchObject([
        {
          status: 'credited',
          confirmations: EVM_CONFIRMATIONS,
          credited: { coin: SOL, amount: '0.05750034' },
        },
      ])
      expect(await received()).toBe(5_750_034n)
      expect(await faultsOf(db)).toEqual([])
    })

    it('is not read from a node of another chain, whose money may be worthless', async () => {
      const [real] = world.config.evm
      if (!real) throw new Error('There is no real chain')
      const elsewhere = { ...real, chainId: 1 }
      const [chain] = await openEvmDepositChains(db, [elsewhere], world.now)
      if (!chain) throw new Error('There is no chain')
      await world.payOwnCoin(alice, ETHER)
      await expect(watch.round({ chain })).rejects.toThrow(/for chain 1 is of chain \d+: correct its node/)
      const [view] = openViews({ ...world.config, evm: [elsewhere] })
      await expect(view?.balanceOf(HOUSE, 'usdt-ethereum')).rejects.toThrow(/correct its node/)
      expect(await statuses()).toEqual([])
      await settle()
      expect(await statuses()).toEqual(['credited'])
    })

    it('is compared with the ledger, for token and native coin, and unread blocks are no difference', async () => {
      const [view] = openViews(world.config)
      if (!view) throw new Error('There is no real chain')
      const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      const own = await world.payOwnCoin(alice, ETHER / 100n)
      await watch.tell(player, asked.id, own)
      await watch.round()
      const paid = await world.pay(alice, 5n * USDT)
      await settle()
      expect(await statuses()).toEqual(['credited', 'credited'])
      const compare = (more: Partial<typeof view> = {}) =>
        compareWithChain(db, { ...view, ...more }, { last: 2 })
      expect(await compare()).toMatchObject({ compared: 2, differences: [], notChecked: [] })
      const change = (by: number) =>
        db
          .updateTable('deposit')
          .set({ amount: sql`amount + ${by}::integer` })
          .where('tx_id', 'in', [own, paid])
          .execute()
      await change(1)
      const changed = (await compare()).differences.map((each) => each.split(' in ')[1] ?? '')
      expect(changed.toSorted()).toEqual([own, paid].toSorted())
      const silent = await compare({ movedBy: () => Promise.reject(new NodeUnavailable('The node sleeps')) })
      expect(silent.differences).toEqual([])
      expect(silent.notChecked.join()).toContain('The node sleeps')
      await change(-1)
      await db
        .updateTable('deposit')
        .set({ sender: '0x' + '11'.repeat(20) })
        .where('tx_id', '=', paid)
        .execute()
      expect((await compare()).differences).toEqual([
        expect.stringContaining(`is not on evm-11155111 in ${paid}`),
      ])
      await db
        .updateTable('deposit')
        .set({ sender: alice.address.toLowerCase() })
        .where('tx_id', '=', paid)
        .execute()
    })

    it("is credited in the chain's own coin by the transaction that the player told", async () => {
      const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      expect(asked.transaction).toEqual({ to: HOUSE, value: '0x2386f26fc10000', data: '0x' })
      await watch.tell(player, asked.id, await world.payOwnCoin(alice, ETHER / 100n))
      await watch.round()
      expect(await statuses()).toEqual(['confirming'])
      await settle()
      expect(await watch.depositsOf(player)).toMatchObject([
        { status: 'credited', paid: { coin: 'eth-ethereum', amount: '0.01' }, contract: 'native' },
      ])
      expect(await received()).toBe(5_750_034n)
    })

    it("is credited to the wallet's player, even without a told transaction, in any amount", async () => {
      await watch.ask(player, alice.address, { receives: 'bonk-solana' })
      await world.pay(alice, 2n * USDT)
      await settle()
      expect(await received(player, 'bonk-solana')).toBe(80_000n * 100_000n)
      await world.pay(bob, 3n * USDT)
      await settle()
      expect(await received(other, 'usdt-ethereum')).toBe(3n * USDT)
    })

    it('is never credited to a player whose wallet did not send it', async () => {
      const theirs = await watch.ask(other, bob.address, { coin: 'eth-ethereum', amount: '0.01' })
      const token = await watch.ask(other, bob.address)
      const hash = await world.payOwnCoin(alice, ETHER / 100n)
      const paid = await world.pay(alice, 25n * USDT)
      await watch.tell(other, theirs.id, hash)
      await watch.tell(other, token.id, paid)
      await settle()
      await watch.round()
      expect(await statuses(other)).toEqual([])
      expect(await watch.statusOf(theirs.id)).toBe('failed')
      expect(await statuses()).toEqual(['credited', 'credited'])
      // Its real sender may still tell it.
      const own = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      await watch.tell(player, own.id, hash)
      await watch.round()
      expect(await statuses()).toEqual(['credited', 'credited'])
      expect(await balancesOf(db, other)).toEqual([])
    })

    it('is refused without a linked wallet, a known coin and the minimum, during a break, or beyond a limit', async () => {
      const ask = (more: object, by = player, from: string = alice.address) =>
        codeOf(watch.ask(by, from, more))
      expect(await ask({}, player, bob.address)).toBe('wallet_not_linked')
      expect(await ask({ chainId: 5 })).toBe('wallet_chain_unsupported')
      expect(await ask({ coin: 'usdb-blast' })).toBe('bad_request')
      expect(await ask({ amount: '0.999999' })).toBe('bad_request')
      expect(await ask({ amount: '1.0000001' })).toBe('bad_request')
      expect(await ask({ receives: 'usdt-tron' })).toBe('bad_request')
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 1_000n, world.now())
      expect(await ask({ amount: '10.01' })).toBe('limit_reached')
      expect(await ask({ amount: '10' })).toBe('')
      const idempotencyKey = randomUUID()
      const [one, two] = [
        await watch.ask(other, bob.address, { idempotencyKey }),
        await watch.ask(other, bob.address, { idempotencyKey }),
      ]
      expect(two.id).toBe(one.id)
      expect(await ask({ idempotencyKey, amount: '26' }, other, bob.address)).toBe('conflict')
    })

    it('counts once when it is cancelled and asked for again, under the same key or another', async () => {
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 3_000n, world.now())
      const idempotencyKey = randomUUID()
      const first = await watch.ask(player, alice.address, { idempotencyKey })
      expect((await watch.ask(player, alice.address, { idempotencyKey })).id).toBe(first.id)
      const second = await watch.ask(player, alice.address)
      expect(second.id).not.toBe(first.id)
      // An order that differs counts in addition.
      expect(await codeOf(watch.ask(player, alice.address, { amount: '24' }))).toBe('limit_reached')
      expect(await codeOf(watch.ask(player, alice.address, { receives: 'bonk-solana' }))).toBe(
        'limit_reached',
      )
      // An order that was sent counts.
      await watch.tell(player, second.id, await world.pay(alice, 25n * USDT))
      expect(await codeOf(watch.ask(player, alice.address))).toBe('limit_reached')
      // The earlier order was sent, too: it is told, followed and credited.
      await watch.tell(player, first.id, await world.pay(alice, 25n * USDT))
      await settle()
      await watch.round()
      expect(await statuses()).toEqual(['credited', 'credited'])
    })

    it('from an unknown wallet is held, reported once, and credited to the player who links the wallet', async () => {
      const stranger = world.accounts[2] ?? alice
      await world.pay(stranger, 7n * USDT)
      await settle()
      await watch.round()
      expect(await statuses()).toEqual([])
      expect(watch.logged.filter(({ text }) => /no account has linked/.test(text))).toHaveLength(1)
      await watch.link(player, stranger.address)
      await watch.round()
      await watch.round()
      expect(await received(player, 'usdt-ethereum')).toBe(7n * USDT)
    })

    it('is credited to the player who meant to send it, even if the wallet was unlinked meanwhile', async () => {
      await watch.ask(player, alice.address)
      await world.pay(alice, USDT)
      await watch.unlink(alice.address)
      await settle()
      expect(await received()).toBe(SOL_FOR_ONE)
    })

    it('is ignored for other tokens, other recipients, dust and zero; below the minimum it is shown but not credited', async () => {
      const fake = await world.deployToken(6)
      await world.client.sendTransaction({ to: fake, data: world.callOf(alice.address, 10n ** 12n) })
      await world.pay(alice, 100n * USDT, fake)
      await world.pay(alice, 100n * USDT, world.token, zeroAddress)
      await world.pay(alice, 0n)
      await world.pay(alice, 9_999n)
      await settle()
      expect(await statuses()).toEqual([])
      for (let i = 0; i < 8; i++) await world.pay(alice, USDT / 2n)
      await settle()
      await settle()
      expect(await statuses()).toEqual(Array.from({ length: 5 }, () => 'below_minimum'))
      expect(await balancesOf(db, player)).toEqual([])
    })

    it('is reversed by a reorg, and credited once when it comes again in another block', async () => {
      const { client } = world
      const asked = await watch.ask(player, alice.address)
      const snapshot = await client.snapshot()
      await world.pay(bob, USDT)
      const request = await client.prepareTransactionRequest({
        account: alice,
        to: world.token,
        data: world.callOf(HOUSE, 25n * USDT),
      })
      const raw = await alice.signTransaction(request as Parameters<typeof alice.signTransaction>[0])
      const txId = await client.sendRawTransaction({ serializedTransaction: raw })
      await watch.tell(player, asked.id, txId)
      await world.mine(1)
      await watch.round()
      expect(await watch.depositsOf(player)).toMatchObject([{ status: 'confirming', confirmations: 1 }])
      await client.revert({ id: snapshot })
      await world.mine(2)
      await watch.round()
      expect(await watch.depositsOf(player)).toMatchObject([{ status: 'confirming', confirmations: 0 }])
      expect(await watch.statusOf(asked.id)).toBe('sent')
      await world.mine(10)
      await watch.round()
      expect(await watch.depositsOf(player)).toMatchObject([{ status: 'confirming', confirmations: 0 }])
      expect(await received()).toBe(0n)
      await client.sendRawTransaction({ serializedTransaction: raw })
      await settle()
      await watch.round()
      expect(await watch.depositsOf(player)).toMatchObject([{ status: 'credited', txId }])
      expect(await received()).toBe(25n * SOL_FOR_ONE + 9n)
      expect(await faultsOf(db)).toEqual([])
    })

    it('is given up when it never comes again, with an alarm when even final blocks were replaced', async () => {
      const { client } = world
      const asked = await watch.ask(player, alice.address)
      const snapshot = await client.snapshot()
      await watch.tell(player, asked.id, await world.pay(alice, 25n * USDT))
      await watch.round()
      await client.revert({ id: snapshot })
      await world.mine(1)
      world.passMinutes(61)
      await watch.round()
      expect(await statuses()).toEqual(['dropped'])

      const before = await client.snapshot()
      await world.pay(alice, USDT)
      const strange = await world.pay(world.accounts[3] ?? bob, 25n * USDT)
      const held = () =>
        db.selectFrom('unclaimed_transfer').select('tx_id').where('tx_id', '=', strange).execute()
      await world.mine(EVM_CONFIRMATIONS)
      await watch.round()
      expect([await statuses(), await held()]).toEqual([['dropped', 'credited'], [{ tx_id: strange }]])
      await client.revert({ id: before })
      await client.setNextBlockTimestamp({
        timestamp: (await client.getBlock()).timestamp + 100n,
      })
      await world.mine(EVM_CONFIRMATIONS + 3)
      await watch.round()
      const alarms = watch.logged.filter(({ level }) => level === 'error').map(({ fields }) => fields)
      expect(alarms).toMatchObject([
        { alarm: 'deposit' },
        { alarm: 'deposit_gone', deposits: [{ amount: '1000000' }] },
      ])
      // Nobody has to decide about a deposit that never came.
      expect(await held()).toEqual([])
      await watch.round()
      expect(await received()).toBe(SOL_FOR_ONE)
    })

    it('is followed when the transaction was sped up, and shown as replaced by another transaction', async () => {
      const { client } = world
      await client.setAutomine(false)
      const nonce = await client.getTransactionCount({ address: alice.address })
      const send = (value: bigint, gwei: bigint, to: Hex = HOUSE) =>
        client.sendTransaction({
          account: alice,
          to,
          value,
          nonce,
          gas: 21_000n,
          maxFeePerGas: gwei * 10n ** 9n,
          maxPriorityFeePerGas: gwei * 10n ** 9n,
        })
      const first = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      await watch.tell(player, first.id, await send(ETHER / 100n, 10n))
      await watch.round()
      expect(await watch.statusOf(first.id)).toBe('sent')
      await send(ETHER / 100n, 20n)
      await world.mine(1)
      await watch.round()
      await watch.round()
      expect(await watch.statusOf(first.id)).toBe('seen')
      await settle()
      expect(await statuses()).toEqual(['credited'])

      const second = await watch.ask(other, bob.address, { coin: 'eth-ethereum', amount: '0.01' })
      const next = await client.getTransactionCount({ address: bob.address })
      const cancel = (gwei: bigint, to: Hex) =>
        client.sendTransaction({
          account: bob,
          to,
          value: 1n,
          nonce: next,
          gas: 21_000n,
          maxFeePerGas: gwei * 10n ** 9n,
          maxPriorityFeePerGas: gwei * 10n ** 9n,
        })
      await watch.tell(other, second.id, await cancel(10n, HOUSE))
      await watch.round()
      await cancel(20n, bob.address)
      await world.mine(1)
      await watch.round()
      expect(await watch.statusOf(second.id)).toBe('replaced')
      expect(await statuses(other)).toEqual([])
    })

    it('is shown as failed on the chain, or as unknown to the chain', async () => {
      const failing = await watch.ask(player, alice.address)
      const hash = await world.client.sendTransaction({
        account: alice,
        to: world.token,
        gas: 100_000n,
        data: world.callOf(HOUSE, 10n ** 20n),
      })
      await watch.tell(player, failing.id, hash)
      const unheard = await watch.ask(player, alice.address)
      await watch.tell(player, unheard.id, `0x${'ab'.repeat(32)}`)
      expect(await codeOf(watch.tell(player, unheard.id, `0x${'cd'.repeat(32)}`))).toBe('conflict')
      expect(await codeOf(watch.tell(other, unheard.id, `0x${'cd'.repeat(32)}`))).toBe('not_found')
      await settle()
      expect(await watch.statusOf(failing.id)).toBe('failed')
      expect(await watch.statusOf(unheard.id)).toBe('sent')
      world.passMinutes(31)
      await watch.round()
      expect(await watch.statusOf(unheard.id)).toBe('dropped')
      // The wallet sends it after all.
      const late = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      const request = await world.client.prepareTransactionRequest({
        account: alice,
        to: HOUSE,
        value: ETHER / 100n,
      })
      const raw = await alice.signTransaction(request as Parameters<typeof alice.signTransaction>[0])
      await watch.tell(player, late.id, keccak256(raw))
      world.passMinutes(31)
      await watch.round()
      expect(await watch.statusOf(late.id)).toBe('dropped')
      await world.client.sendRawTransaction({ serializedTransaction: raw })
      world.passMinutes(11)
      await watch.round()
      await settle()
      expect(await statuses()).toEqual(['credited'])
    })

    it('is found by reading each block once by its hash, with few requests when there is no new block', async () => {
      await watch.round()
      await sql`update chain_watch set holder = null`.execute(db)
      const lease = createChainLease(db, watch.chain.chain, randomUUID(), 60_000)
      let asked: string[] = []
      const chain = through(watch.chain, world.chain.url, ({ method, params, truth }) => {
        const [filter] = params
        if (method === 'eth_getLogs') asked.push(String((filter as { blockHash?: string }).blockHash))
        else asked.push(method)
        return truth()
      })
      const round = async () => {
        asked = []
        await watch.round({ lease, chain })
      }
      for (let i = 0; i < 6; i++) {
        await world.pay(alice, USDT)
        await world.mine(20)
      }
      await round()
      const hashes = asked.filter((each) => each.startsWith('0x'))
      expect(hashes.length).toBeGreaterThan(120)
      expect(new Set(hashes).size).toBe(hashes.length)
      expect(await received(player, 'usdt-ethereum')).toBe(6n * USDT)
      await round()
      expect(asked.filter((each) => each.startsWith('0x'))).toEqual([])
      expect(asked.length).toBeLessThan(6)
      await world.pay(alice, USDT)
      await round()
      expect(asked.filter((each) => each.startsWith('0x'))).toHaveLength(1)
      expect(await statuses()).toContain('confirming')
    })

    it('is credited exactly once after a kill between any two statements', async () => {
      const asked = await watch.ask(player, alice.address)
      await watch.tell(player, asked.id, await world.pay(alice, 25n * USDT))
      const native = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      await watch.tell(player, native.id, await world.payOwnCoin(alice, ETHER / 100n))
      const unnamed = await watch.ask(other, bob.address, { coin: 'eth-ethereum', amount: '0.01' })
      await watch.tell(other, unnamed.id, null)
      await world.payOwnCoin(bob, ETHER / 100n)
      await world.pay(bob, USDT)
      await world.mine(EVM_CONFIRMATIONS)
      await forgetPosition()
      const crashes = await roundsThatDie()
      expect(crashes).toBeGreaterThan(20)
      expect(await statuses()).toEqual(['credited', 'credited'])
      expect(await received()).toBe(2n * 5_750_034n)
      expect(await watch.statusOf(unnamed.id)).toBe('seen')
      expect(await received(other)).toBe(5_750_034n + SOL_FOR_ONE)
      expect(await faultsOf(db)).toEqual([])
    })

    it('works the same on a practice chain, where no wallet sends', async () => {
      const { practiceChain, practice } = watch
      await sql`update chain_watch set holder = null`.execute(db)
      const round = () => watch.round({ chain: practiceChain, now: world.now() })
      await round()
      const asked = await watch.ask(player, alice.address, {
        chainId: practiceChain.chainId,
        coin: 'usdb-blast',
        amount: '5',
      })
      const txId: Hex = `0x${'77'.repeat(32)}`
      const transfer = {
        txId,
        from: evmAddress(alice.address),
        to: practiceChain.recipient,
        contract: practiceChain.tokens[0]?.contract ?? null,
        amount: 5n * ETHER,
      }
      await practice.send(transfer)
      await practice.send(transfer)
      await watch.tell(player, asked.id, txId)
      world.passMinutes(1 / 12)
      await round()
      expect(await statuses()).toEqual(['confirming'])
      world.passMinutes(1)
      await round()
      await round()
      expect(await received()).toBe(5n * SOL_FOR_ONE + 1n)
    })

    it('of practice money is limited to a million dollars at once', async () => {
      const { practiceChain } = watch
      const ask = (amount: string) =>
        codeOf(
          watch.ask(player, alice.address, { chainId: practiceChain.chainId, coin: 'usdb-blast', amount }),
        )
      expect([await ask('1000000.01'), await ask('999999999')]).toEqual(
        Array(2).fill('wallet_practice_limit'),
      )
      expect(await ask('1000000')).toBe('')
    })

    it('is held when no account can hold it, from any sender, and delays no other', async () => {
      const stranger = world.accounts[2] ?? alice
      const { source } = watch.chain
      const absurd = 2n ** 256n - 1n
      const odd = new Set([await world.pay(alice, USDT), await world.pay(stranger, USDT)])
      await world.pay(bob, USDT)
      const lying = {
        ...source,
        readBlocks: async (range: Parameters<typeof source.readBlocks>[0]) => {
          const read = await source.readBlocks(range)
          const transfers = read.transfers.map((each) =>
            odd.has(each.txId as Hex) ? { ...each, amount: absurd } : each,
          )
          return { ...read, transfers }
        },
      }
      await world.mine(EVM_CONFIRMATIONS)
      for (let i = 0; i < 2; i++) await watch.round({ chain: { ...watch.chain, source: lying } })
      expect([await statuses(), await statuses(other)]).toEqual([['too_large'], ['credited']])
      expect(watch.logged.filter(({ text }) => /too large/.test(text))).toHaveLength(1)
      const kept = db.selectFrom('unclaimed_transfer').select('amount').where('claimed_at', 'is', null)
      expect(await kept.execute()).toContainEqual({ amount: String(absurd) })
      await watch.link(player, stranger.address)
      await watch.round({ chain: { ...watch.chain, source: lying } })
      await watch.round({ chain: { ...watch.chain, source: lying } })
      expect(await statuses()).toEqual(['too_large', 'too_large'])
      expect(await faultsOf(db)).toEqual([])
    })

    it('stays with its player in the books when the wallet turns out to be a contract on another chain', async () => {
      await watch.unlink(alice.address)
      const at = new Date(world.now())
      const wallet = { address: evmAddress(alice.address), account_id: player, label: '', linked_at: at }
      // As before the kind of a wallet was stored.
      await db
        .insertInto('wallet')
        .values({ ...wallet, last_used_at: null, proven_by: null, chain_id: null })
        .execute()
      await world.pay(alice, USDT)
      await settle()
      expect(await statuses()).toEqual(['credited'])
      await db
        .updateTable('wallet')
        .set({ proven_by: 'contract', chain_id: String(watch.practiceChain.chainId) })
        .where('account_id', '=', player)
        .execute()
      expect(await faultsOf(db)).toEqual([])
    })

    it("from a contract counts only on the contract's own chain, also when it came before the link", async () => {
      // Nobody has ordered a payment from it yet.
      const contract = privateKeyToAccount(generatePrivateKey())
      await world.client.setBalance({ address: contract.address, value: ETHER })
      await world.pay(alice, 100n * USDT, world.token, contract.address)
      const [elsewhere, here] = [watch.practiceChain.chainId, watch.chain.chainId]
      await watch.link(player, contract.address, elsewhere)
      expect(await codeOf(watch.ask(player, contract.address))).toBe('wallet_not_linked')
      await world.pay(contract, USDT)
      await settle()
      await watch.round()
      expect([await statuses(), await statuses(other)]).toEqual([[], []])
      await watch.link(other, contract.address, here)
      await watch.round()
      expect([await statuses(), await statuses(other)]).toEqual([[], ['credited']])
      expect(await codeOf(watch.ask(player, contract.address))).toBe('wallet_not_linked')
      expect(await watch.ask(other, contract.address)).toMatchObject({ status: 'waiting' })
      await world.pay(contract, 2n * USDT)
      await settle()
      expect([await statuses(), await statuses(other)]).toEqual([[], ['credited', 'credited']])
      // The address as a key, if there is one, owns deposits on every chain.
      await watch.link(player, contract.address)
      await world.pay(contract, 3n * USDT)
      await settle()
      expect([await statuses(), await statuses(other)]).toEqual([['credited'], ['credited', 'credited']])
      expect(await codeOf(watch.ask(other, contract.address))).toBe('wallet_not_linked')
      await db.deleteFrom('wallet').where('proven_by', '=', 'key').execute()
      // With two owners of an address, deposits are told apart on the other chain as well.
      const onOther = { chainId: elsewhere, coin: watch.practiceChain.tokens[0]?.coin ?? '' }
      expect(await watch.ask(player, contract.address, onOther)).toMatchObject({ status: 'waiting' })
      expect(await codeOf(watch.ask(other, contract.address, onOther))).toBe('wallet_not_linked')
    })

    it("is not delayed when the node gives no answer about another player's transaction, which is reported once", async () => {
      const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      const txId = await world.payOwnCoin(alice, ETHER / 100n)
      await watch.tell(player, asked.id, txId)
      const told = await watch.ask(other, bob.address, { coin: 'eth-ethereum', amount: '0.01' })
      await watch.tell(other, told.id, await world.payOwnCoin(bob, ETHER / 100n))
      await world.mine(EVM_CONFIRMATIONS)
      const { source } = watch.chain
      const refuse = () => Promise.reject(new NodeUnavailable('The node of the chain does not answer'))
      const partly = {
        ...watch.chain,
        source: { ...source, receipt: (hash: string) => (hash === txId ? refuse() : source.receipt(hash)) },
      }
      for (let i = 0; i < 2; i++) await watch.round({ chain: partly })
      expect([await watch.statusOf(asked.id), await statuses(other)]).toEqual(['sent', ['credited']])
      expect(watch.logged.filter(({ text }) => /cannot be read/.test(text))).toHaveLength(1)
      await watch.round()
      expect(await statuses()).toEqual(['credited'])
    })

    it('is credited by its event even when no transaction of an intent can be looked up', async () => {
      const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      await watch.tell(player, asked.id, await world.payOwnCoin(alice, ETHER / 100n))
      await world.pay(bob, USDT)
      await world.mine(EVM_CONFIRMATIONS)
      const { source } = watch.chain
      const refuse = () => Promise.reject(new NodeUnavailable('The node of the chain does not answer'))
      let heads = 0
      const head = () => (heads++ === 0 ? source.head() : refuse())
      const failing = { ...watch.chain, source: { ...source, head, transaction: refuse } }
      await expect(watch.round({ chain: failing })).rejects.toThrow(NodeUnavailable)
      expect(await statuses(other)).toEqual(['credited'])
      expect(await statuses()).toEqual([])
      await watch.round()
      expect(await statuses()).toEqual(['credited'])
    })

    describe('a round', () => {
      const stateOf = () =>
        db
          .selectFrom('chain_watch')
          .innerJoin('evm_position', 'evm_position.chain', 'chain_watch.chain')
          .select(['checked_at', 'evm_position.block'])
          .where('chain_watch.chain', '=', watch.chain.chain)
          .executeTakeFirstOrThrow()

      it('counts as a check of the chain when it ends, even if the ledger refuses a deposit', async () => {
        await watch.round()
        const before = await stateOf()
        world.passMinutes(6)
        await world.pay(alice, USDT)
        await world.mine(EVM_CONFIRMATIONS)
        const onCredited = () => Promise.reject(new LedgerError('unbalanced', 'The test refuses it'))
        await expect(watch.round({ onCredited })).rejects.toThrow(AggregateError)
        const after = await stateOf()
        expect(after.checked_at).toEqual(before.checked_at)
        expect(Number(after.block)).toBeGreaterThan(Number(before.block))
        const proven = db.selectFrom('house_balance').select('settled_block').distinct()
        expect(await proven.where('chain', '=', watch.chain.chain).execute()).toEqual([
          { settled_block: after.block },
        ])
        await watch.round()
        expect(Number((await stateOf()).checked_at)).toBeGreaterThan(Number(before.checked_at))
      })

      it('credits other deposits while the node refuses to tell about one', async () => {
        const lost = await world.pay(alice, 2n * USDT)
        await watch.round()
        await world.mine(EVM_CONFIRMATIONS)
        await world.pay(bob, 3n * USDT)
        await world.mine(EVM_CONFIRMATIONS)
        const { source } = through(watch.chain, world.chain.url, async ({ method, params, truth }) => {
          if (params[0] === lost) throw new RpcFailure(-32_000, 'history has been pruned')
          const answer = await truth()
          const isOthers = (each: { transactionHash: string }) => each.transactionHash !== lost
          return method === 'eth_getLogs'
            ? (answer as { transactionHash: string }[]).filter(isOthers)
            : answer
        })
        for (let i = 0; i < 2; i++) await watch.round({ chain: { ...watch.chain, balances: null, source } })
        expect([await statuses(), await statuses(other)]).toEqual([['confirming'], ['credited']])
        expect(watch.logged.filter(({ text }) => /waits for cannot be read/.test(text))).toHaveLength(1)
        await watch.round()
        expect(await statuses()).toEqual(['credited'])
      })

      it('adds up deposits by block, and skips those of zero', async () => {
        let updates = 0
        const watched = watchStatements(
          db,
          (node) => void (updates += Number(node.kind === 'UpdateQueryNode')),
        )
        const sent = (amount: bigint, block: number) => ({
          address: evmAddress(HOUSE),
          contract: evmAddress(world.token),
          amount,
          block,
        })
        const received = [
          ...Array.from({ length: 9 }, () => sent(1n, 0)),
          sent(0n, 0),
          sent(0n, 1),
          sent(2n, 2),
        ]
        await addReceived(watched, watch.chain.chain, received)
        expect(updates).toBe(2)
      })
    })

    it('reads transactions with more than a megabyte of events, and none that moved nothing', async () => {
      const bot = `0x${'b0'.repeat(20)}` as const
      /** Sends the house this amount, and fills its receipt. */
      const run = async (amount: bigint) => {
        const word = amount.toString(16).padStart(64, '0')
        const transfer = `63a9059cbb60e01b60005273${HOUSE.slice(2)}6004527f${word}602452`
        const call = `6000600060446000600073${world.token.slice(2)}5af150`
        await world.client.setCode({ address: bot, bytecode: `0x${transfer}${call}620800006000a000` })
        const txId = await world.client.sendTransaction({ account: alice, to: bot, gas: 8_000_000n })
        await world.mine(1)
        return txId
      }
      await world.client.sendTransaction({ to: world.token, data: world.callOf(bot, USDT) })
      await watch.link(player, bot)
      const asked = await watch.ask(player, bot)
      const nothing = await run(0n)
      await watch.tell(player, asked.id, nothing)
      const paid = await run(USDT)
      const { logs } = await world.client.getTransactionReceipt({ hash: paid })
      expect(logs.at(-1)?.data.length).toBeGreaterThan(2 ** 20)
      await settle()
      expect(await watch.statusOf(asked.id)).toBe('failed')
      expect(await watch.depositsOf(player)).toMatchObject([{ status: 'credited', txId: paid }])
      expect(await received()).toBe(SOL_FOR_ONE)

      const node = createChainNode(world.chain.url)
      const calls: { method: string; maxBytes: number | undefined }[] = []
      const source = createEvmNode({
        request: (...[method, params, timeoutMs, maxBytes]: Parameters<typeof node.request>) => {
          calls.push({ method, maxBytes })
          return node.request(method, params, timeoutMs, maxBytes)
        },
      })
      const { blockNumber } = await world.client.getTransactionReceipt({ hash: nothing })
      const [fromBlock, toBlock] = [Number(blockNumber), Number(blockNumber)]
      const tokens = [{ contract: evmAddress(world.token), least: 1n }]
      const range = { house: [evmAddress(HOUSE)], tokens, unproven: [], fromBlock, toBlock }
      expect(await source.readBlocks(range)).toMatchObject({ transfers: [], last: { block: toBlock } })
      expect(calls.map(({ method }) => method)).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
    })

    it('credits a transfer whose receipt has too many events to read, under the same name', async () => {
      const bot = `0x${'b1'.repeat(20)}` as const
      const word = USDT.toString(16).padStart(64, '0')
      const call = `6000600060446000600073${world.token.slice(2)}5af150`
      // An event before the transfer, and a long one after it.
      const code = `60006000a063a9059cbb60e01b60005273${HOUSE.slice(2)}6004527f${word}602452${call}620100006000a000`
      await world.client.setCode({ address: bot, bytecode: `0x${code}` })
      await world.client.sendTransaction({ to: world.token, data: world.callOf(bot, USDT) })
      await watch.link(player, bot)
      await world.pay(bob, USDT)
      const txId = await world.client.sendTransaction({ account: alice, to: bot, gas: 8_000_000n })
      await world.pay(bob, 2n * USDT)
      const node = createChainNode(world.chain.url)
      const request: typeof node.request = (method, params, timeoutMs, maxBytes) =>
        node.request(method, params, timeoutMs, method === 'eth_getTransactionReceipt' ? 20_000 : maxBytes)
      const source = createEvmNode({ request })
      await expect(request('eth_getTransactionReceipt', [txId])).rejects.toThrow(NodeUnavailable)
      await watch.round({ chain: { ...watch.chain, source } })
      expect(await statuses()).toEqual(['confirming'])
      await world.mine(EVM_CONFIRMATIONS)
      await watch.round({ chain: { ...watch.chain, source } })
      await watch.round()
      expect([await statuses(), await statuses(other)]).toEqual([['credited'], ['credited', 'credited']])
      const kept = db.selectFrom('deposit').select('log_index').where('tx_id', '=', txId)
      expect(await kept.execute()).toEqual([{ log_index: 1 }])
      expect(await source.receipt(txId)).toMatchObject({ hasSucceeded: true, transfers: [] })
    })

    it('credits a transfer to the player with the wallet, whatever a former holder tells', async () => {
      const stale = await watch.ask(player, alice.address)
      await watch.unlink(alice.address)
      await watch.link(other, alice.address)
      const txId = await world.pay(alice, 25n * USDT)
      await watch.tell(player, stale.id, txId)
      await settle()
      expect([await statuses(), await statuses(other)]).toEqual([[], ['credited']])
    })

    describe('seen before its wallet was unlinked', () => {
      const seen = async (amount = USDT) => {
        const txId = await world.pay(alice, amount)
        await watch.round()
        expect(await statuses()).toEqual(['confirming'])
        return txId
      }
      const heldLines = async () => (await readHeldMoney(db, Infinity)).lines

      it('is credited all the same', async () => {
        await seen()
        await watch.unlink(alice.address)
        await settle()
        expect([await statuses(), await received(player, 'usdt-ethereum')]).toEqual([['credited'], USDT])
        expect(await faultsOf(db)).toEqual([])
      })

      it('waits for the operator when its account was closed, too', async () => {
        const txId = await seen()
        await watch.unlink(alice.address)
        await db
          .updateTable('account')
          .set({ closed_at: new Date(world.now()), email: null, password_hash: null })
          .where('id', '=', player)
          .execute()
        await settle()
        expect(await statuses()).toEqual(['account_closed'])
        expect((await heldLines()).join('\n')).toContain(txId)
        expect(await faultsOf(db)).toEqual([])
      })

      it('can be assigned when it was recorded as unclaimed', async () => {
        const txId = await seen(25n * USDT)
        await watch.unlink(alice.address)
        const row = await db
          .selectFrom('deposit')
          .select(['chain', 'tx_id', 'log_index', 'sender', 'recipient', 'contract', 'amount', 'block'])
          .where('tx_id', '=', txId)
          .executeTakeFirstOrThrow()
        const at = new Date(world.now())
        const sender = evmAddress(alice.address)
        const recipient = evmAddress(HOUSE)
        const place = { sender, recipient, log_index: 0, block: row.block ?? '', block_at: at }
        const held = { ...row, ...place, coin: 'usdt-ethereum' }
        await db
          .insertInto('unclaimed_transfer')
          .values({ ...held, seen_at: at, claimed_at: null })
          .execute()
        const name = `${row.chain}/${txId}/0`
        expect((await heldLines()).join('\n')).toContain(`${name}: 25000000`)
        expect(await assignTransfer(db, { name, player: other, now: world.now() })).toBe(true)
        await settle()
        expect(await received(other, 'usdt-ethereum')).toBe(25n * USDT)
        expect((await heldLines()).join('\n')).not.toContain(name)
      })

      it('delays no others, even if the node tells endless events of it', async () => {
        const many = await Promise.all(
          Array.from({ length: 51 }, async () => {
            const txId = keccak256(toHex(randomUUID()))
            await db
              .insertInto('deposit')
              .values({
                account_id: player,
                chain: watch.chain.chain,
                tx_id: txId,
                log_index: 0,
                sender: evmAddress(alice.address),
                recipient: evmAddress(HOUSE),
                contract: evmAddress(world.token),
                coin: 'usdt-ethereum',
                amount: '1000000',
                block: '1',
                block_at: new Date(world.now()),
                status: 'confirming' as const,
                receive_coin: SOL,
                credited_amount: null,
                credited_price_usd: null,
                paid_price_usd: null,
                usd_cents: null,
                seen_at: new Date(world.now()),
                settled_at: null,
                updated_at: new Date(world.now()),
              })
              .execute()
            return txId
          }),
        )
        const asked = new Set<string>()
        const { source } = watch.chain
        const receipt: typeof source.receipt = async (txId) => {
          if (!many.some((each) => each === txId)) return source.receipt(txId)
          asked.add(txId)
          return { block: 1, at: world.now(), hasSucceeded: true, isPartial: true, transfers: [] }
        }
        for (let i = 0; i < 2; i++) {
          await world.mine(1)
          world.passMinutes(1)
          await watch.round({ chain: { ...watch.chain, source: { ...source, receipt } } })
        }
        expect(asked.size).toBe(51)
        await db.deleteFrom('deposit').where('tx_id', 'in', many).execute()
      })
    })

    it('ordered by an account that is now closed is held for the player who links the wallet next', async () => {
      await watch.ask(player, alice.address)
      await watch.unlink(alice.address)
      await db
        .updateTable('account')
        .set({ closed_at: new Date(world.now()), email: null, password_hash: null })
        .where('id', '=', player)
        .execute()
      await world.pay(alice, 25n * USDT)
      await settle()
      expect(await statuses()).toEqual([])
      await watch.link(other, alice.address)
      await watch.round()
      expect(await statuses(other)).toEqual(['credited'])
    })

    it('under way counts towards a limit once, and an unsent order counts for an hour', async () => {
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 1_000n, world.now())
      const ask = (amount: string) => codeOf(watch.ask(player, alice.address, { amount }))
      const first = await watch.ask(player, alice.address, { amount: '6' })
      expect([await ask('5'), await ask('4')]).toEqual(['limit_reached', ''])
      const paid = await world.pay(alice, 6n * USDT)
      await watch.tell(player, first.id, paid)
      world.passMinutes(61)
      expect([await ask('5'), await ask('4')]).toEqual(['limit_reached', ''])
      world.passMinutes(61)
      await settle()
      expect(await statuses()).toEqual(['credited'])
      expect([await ask('5'), await ask('4')]).toEqual(['limit_reached', ''])
    })

    it('that was not sent can be asked for again', async () => {
      const idempotencyKey = randomUUID()
      const ask = () => codeOf(watch.ask(player, alice.address, { idempotencyKey }))
      expect(await ask()).toBe('')
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 2_499n, world.now())
      expect(await ask()).toBe('limit_reached')
      // It counts for an hour from the last request.
      await sql`delete from play_limit where account_id = ${player}`.execute(db)
      world.passMinutes(59)
      expect(await ask()).toBe('')
      world.passMinutes(59)
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 3_000n, world.now())
      expect(await codeOf(watch.ask(player, alice.address, { amount: '24' }))).toBe('limit_reached')
      const asked = await watch.ask(player, alice.address, { idempotencyKey })
      await watch.tell(player, asked.id, await world.pay(alice, 25n * USDT))
      await setLimit(db, player, { kind: 'deposit', period: 'day' }, 1n, world.now())
      expect(await watch.ask(player, alice.address, { idempotencyKey })).toMatchObject({ status: 'sent' })
    })

    it('is not offered before the block from which to search is known', async () => {
      await forgetPosition()
      const { chain, practiceChain } = watch
      const ask = (chainId: number, coin: string) =>
        codeOf(watch.ask(player, alice.address, { chainId, coin }))
      const head = () => Promise.reject(new NodeUnavailable('The node of the chain does not answer'))
      const silent = { ...chain, source: { ...chain.source, head } }
      await expect(watch.round({ chain: silent })).rejects.toThrow(NodeUnavailable)
      expect(await ask(chain.chainId, 'usdt-ethereum')).toBe('unavailable')
      expect(await ask(practiceChain.chainId, 'usdb-blast')).toBe('unavailable')
      await watch.round()
      expect(await ask(chain.chainId, 'usdt-ethereum')).toBe('')
      expect(await ask(practiceChain.chainId, 'usdb-blast')).toBe('unavailable')
    })

    describe('with a node that leaves out data', () => {
      const position = async () => {
        const { chain } = watch.chain
        const row = await db
          .selectFrom('evm_position')
          .selectAll()
          .where('chain', '=', chain)
          .executeTakeFirst()
        return Number(row?.block)
      }
      const lied = (lie: Lie) => through(watch.chain, world.chain.url, lie)
      const unsettled = () =>
        db.selectFrom('house_balance').selectAll().where('unsettled_since', 'is not', null).execute()
      /** One transfer that the node hides until it is final. */
      const payBehind = async (lie: Lie) => {
        await watch.round()
        const txId = await world.pay(alice, 25n * USDT)
        await world.mine(4 * EVM_CONFIRMATIONS)
        const chain = lied(lie)
        for (let i = 0; i < 3; i++) await watch.round({ chain }).catch(() => {})
        return { txId, chain }
      }
      const arrived = async () => {
        expect(await statuses()).toEqual(['credited'])
        expect(await received(player, 'usdt-ethereum')).toBe(25n * USDT)
        expect(await unsettled()).toEqual([])
        expect(await faultsOf(db)).toEqual([])
      }

      it('is read no further than the blocks that the node has, whatever head it names', async () => {
        await watch.round()
        const { block: top } = await watch.chain.source.head()
        const isBehind = (block: unknown) => block !== 'latest' && Number(block) > top
        const behind: Lie = async ({ method, params, truth }) => {
          if (method === 'eth_getBlockByNumber' && isBehind(params[0])) return null
          if (method !== 'eth_getLogs') return truth()
          const { blockHash } = params[0] as { readonly blockHash: Hex }
          const { number } = await world.client.getBlock({ blockHash })
          return Number(number) > top ? [] : truth()
        }
        const { chain } = await payBehind(behind)
        expect(await position()).toBeLessThanOrEqual(top)
        await watch.round({ chain })
        await watch.round()
        await arrived()
      })

      it('asks for blocks by hash, so that a node without a block must say so', async () => {
        const { chain } = await payBehind(({ method, truth }) => {
          if (method === 'eth_getLogs') throw new RpcFailure(-32_000, 'unknown block')
          return truth()
        })
        const before = await position()
        await expect(watch.round({ chain })).rejects.toThrow('does not return the events')
        expect(await position()).toBe(before)
        await watch.round()
        await arrived()
      })

      it('notices missing events by the balance of the house, and finds the transfer by its block', async () => {
        await payBehind(LIES.noEvents)
        await arrived()
      })

      it('notices a node that tells only the first events of a block', async () => {
        await watch.round()
        await world.client.setAutomine(false)
        for (let i = 0; i < 5; i++) {
          const nonce = (await world.client.getTransactionCount({ address: alice.address })) + i
          await world.client.sendTransaction({
            account: alice,
            to: world.token,
            data: world.callOf(HOUSE, 5n * USDT),
            nonce,
            gas: 100_000n,
          })
        }
        await world.mine(1)
        await world.client.setAutomine(true)
        await world.mine(EVM_CONFIRMATIONS)
        const chain = lied(LIES.firstEvents(3))
        for (let i = 0; i < 2; i++) await watch.round({ chain })
        expect(await statuses()).toEqual(Array.from({ length: 5 }, () => 'credited'))
        expect([await unsettled(), await faultsOf(db)]).toEqual([[], []])
      })

      it('does not pass a block whose receipt the node does not show', async () => {
        const { chain } = await payBehind(LIES.noReceipts)
        expect(await statuses()).toEqual([])
        await expect(watch.round({ chain })).rejects.toThrow('does not show the outcome of')
        await watch.round()
        await arrived()
      })

      it('does not pass an event that cannot be read', async () => {
        await payBehind(async ({ method, truth }) => {
          const answer = await truth()
          return method === 'eth_getLogs'
            ? (answer as object[]).map((each) => ({ ...each, data: '0x' }))
            : answer
        })
        expect(await statuses()).toEqual([])
        await watch.round()
        await arrived()
      })

      it('does not reverse a deposit whose receipt exists, however long its event is missing', async () => {
        await watch.round()
        await world.pay(alice, 25n * USDT)
        await watch.round()
        expect(await statuses()).toEqual(['confirming'])
        for (let i = 0; i < 2 * EVM_CONFIRMATIONS + 1; i++) {
          await world.mine(1)
          world.passMinutes(10)
          // Another process each time, so that no block is remembered.
          await watch.round({ chain: lied(LIES.noEvents) })
        }
        await arrived()
      })

      describe('and a second node', () => {
        const beside = (lie: Lie) => besideHonest(watch.chain, world.chain.url, { lie, logger: watch.logger })
        const named = () =>
          watch.logged.filter(({ fields }) => (fields as { alarm?: string }).alarm === 'node')
        const payBeside = async (lie: Lie) => {
          await watch.round()
          const txId = await world.pay(alice, 25n * USDT)
          await world.mine(2 * EVM_CONFIRMATIONS)
          const chain = beside(lie)
          for (let i = 0; i < 3; i++) await watch.round({ chain })
          return txId
        }

        const held = async () => {
          const amount = await watch.chain.balances?.balanceOf(evmAddress(HOUSE), evmAddress(world.token))
          return `0x${(amount ?? 0n).toString(16)}`
        }

        it('finds and names the node that lies about events and balances alike', async () => {
          const before = await held()
          const txId = await payBeside(({ method, truth }) => {
            if (method === 'eth_getLogs') return []
            return method === 'eth_call' ? before : truth()
          })
          await arrived()
          expect(named()).toMatchObject([{ text: 'a node left out events', fields: { node: 'node' } }])
          expect(JSON.stringify(named())).toContain(txId)
          expect(JSON.stringify(named())).not.toContain(world.chain.url)
        })

        it('names the node that lies about receipts, too, and delays what only the other node has', async () => {
          const before = await held()
          await payBeside(({ method, truth }) => {
            if (method === 'eth_getLogs') return []
            if (method === 'eth_getTransactionReceipt' || method === 'debug_traceBlockByHash') return null
            return method === 'eth_call' ? before : truth()
          })
          expect(await statuses()).toEqual([])
          expect(await unsettled()).toMatchObject([{ difference: String(25n * USDT) }])
          expect(named().map(({ text, fields }) => [text, (fields as { node: string }).node])).toEqual([
            ['a node left out a transaction', 'node'],
            ['a node contradicts another one about a transfer', 'node'],
          ])
          world.passMinutes(2)
          await watch.round()
          await arrived()
        })

        it('uses the other node when one refuses', async () => {
          await payBeside(() => {
            throw new NodeUnavailable('The node of the chain does not answer')
          })
          await arrived()
        })

        it('credits nobody with an invented transaction that a player told', async () => {
          const asked = await watch.ask(player, alice.address)
          await watch.round()
          const txId: Hex = `0x${'fa'.repeat(32)}`
          await watch.tell(player, asked.id, txId)
          await world.mine(1)
          const { number, hash } = await world.client.getBlock()
          await world.mine(2 * EVM_CONFIRMATIONS)
          const at = { blockNumber: toHex(number), blockHash: hash }
          const log = {
            address: world.token,
            data: toHex(25n * USDT, { size: 32 }),
            transactionHash: txId,
            topics: [TRANSFER, topicOf(evmAddress(alice.address)), topicOf(evmAddress(HOUSE))],
            ...at,
            logIndex: '0x0',
            removed: false,
          }
          const chain = beside(({ method, params, truth }) => {
            if (params[0] !== txId) return truth()
            return method === 'eth_getTransactionByHash'
              ? { hash: txId, from: alice.address, to: world.token, value: '0x0', nonce: '0x0' }
              : { ...at, status: '0x1', logs: [log] }
          })
          for (let i = 0; i < 3; i++) await watch.round({ chain })
          expect(await statuses()).toEqual(['confirming'])
          expect(named()).toMatchObject([
            { text: 'a node contradicts another one about a transfer', fields: { txId } },
          ])
          world.passMinutes(61)
          await watch.round()
          expect([await statuses(), await received(player, 'usdt-ethereum')]).toEqual([['dropped'], 0n])
        })

        it('credits nobody with an invented transfer', async () => {
          await watch.round()
          const real = await world.pay(alice, 25n * USDT)
          await world.mine(2 * EVM_CONFIRMATIONS)
          const more = (answer: unknown) =>
            JSON.parse(
              JSON.stringify(answer).replaceAll(
                (25n * USDT).toString(16).padStart(64, '0'),
                (2500n * USDT).toString(16).padStart(64, '0'),
              ),
            ) as unknown
          const chain = beside(async ({ truth }) => more(await truth()))
          for (let i = 0; i < 3; i++) await watch.round({ chain }).catch(() => {})
          expect(await statuses()).toEqual([])
          expect(named()).toMatchObject([
            { text: 'a node contradicts another one about a transfer', fields: { txId: real } },
          ])
          await watch.round()
          await arrived()
        })
      })

      it('does not reverse a deposit whose receipt is unreadable', async () => {
        await watch.round()
        await world.pay(alice, 25n * USDT)
        await watch.round()
        const strange = lied(async ({ method, truth }) => {
          if (method === 'eth_getLogs') return []
          const answer = await truth()
          if (method !== 'eth_getTransactionReceipt' || answer === null) return answer
          const receipt = answer as { readonly logs: readonly object[] }
          return { ...receipt, logs: receipt.logs.map((each) => ({ ...each, data: '0x' })) }
        })
        world.passMinutes(61)
        await watch.round({ chain: { ...strange, balances: null } })
        expect(await statuses()).toEqual(['confirming'])
        await settle()
        await arrived()
      })

      it('raises an alarm while a balance cannot be explained', async () => {
        await watch.round()
        const { chain } = watch.chain
        // This change of the balance has no transfer.
        await db
          .updateTable('house_balance')
          .set({ settled_amount: sql<string>`settled_amount + 5` })
          .where('chain', '=', chain)
          .where('contract', '=', evmAddress(world.token))
          .execute()
        await world.mine(1)
        await watch.round()
        expect(await unsettled()).toMatchObject([{ difference: '-5' }])
        expect(
          watch.logged.filter(({ text }) => /differs from the recorded transfers/.test(text)),
        ).toHaveLength(1)
        await world.pay(alice, 5n * USDT)
        await settle()
        expect(await statuses()).toEqual(['credited'])
        expect(await unsettled()).toMatchObject([{ difference: '-5' }])
        const name = `${chain}/${evmAddress(HOUSE)}/${evmAddress(world.token)}`
        const close = (amount?: string) =>
          closeArrival(db, { name, amount, why: 'the test has taken it', now: world.now() })
        await expect(close()).rejects.toThrow('--amount=-5')
        await expect(close('-4')).rejects.toThrow('is -5 by now, not -4')
        const [open] = await unsettled()
        expect([await close('-5'), await close('-5')]).toEqual([true, false])
        // Later transfers are still proven.
        const base = await db
          .selectFrom('house_balance')
          .select(['settled_block', 'settled_amount'])
          .where('chain', '=', chain)
          .where('contract', '=', evmAddress(world.token))
          .execute()
        expect(base).toMatchObject([
          {
            settled_block: open?.settled_block,
            settled_amount: String(BigInt(open?.settled_amount ?? 0) - 5n),
          },
        ])
        await settle()
        expect(await unsettled()).toEqual([])
      })
    })

    describe("of the chain's own coin", () => {
      const unclaimed = () =>
        db
          .selectFrom('unclaimed_transfer')
          .select(['sender', 'amount', 'log_index'])
          .where('claimed_at', 'is', null)
          .where('contract', '=', 'native')
          .orderBy('block')
          .execute()
      /** A contract that forwards what it gets to the house. */
      const deployRouter = async (at: Hex) => {
        await world.client.setCode({
          address: at,
          bytecode: `0x600060006000600034${'73'}${HOUSE.slice(2)}5af100`,
        })
        return at
      }

      it('is credited from a linked wallet that paid without an order', async () => {
        await watch.round()
        await world.payOwnCoin(alice, ETHER / 10n)
        await settle()
        expect(await watch.depositsOf(player)).toMatchObject([
          { status: 'credited', paid: { coin: 'eth-ethereum', amount: '0.1' } },
        ])
        expect(await faultsOf(db)).toEqual([])
      })

      it('is credited from a linked contract wallet, which pays by an internal call', async () => {
        const wallet = await deployRouter(`0x${'c1'.repeat(20)}`)
        await watch.link(player, wallet, watch.chain.chainId)
        await watch.round()
        await world.client.sendTransaction({ account: bob, to: wallet, value: ETHER / 10n })
        await settle()
        expect(await statuses()).toEqual(['credited'])
        expect(await statuses(other)).toEqual([])
        expect(await faultsOf(db)).toEqual([])
      })

      it('is credited from a linked contract wallet wherever the process dies', async () => {
        const wallet = await deployRouter(`0x${'e7'.repeat(20)}`)
        await watch.link(player, wallet, watch.chain.chainId)
        await watch.round()
        await world.client.sendTransaction({ account: bob, to: wallet, value: ETHER / 10n })
        await world.mine(EVM_CONFIRMATIONS)
        // The next node is behind, so what was recorded is not credited yet, but looked up again hours after its block.
        const chain = { ...watch.chain, confirmations: EVM_CONFIRMATIONS + 2 }
        const later = () => watch.round({ chain, now: world.now() + 2 * 60 * 60_000 })
        expect(await roundsThatDie(later)).toBeGreaterThan(10)
        expect(await statuses()).toEqual(['credited'])
        expect(await faultsOf(db)).toEqual([])
      })

      it('keeps its row when the same transaction pays another address of the house', async () => {
        const txId: Hex = `0x${'d1'.repeat(32)}`
        const paid = (to: string) =>
          db.transaction().execute((trx) =>
            recordEvmTransfers(
              trx,
              watch.chain,
              [
                {
                  txId,
                  logIndex: -1,
                  contract: null,
                  from: evmAddress(alice.address),
                  to: evmAddress(to),
                  amount: ETHER / 10n,
                  block: 5,
                  at: world.now(),
                },
              ],
              { finalBlock: 0, now: world.now() },
            ),
          )
        await paid(HOUSE)
        await paid(`0x${'d2'.repeat(20)}`)
        const rows = await db
          .selectFrom('deposit')
          .select(['recipient', 'status'])
          .where('tx_id', '=', txId)
          .execute()
        expect(rows).toEqual([{ recipient: HOUSE, status: 'confirming' }])
      })

      it('is credited to the player who told the transaction of a router', async () => {
        const router = await deployRouter(`0x${'c2'.repeat(20)}`)
        const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.1' })
        await watch.round()
        const txId = await world.client.sendTransaction({ account: alice, to: router, value: ETHER / 10n })
        await watch.tell(player, asked.id, txId)
        await watch.round()
        expect(await watch.statusOf(asked.id)).toBe('seen')
        await settle()
        await watch.round()
        expect([await statuses(), await watch.statusOf(asked.id)]).toEqual([['credited'], 'seen'])
        const [view] = openViews(world.config)
        if (!view) throw new Error('There is no real chain')
        expect(await compareWithChain(db, view, { last: 1 })).toMatchObject({
          differences: [],
          notChecked: [],
        })
      })

      it('is found behind more small payments than one search reads', async () => {
        const router = await deployRouter(`0x${'c7'.repeat(20)}`)
        const small = (watch.chain.tokens.find(({ contract }) => contract === null)?.minimum ?? 0n) / 2n
        await watch.round()
        const before = await unclaimed()
        for (let i = 0; i < 9; i++) await world.payOwnCoin(world.accounts[3] ?? bob, small)
        await world.client.sendTransaction({ account: bob, to: router, value: ETHER })
        for (let i = 0; i < 3; i++) {
          await settle()
          world.passMinutes(2)
        }
        expect((await unclaimed()).slice(before.length)).toMatchObject([{ sender: router, log_index: -1 }])
        const open = db.selectFrom('house_balance').selectAll().where('unsettled_since', 'is not', null)
        expect(await open.execute()).toEqual([])
      })

      it('may be told before it is searched for', async () => {
        const router = await deployRouter(`0x${'c8'.repeat(20)}`)
        const { balances } = watch.chain
        if (!balances) throw new Error('There are no balances')
        await watch.round()
        await world.client.sendTransaction({ account: bob, to: router, value: ETHER / 10n })
        const told: string[] = []
        const movesOfBlock: typeof balances.movesOfBlock = async (...asked) => {
          const open = db.selectFrom('house_balance').select('difference')
          for (const each of await open.where('unsettled_since', 'is not', null).execute()) {
            told.push(each.difference)
          }
          return balances.movesOfBlock(...asked)
        }
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: { ...watch.chain, balances: { ...balances, movesOfBlock } } })
        expect(new Set(told)).toEqual(new Set([String(ETHER / 10n)]))
        const open = db.selectFrom('house_balance').selectAll().where('unsettled_since', 'is not', null)
        expect(await open.execute()).toEqual([])
      })

      it("is not credited to a player who told it but only relayed another contract's payment", async () => {
        const theirs = await deployRouter(`0x${'c5'.repeat(20)}`)
        // A contract that forwards nothing: it calls another one, which pays with its own money.
        const bundler = `0x${'c6'.repeat(20)}` as const
        await world.client.setCode({
          address: bundler,
          bytecode: `0x6000600060006000670de0b6b3a7640000${'73'}${theirs.slice(2)}5af100`,
        })
        await world.client.setBalance({ address: bundler, value: 5n * ETHER })
        const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '1' })
        await watch.round()
        const before = await unclaimed()
        const txId = await world.client.sendTransaction({
          account: alice,
          to: bundler,
          value: ETHER,
          gas: 300_000n,
        })
        await watch.tell(player, asked.id, txId)
        await settle()
        await watch.round()
        expect(await statuses()).toEqual([])
        expect((await unclaimed()).slice(before.length)).toMatchObject([{ sender: theirs, log_index: -1 }])
      })

      it("is held when nobody told the router's transaction, and under its block when the node does not trace", async () => {
        const router = await deployRouter(`0x${'c3'.repeat(20)}`)
        const blind = through(watch.chain, world.chain.url, ({ method, truth }) => {
          if (method.startsWith('debug_')) throw new RpcFailure(-32_601, 'the method does not exist')
          return truth()
        })
        await watch.round()
        const before = await unclaimed()
        await world.client.sendTransaction({ account: alice, to: router, value: ETHER / 10n })
        await settle()
        expect((await unclaimed()).slice(before.length)).toMatchObject([{ sender: router, log_index: -1 }])
        await world.client.sendTransaction({ account: alice, to: router, value: ETHER / 5n })
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: blind })
        expect((await unclaimed()).slice(before.length)).toMatchObject([
          { log_index: -1 },
          { sender: zeroAddress, log_index: -2 },
        ])
        expect(watch.logged.filter(({ text }) => /by no transaction/.test(text))).toHaveLength(1)
        expect(await statuses()).toEqual([])
        expect(await faultsOf(db)).toEqual([])
      })

      it('is shown as empty when a call paid nothing, once that is proven', async () => {
        const contract = `0x${'c4'.repeat(20)}` as const
        await world.client.setCode({ address: contract, bytecode: '0x00' })
        const asked = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.1' })
        await watch.round()
        await watch.tell(
          player,
          asked.id,
          await world.client.sendTransaction({ account: alice, to: contract, value: 1n }),
        )
        await settle()
        await watch.round()
        expect(await watch.statusOf(asked.id)).toBe('failed')
      })
    })

    describe('decided by an operator', () => {
      const lines = async () => {
        const written: string[] = []
        await list(db, (line) => void written.push(line))
        return written
      }
      const strange = () => world.accounts[3] ?? bob
      const hold = async () => {
        await watch.round()
        const txId = await world.pay(strange(), 25n * USDT)
        await settle()
        return `${watch.chain.chain}/${txId}/0`
      }
      const asked = (name: string, to = player) => ({ name, player: to, now: world.now() })

      it('is assigned to a player once, and credited', async () => {
        const name = await hold()
        expect((await lines()).join('\n')).toContain(`${name}: 25000000 usdt-ethereum`)
        await expect(assignTransfer(db, asked(name, 999_999))).rejects.toThrow('There is no player')
        await expect(assignTransfer(db, asked(`${name}0`))).rejects.toThrow('is no transfer')
        await expect(assignTransfer(db, asked(name.replace(/0$/, '1')))).rejects.toThrow('Nothing is held')
        await expect(assignTransfer(db, asked('x'))).rejects.toThrow('is no transfer')
        expect([await assignTransfer(db, asked(name)), await assignTransfer(db, asked(name))]).toEqual([
          true,
          false,
        ])
        await expect(assignTransfer(db, asked(name, other))).rejects.toThrow('already')
        const kept = await db
          .selectFrom('admin_action')
          .select(['action', 'what'])
          .orderBy('line', 'desc')
          .executeTakeFirst()
        expect(kept).toEqual({ action: 'deposits assign', what: { subject: name, player } })
        await watch.round()
        expect(await received(player, 'usdt-ethereum')).toBe(25n * USDT)
        expect((await lines()).join('\n')).not.toContain(name)
        expect(await faultsOf(db)).toEqual([])
      })

      it('stays closed: neither a linked wallet nor a new read credits it', async () => {
        const name = await hold()
        const close = (why = 'sent back') => closeArrival(db, { name, why, now: world.now() })
        expect([await close(), await close()]).toEqual([true, false])
        expect((await lines()).join('\n')).not.toContain(name)
        await expect(assignTransfer(db, asked(name))).rejects.toThrow('has been closed')
        await watch.link(player, strange().address)
        await watch.round()
        const [, txId = ''] = name.split('/')
        expect(await rescanEvm(db, watch.chain, { what: txId, now: world.now() })).toBe(1)
        await watch.round()
        expect(await statuses()).toEqual([])
        expect(await faultsOf(db)).toEqual([])
        await watch.unlink(strange().address)
      })

      it('is closed or assigned, whichever comes first', async () => {
        const readRow = (name: string) =>
          db
            .selectFrom('unclaimed_transfer')
            .selectAll()
            .where('tx_id', '=', name.split('/')[1] ?? '')
            .executeTakeFirstOrThrow()
        const close = (name: string) => closeArrival(db, { name, why: 'sent back', now: world.now() })
        const give = (row: Awaited<ReturnType<typeof readRow>>) =>
          db.transaction().execute((trx) => assignUnclaimed(trx, row, { player, now: world.now() }))
        const first = await hold()
        // Both operators have seen it open.
        const row = await readRow(first)
        expect([await close(first), await give(row)]).toEqual([true, false])
        expect(await statuses()).toEqual([])
        const second = await hold()
        await watch.link(player, strange().address)
        expect([await give(await readRow(second)), await close(second)]).toEqual([true, false])
        await watch.round()
        expect(await statuses()).toEqual(['credited'])
      })

      it('is read again by transaction, block or range, and credited if it was left out', async () => {
        await watch.round()
        const txId = await world.pay(alice, 25n * USDT)
        const inside = { ...watch.chain, balances: null }
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({
          chain: { ...inside, source: through(watch.chain, world.chain.url, LIES.noEvents).source },
        })
        expect(await statuses()).toEqual([])
        const block = Number((await world.client.getTransactionReceipt({ hash: txId })).blockNumber)
        const rescan = (what: string) => rescanEvm(db, watch.chain, { what, now: world.now() })
        await expect(rescan('x')).rejects.toThrow('neither a transaction nor a block')
        await expect(rescan(`${block + 1}-${block}`)).rejects.toThrow('the first one first')
        await expect(rescan(String(block + EVM_CONFIRMATIONS))).rejects.toThrow('is not final yet')
        await expect(rescan(`0x${'ab'.repeat(32)}`)).rejects.toThrow('knows no transaction')
        for (const what of [`${block - 1}-${block}`, String(block), txId]) expect(await rescan(what)).toBe(1)
        await watch.round()
        expect(await statuses()).toEqual(['credited'])
        expect(await faultsOf(db)).toEqual([])
      })
    })

    it('raises an alarm when reading stops, when a balance is not explained, and when money waits', async () => {
      await watch.round()
      const { chain: name } = watch.chain
      const lines: string[] = []
      const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
      const alarms = () =>
        lines.flatMap(
          (line) => /"alarm":"(\w+)"/.exec(line)?.[1] ?? (/an alarm is over/.test(line) ? 'over' : []),
        )
      let now = world.now()
      await db
        .updateTable('chain_watch')
        .set({ checked_at: new Date(now), head_at: new Date(now) })
        .execute()
      for (const line of (await readHeldMoney(db, Infinity)).lines) {
        await closeArrival(db, { name: line.split(': ')[0] ?? '', why: 'of another test', now })
      }
      await db.updateTable('house_balance').set({ difference: '0', unsettled_since: null }).execute()
      const arrivals = watchArrivals({ db, logger, clock: () => now, chains: [name], everyMs: 5, firstMs: 1 })
      try {
        const becomes = async (expected: readonly string[], status: string) =>
          vi.waitFor(() => {
            expect(alarms()).toEqual(expected)
            expect(arrivals.health()).toMatchObject([{ chain: name, status }])
          }, 10_000)
        await becomes([], 'sound')
        now += 6 * 60_000
        await becomes(['watch_stale'], 'alarm')
        now += 60 * 60_000
        await becomes(['watch_stale', 'watch_stale'], 'alarm')
        await db
          .updateTable('chain_watch')
          .set({ checked_at: new Date(now), head_at: new Date(now) })
          .execute()
        await becomes(['watch_stale', 'watch_stale', 'over'], 'sound')
        // A node whose newest block is old is as bad as no node.
        await db
          .updateTable('chain_watch')
          .set({ head_at: new Date(now - 2 * 60 * 60_000) })
          .execute()
        await vi.waitFor(() => expect(alarms().slice(3)).toEqual(['watch_stale']), 10_000)
        await db
          .updateTable('chain_watch')
          .set({ head_at: new Date(now) })
          .execute()
        await vi.waitFor(() => expect(alarms().slice(4)).toEqual(['over']), 10_000)
        const differs = (difference: string) =>
          db
            .updateTable('house_balance')
            .set({ difference, unsettled_since: difference === '0' ? null : new Date(now - 31 * 60_000) })
            .where('chain', '=', name)
            .where('contract', '=', 'native')
            .where('address', '=', evmAddress(HOUSE))
            .execute()
        await differs('-5')
        await vi.waitFor(() => expect(alarms().slice(5)).toEqual(['money_missing']), 10_000)
        expect(arrivals.health()).toMatchObject([{ status: 'alarm', unsettled: 1 }])
        await differs('0')
        await vi.waitFor(() => expect(alarms().slice(6)).toEqual(['over']), 10_000)
        await differs('5')
        await vi.waitFor(() => expect(alarms().slice(7)).toEqual(['money_unknown']), 10_000)
        await differs('0')
        await vi.waitFor(() => expect(alarms().slice(8)).toEqual(['over']), 10_000)
        const arrive = (on: Database, index: number) =>
          on
            .insertInto('unclaimed_transfer')
            .values({
              chain: name,
              tx_id: `0x${String(index).padStart(64, '0')}`,
              log_index: 0,
              sender: evmAddress(bob.address),
              recipient: evmAddress(HOUSE),
              contract: evmAddress(world.token),
              coin: 'usdt-ethereum',
              amount: '7',
              block: '1',
              block_at: new Date(now),
              seen_at: new Date(now),
              claimed_at: null,
            })
            .execute()
        await arrive(db, 1)
        await vi.waitFor(() => expect(alarms().slice(9)).toEqual(['held_money']), 10_000)
        // The same number of deposits wait, but one of them is new.
        now += 1_000
        await db.transaction().execute(async (trx) => {
          await trx.deleteFrom('unclaimed_transfer').execute()
          await arrive(trx, 2)
        })
        await vi.waitFor(() => expect(alarms().slice(9)).toEqual(['held_money', 'held_money']), 10_000)
        // New heads do not make unreadable blocks readable.
        const { final_block: final } = await db
          .selectFrom('chain_watch')
          .select('final_block')
          .where('chain', '=', name)
          .executeTakeFirstOrThrow()
        const readTo = (block: number) =>
          db
            .updateTable('evm_position')
            .set({ block: String(block) })
            .where('chain', '=', name)
            .execute()
        const headIs = (block: number) =>
          db
            .updateTable('chain_watch')
            .set({ final_block: String(block) })
            .where('chain', '=', name)
            .execute()
        await headIs(Number(final) + 21)
        await readTo(Number(final))
        await vi.waitFor(() => expect(alarms().slice(11)).toEqual(['watch_stale']), 10_000)
        await readTo(Number(final) + 1)
        await vi.waitFor(() => expect(alarms().slice(12)).toEqual(['over']), 10_000)
        // A position proves nothing once balances are no longer compared.
        await readTo(Number(final))
        await headIs(Number(final))
        const provenTo = (block: number) =>
          db
            .updateTable('house_balance')
            .set({ settled_block: String(block), settled_amount: '0' })
            .where('chain', '=', name)
            .execute()
        await provenTo(Number(final) - 41)
        await vi.waitFor(() => expect(alarms().slice(13)).toEqual(['watch_stale']), 10_000)
        await provenTo(Number(final))
        await vi.waitFor(() => expect(alarms().slice(14)).toEqual(['over']), 10_000)
        await db.updateTable('house_balance').set(RESET_BALANCE).where('chain', '=', name).execute()
      } finally {
        await arrivals.stop()
        await db.deleteFrom('unclaimed_transfer').execute()
      }
    })

    it('is credited when it goes to a former address of the house', async () => {
      await watch.ask(player, alice.address)
      await watch.round()
      const moved = { ...watch.chain, recipient: evmAddress(`0x${'43'.repeat(20)}`) }
      await watch.round({ chain: moved })
      await world.pay(alice, 25n * USDT)
      await world.payOwnCoin(alice, ETHER / 10n)
      await world.mine(EVM_CONFIRMATIONS)
      for (let i = 0; i < 2; i++) await watch.round({ chain: moved })
      expect(await statuses()).toEqual(['credited', 'credited'])
    })

    it('is held under its block when one transaction also paid a second address, because both have one number', async () => {
      const second = `0x${'43'.repeat(20)}` as const
      const moved = { ...watch.chain, recipient: evmAddress(second) }
      const payer = `0x${'c7'.repeat(20)}` as const
      const pay = (to: Hex, value: bigint) =>
        `600060006000600067${value.toString(16).padStart(16, '0')}73${to.slice(2)}5af150`
      await world.client.setCode({
        address: payer,
        bytecode: `0x${pay(HOUSE, ETHER / 10n)}${pay(second, ETHER / 5n)}00`,
      })
      await world.client.setBalance({ address: payer, value: ETHER })
      await watch.round({ chain: moved })
      await world.mine(EVM_CONFIRMATIONS)
      await watch.round({ chain: moved })
      const txId = await world.client.sendTransaction({ account: alice, to: payer, gas: 300_000n })
      const { blockHash } = await world.client.getTransactionReceipt({ hash: txId })
      await world.mine(EVM_CONFIRMATIONS)
      for (let i = 0; i < 2; i++) await watch.round({ chain: moved })
      const held = await db
        .selectFrom('unclaimed_transfer')
        .select(['tx_id', 'log_index', 'recipient', 'amount'])
        .where('tx_id', 'in', [txId, blockHash])
        .orderBy('log_index', 'desc')
        .execute()
      expect(held).toEqual([
        { tx_id: txId, log_index: -1, recipient: HOUSE, amount: '10000000' },
        { tx_id: blockHash, log_index: -2, recipient: second, amount: '20000000' },
      ])
      expect(watch.logged.filter(({ text }) => /by no transaction/.test(text))).toHaveLength(1)
    })

    describe('two nodes, asked about what no scan told', () => {
      const word = (hex: string) => hex.replace('0x', '').padStart(64, '0')
      const coinTo = (to: Hex, value: bigint) =>
        `600060006000600067${value.toString(16).padStart(16, '0')}73${to.slice(2)}5af150`
      /** An event like a transfer of a token, as any contract can make them. */
      const eventTo = (to: Hex, amount: bigint) =>
        `7f${word(toHex(amount))}600052${[to, zeroAddress, TRANSFER].map((topic) => `7f${word(topic)}`).join('')}60206000a3`
      const deploy = async (byte: string, code: string) => {
        const address: Hex = `0x${byte.repeat(20)}`
        await world.client.setCode({ address, bytecode: `0x${code}00` })
        await world.client.setBalance({ address, value: 5n * ETHER })
        return address
      }
      const open = () =>
        db
          .selectFrom('house_balance')
          .selectAll()
          .where('unsettled_since', 'is not', null)
          .orderBy('address')
          .execute()
      const heldIn = async (block: Hex, recipient: Hex) => {
        const rows = await db
          .selectFrom('unclaimed_transfer')
          .select('amount')
          .where('tx_id', '=', block)
          .where('recipient', '=', evmAddress(recipient))
          .execute()
        return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      }
      const beside = (lie: Lie, chain = watch.chain) =>
        besideHonest(chain, world.chain.url, { lie, logger: watch.logger })
      const blind: Lie = ({ method, truth }) => {
        if (method.startsWith('debug_')) throw new RpcFailure(-32_601, 'the method does not exist')
        return truth()
      }
      /** Refuses to tell what became of a transaction. */
      const silentAbout =
        (txId: Hex): Lie =>
        ({ method, params, truth }) => {
          if (method === 'eth_getTransactionReceipt' && params[0] === txId)
            throw new RpcFailure(-32_005, 'limit exceeded')
          return truth()
        }
      /** Several transactions in one block. */
      const together = async (calls: readonly { readonly to: Hex; readonly value?: bigint }[]) => {
        const payer = world.accounts[3] ?? bob
        const nonce = await world.client.getTransactionCount({ address: payer.address })
        await world.client.setAutomine(false)
        const sent: Hex[] = []
        for (const [at, call] of calls.entries()) {
          sent.push(
            await world.client.sendTransaction({
              account: payer,
              nonce: nonce + at,
              gas: 300_000n,
              ...call,
            }),
          )
        }
        await world.mine(1)
        await world.client.setAutomine(true)
        return sent
      }

      it('are not asked about events of tokens that nobody has configured, however many a player names', async () => {
        const contract = await deploy('d1', eventTo(HOUSE, 5n).repeat(30))
        const asked = await watch.ask(player, alice.address)
        await watch.round()
        const txId = await world.client.sendTransaction({ account: alice, to: contract, gas: 3_000_000n })
        await watch.tell(player, asked.id, txId)
        await world.mine(EVM_CONFIRMATIONS)
        let count = 0
        await watch.round({
          chain: beside(({ method, params, truth }) => {
            if (method === 'eth_getTransactionReceipt' && params[0] === txId) count += 1
            return truth()
          }),
        })
        expect(await watch.statusOf(asked.id)).toBe('failed')
        expect(count).toBeLessThan(5)
      })

      it('are not asked about what is too little to be written down', async () => {
        const router = await deploy('d2', coinTo(HOUSE, ETHER / 10n))
        await watch.round()
        const sent = await together([
          { to: router },
          ...Array.from({ length: 20 }, () => ({ to: HOUSE, value: 1n })),
        ])
        await world.mine(EVM_CONFIRMATIONS)
        const asked: unknown[] = []
        await watch.round({
          chain: beside(({ method, params, truth }) => {
            if (method === 'eth_getTransactionByHash') asked.push(params[0])
            return truth()
          }),
        })
        expect(sent.slice(1).filter((txId) => asked.includes(txId))).toEqual([])
        expect(await open()).toEqual([])
      })

      it('tell of a token alone how much of it is not explained', async () => {
        const pay = (token: Hex, amount: bigint) => {
          const call = world.callOf(HOUSE, amount).slice(2)
          const write = [0, 64, 128].map(
            (from) =>
              `7f${call.slice(from, from + 64).padEnd(64, '0')}60${toHex(from / 2, { size: 1 }).slice(2)}52`,
          )
          return `${write.join('')}6000600060446000600073${token.slice(2)}5af150`
        }
        const second = await world.deployToken(6)
        const [usdt] = watch.chain.tokens
        if (!usdt) throw new Error('There is no token')
        const tokens = [...watch.chain.tokens, { ...usdt, contract: evmAddress(second) }]
        const contract = await deploy('d3', `${pay(world.token, 25n * USDT)}${pay(second, 7n * USDT)}`)
        await world.pay(alice, 100n * USDT, world.token, contract)
        await world.client.sendTransaction({ to: second, data: world.callOf(contract, 100n * USDT) })
        const honest = { ...watch.chain, tokens }
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: beside(({ truth }) => truth(), honest) })
        await world.client.sendTransaction({ account: alice, to: contract, gas: 500_000n })
        await world.mine(2 * EVM_CONFIRMATIONS)
        const silent: Lie = ({ method, truth }) => {
          if (method === 'eth_getLogs') return []
          return method === 'eth_getTransactionReceipt' ? null : truth()
        }
        await watch.round({ chain: beside(silent, honest) })
        const differences = (await open()).map(({ difference }) => BigInt(difference))
        expect(new Set(differences)).toEqual(new Set([25n * USDT, 7n * USDT]))
        world.passMinutes(2)
        await watch.round({ chain: beside(({ truth }) => truth(), honest) })
        expect(await open()).toEqual([])
      })

      it('hold all that a block paid to a second address when one of them learned a part of it later', async () => {
        const second: Hex = `0x${'44'.repeat(20)}`
        const moved = { ...watch.chain, recipient: evmAddress(second) }
        const code = `${coinTo(HOUSE, ETHER / 10n)}${coinTo(second, ETHER / 5n)}`
        const payers = [await deploy('d4', code), await deploy('d5', code)]
        await watch.round({ chain: moved })
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: moved })
        const [txId = '0x'] = await together(payers.map((to) => ({ to })))
        const { blockHash } = await world.client.getTransactionReceipt({ hash: txId })
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: beside(silentAbout(txId), moved) })
        expect((await open()).map(({ address }) => address)).toEqual([HOUSE, second])
        expect(await heldIn(blockHash, second)).toBe(20_000_000n)
        world.passMinutes(2)
        await world.mine(1)
        await watch.round({ chain: beside(({ truth }) => truth(), moved) })
        expect(await open()).toEqual([])
        expect(await heldIn(blockHash, second)).toBe(40_000_000n)
      })

      it('hold nothing twice when neither traces any more', async () => {
        const payers = [
          await deploy('d6', coinTo(HOUSE, ETHER / 10n)),
          await deploy('d7', coinTo(HOUSE, ETHER / 5n)),
        ]
        await watch.round()
        const [first = '0x', second = '0x'] = await together(payers.map((to) => ({ to })))
        const { blockHash } = await world.client.getTransactionReceipt({ hash: first })
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: beside(silentAbout(second)) })
        expect(await heldIn(first, HOUSE)).toBe(10_000_000n)
        expect(await open()).toMatchObject([{ difference: String(ETHER / 5n) }])
        world.passMinutes(2)
        await world.mine(1)
        await watch.round({ chain: through(watch.chain, world.chain.url, blind) })
        expect([await heldIn(first, HOUSE), await heldIn(blockHash, HOUSE)]).toEqual([
          10_000_000n,
          20_000_000n,
        ])
        expect(await open()).toEqual([])
      })

      it('hold nothing by its block that its transactions tell after all', async () => {
        const router = await deploy('d8', coinTo(HOUSE, ETHER / 10n))
        await watch.round()
        const [inside = '0x', direct = '0x'] = await together([
          { to: router },
          { to: HOUSE, value: ETHER / 5n },
        ])
        const { blockHash } = await world.client.getTransactionReceipt({ hash: inside })
        const held = async () => [
          await heldIn(inside, HOUSE),
          await heldIn(direct, HOUSE),
          await heldIn(blockHash, HOUSE),
        ]
        await world.mine(EVM_CONFIRMATIONS)
        const lie: Lie = ({ method, ...asked }) =>
          blind({ method, ...asked, truth: async () => silentAbout(direct)({ method, ...asked }) })
        await watch.round({
          chain: besideHonest(watch.chain, world.chain.url, { lie, other: blind, logger: watch.logger }),
        })
        expect(await held()).toEqual([0n, 0n, 10_000_000n])
        world.passMinutes(2)
        await world.mine(1)
        await watch.round({ chain: beside(({ truth }) => truth()) })
        expect(await held()).toEqual([10_000_000n, 20_000_000n, 0n])
        expect(await open()).toEqual([])
      })

      it('lose nothing of two addresses when the payer is linked between one and the other', async () => {
        const second: Hex = `0x${'44'.repeat(20)}`
        const moved = { ...watch.chain, recipient: evmAddress(second) }
        const code = `${coinTo(HOUSE, ETHER / 10n)}${coinTo(second, ETHER / 5n)}`
        const payer = await deploy('d9', code)
        await watch.round({ chain: moved })
        await world.mine(EVM_CONFIRMATIONS)
        await watch.round({ chain: moved })
        const [txId = '0x'] = await together([{ to: payer }])
        const { blockHash } = await world.client.getTransactionReceipt({ hash: txId })
        await world.mine(EVM_CONFIRMATIONS)
        const { balances } = moved
        if (!balances) throw new Error('There are no balances')
        let isLinked = false
        const balanceOf: typeof balances.balanceOf = async (...asked) => {
          if (asked[0] === second && !isLinked) {
            isLinked = true
            await watch.link(player, payer, watch.chain.chainId)
          }
          return balances.balanceOf(...asked)
        }
        await watch.round({ chain: { ...moved, balances: { ...balances, balanceOf } } })
        await watch.round({ chain: moved })
        expect(await open()).toEqual([])
        expect(await watch.depositsOf(player)).toMatchObject([
          { status: 'credited', paid: { coin: 'eth-ethereum', amount: '0.1' } },
        ])
        expect(await heldIn(blockHash, second)).toBe(20_000_000n)
        expect(await faultsOf(db)).toEqual([])
      })

      it('are asked again about what one of them could not tell, where no balance proves it', async () => {
        await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.1' })
        await watch.unlink(alice.address)
        await db
          .updateTable('account')
          .set({ closed_at: new Date(world.now()), email: null, password_hash: null })
          .where('id', '=', player)
          .execute()
        await watch.round()
        const txId = await world.payOwnCoin(alice, ETHER / 10n)
        await world.mine(EVM_CONFIRMATIONS)
        const unproven = (lie: Lie) => ({ ...beside(lie), balances: null })
        await watch.round({ chain: unproven(silentAbout(txId)) })
        expect(await heldIn(txId, HOUSE)).toBe(0n)
        await world.mine(1)
        for (let i = 0; i < 2; i++) await watch.round({ chain: unproven(({ truth }) => truth()) })
        expect(await heldIn(txId, HOUSE)).toBe(10_000_000n)
        // The next test compares balances again, and links the wallet.
        await world.mine(1)
        await watch.round()
        await db.deleteFrom('unclaimed_transfer').where('tx_id', '=', txId).execute()
      })
    })

    it('is credited by its receipt when the player told it and no scan finds it', async () => {
      const asked = await watch.ask(player, alice.address)
      const unheard = await watch.ask(other, bob.address)
      const txId = await world.pay(alice, 25n * USDT)
      await watch.tell(player, asked.id, txId)
      const stranger = world.accounts[2] ?? alice
      await watch.tell(other, unheard.id, await world.pay(stranger, 3n * USDT))
      await world.mine(3 * EVM_CONFIRMATIONS)
      await forgetPosition()
      for (let i = 0; i < 2; i++) await watch.round()
      expect([await watch.statusOf(asked.id), await statuses()]).toEqual(['seen', ['credited']])
      expect(await received()).toBe(5_750_034n)
      // It paid the house, so it did not fail; it belongs to the player who links the wallet.
      expect([await watch.statusOf(unheard.id), await statuses(other)]).toEqual(['seen', []])
      await watch.link(other, stranger.address)
      await watch.round()
      expect(await statuses(other)).toEqual(['credited'])
      // The scan may find it, too: it stays the same transfer.
      await db
        .updateTable('evm_position')
        .set({ block: '0', hash: (await watch.chain.source.block(0))?.hash ?? '' })
        .where('chain', '=', watch.chain.chain)
        .execute()
      await watch.round()
      expect([await statuses(), await statuses(other)]).toEqual([['credited'], ['credited']])
      expect(await faultsOf(db)).toEqual([])
    })

    it('is credited at the address that the player was shown, even if the house has a new one', async () => {
      const asked = await watch.ask(player, alice.address)
      await watch.tell(player, asked.id, await world.pay(alice, 25n * USDT))
      await world.mine(EVM_CONFIRMATIONS)
      await watch.round({ chain: { ...watch.chain, recipient: evmAddress(`0x${'43'.repeat(20)}`) } })
      expect(await statuses()).toEqual(['credited'])
    })

    it('is not credited by a receipt older than the first offered payment', async () => {
      const own = await watch.ask(player, alice.address, { coin: 'eth-ethereum', amount: '0.01' })
      const token = await watch.ask(player, alice.address)
      const paid = [await world.payOwnCoin(alice, ETHER / 100n), await world.pay(alice, 25n * USDT)]
      await world.mine(3 * EVM_CONFIRMATIONS)
      const tellBoth = async () => {
        for (const [index, { id }] of [own, token].entries()) await watch.tell(player, id, paid[index] as Hex)
        await forgetPosition()
        await sql`update house_balance set settled_block = null, settled_amount = null`.execute(db)
        for (let i = 0; i < 2; i++) await watch.round()
        return [await watch.statusOf(own.id), await watch.statusOf(token.id), await statuses()]
      }
      const offered = (at: Date) =>
        db.updateTable('deposit_intent').set({ created_at: at, looked_block: null }).execute()
      await offered(new Date(world.now() + 24 * 60 * 60_000))
      expect(await tellBoth()).toEqual(['failed', 'failed', []])
      await offered(new Date(0))
      expect(await tellBoth()).toEqual(['seen', 'seen', ['credited', 'credited']])
    })

    it('is found as the first payment on a practice chain, even if no watcher ran for long', async () => {
      const { practiceChain, practice } = watch
      await db.deleteFrom('deposit_intent').where('chain', '=', practiceChain.chain).execute()
      await forgetPosition()
      const round = () => watch.round({ chain: practiceChain })
      await round()
      const asked = await watch.ask(player, alice.address, {
        chainId: practiceChain.chainId,
        coin: 'usdb-blast',
        amount: '5',
      })
      await practice.send({
        txId: `0x${'78'.repeat(32)}`,
        from: evmAddress(asked.sender),
        to: practiceChain.recipient,
        contract: practiceChain.tokens[0]?.contract ?? null,
        amount: 5n * ETHER,
      })
      // Nobody tells it either.
      world.passMinutes(5)
      await round()
      expect(await statuses()).toEqual(['credited'])
    })

    it('is not delayed by requests about told transactions', async () => {
      const asked = await watch.ask(player, alice.address)
      await watch.tell(player, asked.id, `0x${'a1'.repeat(32)}`)
      await world.pay(bob, USDT)
      await world.mine(EVM_CONFIRMATIONS)
      const { source } = watch.chain
      const before: string[][] = []
      const transaction = async (txId: string) => {
        before.push(await statuses(other))
        return source.transaction(txId)
      }
      await watch.round({ chain: { ...watch.chain, source: { ...source, transaction } } })
      expect(before[0]).toEqual(['credited'])
    })

    it('unknown to all nodes for long is shown as arrived once it comes', async () => {
      const { client, token } = world
      const asked = await watch.ask(player, alice.address)
      const request = await client.prepareTransactionRequest({
        account: alice,
        to: token,
        data: world.callOf(HOUSE, 25n * USDT),
      })
      const raw = await alice.signTransaction(request as Parameters<typeof alice.signTransaction>[0])
      await watch.tell(player, asked.id, keccak256(raw))
      world.passMinutes(31)
      await watch.round()
      const shown = async () => (await listIntents(db, watch.chains, player)).map(({ status }) => status)
      expect(await shown()).toEqual(['dropped'])
      await client.sendRawTransaction({ serializedTransaction: raw })
      await settle()
      expect([await shown(), await statuses()]).toEqual([['seen'], ['credited']])
    })

    it('unknown to all nodes is looked up ever less often, ten for each player', async () => {
      const { source } = watch.chain
      let questions = 0
      const transaction = (txId: string) => {
        questions += 1
        return source.transaction(txId)
      }
      /** Number of requests in a round this much later. */
      const questionsAfter = async (minutes: number) => {
        world.passMinutes(minutes)
        questions = 0
        await watch.round({ chain: { ...watch.chain, source: { ...source, transaction } } })
        return questions
      }
      // Transactions told by other players are no longer looked up.
      await questionsAfter(8 * 24 * 60)
      await db
        .updateTable('deposit_intent')
        .set({ status: 'failed' })
        .where('status', '=', 'dropped')
        .execute()
      const ask = () => watch.ask(player, alice.address)
      const asked = await Promise.all(Array.from({ length: 11 }, ask))
      const tell = (index: number) =>
        codeOf(
          watch.tell(player, asked[index]?.id ?? '', keccak256(`0x${index.toString(16).padStart(2, '0')}`)),
        )
      const told = await Promise.all(asked.map((_, index) => tell(index)))
      expect(told.filter((code) => code === 'conflict')).toHaveLength(1)
      expect(await codeOf(ask())).toBe('conflict')
      expect([await questionsAfter(31), await questionsAfter(0)]).toEqual([10, 0])
      expect(await watch.statusOf(asked[told.indexOf('')]?.id ?? '')).toBe('dropped')
      expect(await tell(told.indexOf('conflict'))).toBe('conflict')
      expect([await questionsAfter(11), await questionsAfter(11)]).toEqual([10, 0])
      expect([await questionsAfter(61), await questionsAfter(61)]).toEqual([10, 0])
      expect([await questionsAfter(6 * 60), await questionsAfter(6 * 60)]).toEqual([10, 10])
      expect([await questionsAfter(24 * 60), await questionsAfter(0)]).toEqual([0, 0])
      expect(await tell(told.indexOf('conflict'))).toBe('')
    })

    it('is read from a node that is behind another one, which does not count as another chain', async () => {
      await watch.round()
      const { source } = watch.chain
      const old = await source.head()
      await world.pay(alice, USDT)
      await watch.round()
      expect(await statuses()).toEqual(['confirming'])
      const behind = { ...watch.chain, source: { ...source, head: () => Promise.resolve(old) } }
      await watch.round({ chain: behind })
      const [row] = await db.selectFrom('deposit').select('block').where('account_id', '=', player).execute()
      expect([Number(row?.block), await statuses()]).toEqual([old.block + 1, ['confirming']])
      // The very first round may get such a node, too.
      await forgetPosition()
      await watch.round({ chain: behind })
      expect(await codeOf(watch.ask(player, alice.address))).toBe('')
      await world.pay(alice, USDT)
      await world.mine(3 * EVM_CONFIRMATIONS)
      await watch.round()
      expect(await statuses()).toEqual(['credited', 'credited'])
    })

    it('is credited once when a reorg comes right after the first round', async () => {
      const { client } = world
      await world.mine(2 * EVM_CONFIRMATIONS)
      const snapshot = await client.snapshot()
      await world.pay(alice, USDT)
      await world.mine(EVM_CONFIRMATIONS - 1)
      await forgetPosition()
      await watch.round()
      expect(await statuses()).toEqual(['confirming'])
      await client.revert({ id: snapshot })
      await world.mine(1)
      await world.pay(alice, USDT)
      await world.mine(EVM_CONFIRMATIONS)
      for (let i = 0; i < 2; i++) await watch.round()
      expect((await statuses()).filter((status) => status === 'credited')).toHaveLength(1)
      expect(await received(player, 'usdt-ethereum')).toBe(USDT)
    })

    it('starts from a block that only the watcher with the lease may set', async () => {
      await forgetPosition()
      const { source, chain } = watch.chain
      await sql`update chain_watch set holder = null`.execute(db)
      const lease = createChainLease(db, chain, randomUUID(), -1)
      let goOn = () => {}
      const paused = new Promise<void>((resolve) => (goOn = resolve))
      const readBlocks = async (range: Parameters<typeof source.readBlocks>[0]) => {
        await paused
        return source.readBlocks(range)
      }
      const lost = watch.round({ lease, chain: { ...watch.chain, source: { ...source, readBlocks } } })
      const failing = expect(lost).rejects.toThrow(LeaseLostError)
      await expect
        .poll(() => sql`select 1 from chain_watch where holder is not null and chain = ${chain}`.execute(db))
        .toMatchObject({ rows: [{}] })
      await world.mine(5)
      await watch.round()
      const position = () =>
        db.selectFrom('evm_position').selectAll().where('chain', '=', chain).executeTakeFirst()
      const before = await position()
      goOn()
      await failing
      expect(await position()).toEqual(before)
    })

    describe('without a known transaction', () => {
      const ETHER_ORDER = { coin: 'eth-ethereum', amount: '0.01' }
      const RECEIVED = 5_750_034n
      const listed = async (of = player) =>
        (await listIntents(db, watch.chains, of)).map(({ status, deposit }) => [status, deposit?.status])
      /** Sends with a nonce, for more gas than its last transaction. */
      const sendAs = (account: PrivateKeyAccount, nonce: number, gwei: bigint, more: object) =>
        world.client.sendTransaction({
          account,
          to: HOUSE,
          nonce,
          gas: 100_000n,
          maxFeePerGas: gwei * 10n ** 9n,
          maxPriorityFeePerGas: gwei * 10n ** 9n,
          ...more,
        })
      const nonceOf = (account: PrivateKeyAccount) =>
        world.client.getTransactionCount({ address: account.address })

      it('is credited once, even if the wallet sped it up before the first look, and its row is closed', async () => {
        const { client, token } = world
        await client.setAutomine(false)
        const own = await watch.ask(player, alice.address, ETHER_ORDER)
        const asked = await watch.ask(other, bob.address)
        const [first, second] = [await nonceOf(alice), await nonceOf(bob)]
        const transfer = { to: token, data: world.callOf(HOUSE, 25n * USDT) }
        await watch.tell(player, own.id, await sendAs(alice, first, 10n, { value: ETHER / 100n }))
        await watch.tell(other, asked.id, await sendAs(bob, second, 10n, transfer))
        const faster = [
          await sendAs(alice, first, 20n, { value: ETHER / 100n }),
          await sendAs(bob, second, 20n, transfer),
        ]
        await world.mine(1)
        await watch.round()
        await watch.round()
        expect([await statuses(), await statuses(other)]).toEqual([['confirming'], ['confirming']])
        expect([await listed(), await listed(other)]).toEqual(Array(2).fill([['seen', 'confirming']]))
        await settle()
        await watch.round()
        expect([await listed(), await listed(other)]).toEqual(Array(2).fill([['seen', 'credited']]))
        expect((await watch.depositsOf(player))[0]?.txId).toBe(faster[0])
        expect((await watch.depositsOf(other))[0]?.txId).toBe(faster[1])
        expect([await received(), await received(other)]).toEqual([RECEIVED, RECEIVED])
        expect(await faultsOf(db)).toEqual([])
      })

      it('is shown as replaced when the wallet cancelled it before the first look', async () => {
        await world.client.setAutomine(false)
        const own = await watch.ask(player, alice.address, ETHER_ORDER)
        const asked = await watch.ask(other, bob.address)
        for (const [account, uid, { id }] of [
          [alice, player, own],
          [bob, other, asked],
        ] as const) {
          const nonce = await nonceOf(account)
          await watch.tell(uid, id, await sendAs(account, nonce, 10n, { value: ETHER / 100n }))
          await sendAs(account, nonce, 20n, { to: account.address })
        }
        await world.mine(1)
        await watch.round()
        // A reorg may still replace the block, and the cancel with it.
        expect([await listed(), await listed(other)]).toEqual(Array(2).fill([['sent', undefined]]))
        await settle()
        expect([await listed(), await listed(other)]).toEqual(Array(2).fill([['replaced', undefined]]))
        expect([await statuses(), await statuses(other)]).toEqual([[], []])
      })

      it('is credited even if it is mined late, under any hash', async () => {
        const asked = await watch.ask(player, alice.address, ETHER_ORDER)
        await watch.tell(player, asked.id, `0x${'e1'.repeat(32)}`)
        // Other transactions of the wallet are neither payments nor cancels.
        await world.pay(alice, 9n, world.token, bob.address)
        await settle()
        world.passMinutes(31)
        await watch.round()
        expect(await listed()).toEqual([['dropped', undefined]])
        world.passMinutes(11)
        await world.payOwnCoin(alice, ETHER / 100n)
        await world.mine(1)
        await watch.round()
        expect(await listed()).toEqual([['seen', 'confirming']])
        // Nobody waits for it any more; it is looked up all the same until it is final.
        await db.updateTable('deposit_intent').set({ looked_block: null }).execute()
        await settle()
        await watch.round()
        expect([await listed(), await received()]).toEqual([[['seen', 'credited']], RECEIVED])
      })

      it('is found when its wallet told nothing, or paid another way', async () => {
        const asked = await watch.ask(player, alice.address, ETHER_ORDER)
        expect(await watch.tell(player, asked.id, null)).toMatchObject({ status: 'unanswered', txId: null })
        await watch.round()
        expect(await listed()).toEqual([['unanswered', undefined]])
        const unheard = await watch.ask(other, bob.address, ETHER_ORDER)
        await world.payOwnCoin(alice, ETHER / 100n)
        // This one has no known nonce, and the player changed its amount in the wallet.
        await world.payOwnCoin(bob, ETHER / 50n)
        await settle()
        await watch.round()
        expect([await listed(), await statuses(other)]).toEqual([[['seen', 'credited']], ['credited']])
        expect([await received(), await received(other)]).toEqual([RECEIVED, 2n * RECEIVED + 1n])
        expect(await watch.statusOf(unheard.id)).toBe('waiting')
      })

      it('is given up after an hour without an answer, and taken when it is told later', async () => {
        const asked = await watch.ask(player, alice.address, ETHER_ORDER)
        await watch.tell(player, asked.id, null)
        await setLimit(db, player, { kind: 'deposit', period: 'day' }, 3_000n, world.now())
        // It may have been sent, so it counts.
        expect(await codeOf(watch.ask(player, alice.address, ETHER_ORDER))).toBe('limit_reached')
        world.passMinutes(61)
        await watch.round()
        expect(await listed()).toEqual([['dropped', undefined]])
        await watch.tell(player, asked.id, await world.payOwnCoin(alice, ETHER / 100n))
        await settle()
        expect(await listed()).toEqual([['seen', 'credited']])
      })

      it('is found block by block with a node that keeps no state, a few blocks a round', async () => {
        const { source } = watch.chain
        const asked = await watch.ask(player, alice.address, ETHER_ORDER)
        await watch.tell(player, asked.id, null)
        await world.mine(40)
        await world.payOwnCoin(alice, ETHER / 100n)
        await world.mine(80)
        let read = 0
        const forgetful = {
          ...source,
          nonceAt: async (address: EvmAddress, block?: number) => {
            if (block !== undefined && block < (await source.head()).block)
              throw new Error('missing trie node')
            return source.nonceAt(address, block)
          },
          transactionsOf: (...asked_: Parameters<typeof source.transactionsOf>) => {
            read += 1
            return source.transactionsOf(...asked_)
          },
        }
        const round = async () => {
          read = 0
          await watch.round({ chain: { ...watch.chain, source: forgetful } })
          return read
        }
        expect(await round()).toBe(50)
        expect(await listed()).toEqual([['seen', 'credited']])
        expect(await received()).toBe(RECEIVED)
      })

      it('is searched again when the node is behind: a missing block or receipt is no answer', async () => {
        const real = createNodeOfChain(world.chain.chainId, world.chain.url)
        const asked = await watch.ask(player, alice.address, ETHER_ORDER)
        await watch.tell(player, asked.id, null)
        const txId = await world.payOwnCoin(alice, ETHER / 100n)
        await world.mine(EVM_CONFIRMATIONS)
        const behind = (isMissing: (method: string, params: readonly unknown[]) => boolean): ChainNode => ({
          request: async (method, params, ...more) =>
            isMissing(method, params) ? null : real.request(method, params, ...more),
        })
        for (const node of [
          behind((method, params) => method === 'eth_getBlockByNumber' && params[1] === true),
          behind((method) => method === 'eth_getTransactionReceipt'),
        ]) {
          const source = createEvmNode(node)
          await watch.round({ chain: { ...watch.chain, source, balances: null } })
          expect(await listed()).toEqual([['unanswered', undefined]])
        }
        const { blockNumber } = await world.client.getTransactionReceipt({ hash: txId })
        const half = createEvmNode(
          behind((method, params) => method === 'eth_getBlockByNumber' && params[0] === toHex(blockNumber)),
        )
        await expect(half.receipt(txId)).rejects.toThrow(NodeUnavailable)
        await expect(half.transactionsOf(evmAddress(alice.address), Number(blockNumber))).rejects.toThrow(
          NodeUnavailable,
        )
        await watch.round()
        expect([await listed(), await received()]).toEqual([[['seen', 'credited']], RECEIVED])
      })

      it('is not mistaken for an older one when the nonce of its wallet was not recorded', async () => {
        const first = await watch.ask(player, alice.address, ETHER_ORDER)
        // The node was silent when it was opened.
        const unknown = { looked_nonce: null, opened_nonce: null }
        await db.updateTable('deposit_intent').set(unknown).where('id', '=', first.id).execute()
        await watch.tell(player, first.id, null)
        await world.payOwnCoin(alice, ETHER / 100n)
        await watch.ask(player, alice.address, ETHER_ORDER)
        await settle()
        await watch.round()
        expect((await listed())[0]).toEqual(['seen', 'credited'])
        expect(await received()).toBe(RECEIVED)
      })

      it('is found beside many old ones of another wallet, which share the requests of a round', async () => {
        const { source } = watch.chain
        const old = await watch.ask(player, alice.address, ETHER_ORDER)
        await world.mine(100)
        await world.pay(alice, 9n, world.token, bob.address)
        await watch.round()
        const { block } = await db
          .selectFrom('evm_position')
          .select('block')
          .where('chain', '=', watch.chain.chain)
          .executeTakeFirstOrThrow()
        const before = { looked_block: String(Number(block) - 90), looked_nonce: '0', opened_nonce: '0' }
        await db.updateTable('deposit_intent').set(before).where('id', '=', old.id).execute()
        const { id: _, ...row } = await db
          .selectFrom('deposit_intent')
          .selectAll()
          .where('id', '=', old.id)
          .executeTakeFirstOrThrow()
        const many = Array.from({ length: 210 }, () => ({ ...row, idempotency_key: randomUUID() }))
        await db.insertInto('deposit_intent').values(many).execute()
        const asked = await watch.ask(other, bob.address, ETHER_ORDER)
        await watch.tell(other, asked.id, null)
        await world.payOwnCoin(bob, ETHER / 100n)
        await world.mine(EVM_CONFIRMATIONS)
        let read = 0
        const forgetful = {
          ...source,
          nonceAt: async (address: EvmAddress, at?: number) => {
            if (at !== undefined && at < (await source.head()).block) throw new Error('missing trie node')
            return source.nonceAt(address, at)
          },
          transactionsOf: (...asked_: Parameters<typeof source.transactionsOf>) => {
            read += 1
            return source.transactionsOf(...asked_)
          },
        }
        await watch.round({ chain: { ...watch.chain, source: forgetful } })
        expect(read).toBeLessThanOrEqual(50)
        expect([await listed(other), await received(other)]).toEqual([[['seen', 'credited']], RECEIVED])
      })

      it('costs one request a round while its wallet sends nothing, and none after its time', async () => {
        const { source } = watch.chain
        await db.updateTable('deposit_intent').set({ looked_block: null }).execute()
        await watch.ask(player, alice.address, ETHER_ORDER)
        const questions: string[] = []
        const counting = new Proxy(source, {
          get: (target, name: keyof typeof source) =>
            name === 'nonceAt' || name === 'transactionsOf'
              ? (...asked: never[]) => {
                  questions.push(name)
                  return (target[name] as (...asked: never[]) => unknown)(...asked)
                }
              : target[name],
        })
        const round = async () => {
          questions.length = 0
          await watch.round({ chain: { ...watch.chain, source: counting, balances: null } })
          return [...questions]
        }
        expect(await round()).toEqual(['nonceAt'])
        await world.mine(1)
        expect(await round()).toEqual(['nonceAt'])
        world.passMinutes(61)
        await world.mine(1)
        expect(await round()).toEqual([])
      })

      it('is reversed with its block, and credited once when it comes in another', async () => {
        const { client } = world
        const asked = await watch.ask(player, alice.address, ETHER_ORDER)
        await watch.tell(player, asked.id, `0x${'e2'.repeat(32)}`)
        await watch.round()
        const snapshot = await client.snapshot()
        await world.payOwnCoin(alice, ETHER / 100n)
        await watch.round()
        expect(await listed()).toEqual([['seen', 'confirming']])
        await client.revert({ id: snapshot })
        await world.pay(bob, USDT)
        await world.mine(1)
        await watch.round()
        expect(await watch.depositsOf(player)).toMatchObject([{ confirmations: 0 }])
        await world.payOwnCoin(alice, ETHER / 100n)
        await settle()
        for (let i = 0; i < 2; i++) await watch.round()
        expect(await received()).toBe(RECEIVED)
        expect(await faultsOf(db)).toEqual([])
      })

      it('closes one row for each transfer, the oldest first, and none still under way', async () => {
        const { client } = world
        const [first, second, third] = [
          await watch.ask(player, alice.address),
          await watch.ask(player, alice.address),
          await watch.ask(player, alice.address),
        ]
        await watch.tell(player, first.id, `0x${'e3'.repeat(32)}`)
        await watch.tell(player, second.id, null)
        await watch.round()
        await world.pay(alice, 25n * USDT)
        await client.setAutomine(false)
        await watch.tell(player, third.id, await world.pay(alice, 25n * USDT))
        await watch.round()
        expect(await listed()).toEqual([
          ['sent', undefined],
          ['unanswered', undefined],
          ['seen', 'confirming'],
        ])
        await world.mine(1)
        await settle()
        await watch.round()
        expect(await listed()).toEqual([
          ['seen', 'credited'],
          ['unanswered', undefined],
          ['seen', 'credited'],
        ])
      })

      it('is held for the next player who links its wallet when nobody has it', async () => {
        await watch.ask(player, alice.address, ETHER_ORDER)
        await watch.unlink(alice.address)
        const closed = { closed_at: new Date(world.now()), email: null, password_hash: null }
        await db.updateTable('account').set(closed).where('id', '=', player).execute()
        await world.payOwnCoin(alice, ETHER / 100n)
        await settle()
        expect([await statuses(), watch.logged.at(-1)?.text]).toEqual([
          [],
          expect.stringContaining('no account has linked'),
        ])
        await watch.link(other, alice.address)
        await watch.round()
        expect(await statuses(other)).toEqual(['credited'])
      })
    })

    it('is refused by the database when it is invalid', async () => {
      const asked = await watch.ask(player, alice.address)
      const change = (set: object) =>
        db.updateTable('deposit_intent').set(set).where('id', '=', asked.id).execute()
      await expect(change({ status: 'sent' })).rejects.toThrow(/check constraint/)
      await expect(change({ sender: 'alice' })).rejects.toThrow(/check constraint/)
      await expect(change({ amount: '0' })).rejects.toThrow(/check constraint/)
    })
  })
}
