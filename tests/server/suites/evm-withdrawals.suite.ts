import { evmAddress } from '../../support/addresses.ts'
import { faultsOf } from '../../support/books.ts'
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zeroAddress } from 'viem'
import {
  addWithdrawalAddress,
  cancelWithdrawal,
  getAddressBook,
  getWithdrawalTerms,
  setWithdrawalWhitelist,
} from '#contract/withdrawals.ts'
import { compareWithChain } from '#server/chain-check/compare-chain.ts'
import { readHoldings } from '#server/chain-check/holdings.ts'
import { openViews } from '#server/chain-check/open-views.ts'
import type { Database } from '#server/db/tables.ts'
import { decideSent } from '#server/signer/decide.command.ts'
import { readTransfer } from '#server/signer/evm-transaction.ts'
import { listReviews } from '#server/signer/review.command.ts'
import { keepWalletDecision } from '#server/signer/wallet-decisions.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { crashAfter } from '../../support/crashing-database.ts'
import {
  ETH,
  ETHER,
  openEvmWithdrawals,
  someAddress,
  USDT,
  type EvmWithdrawals,
} from '../../support/evm-withdrawal-world.ts'
import { HOUSE, openEvmWorld, type EvmWorld } from '../../support/evm-world.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { startChain } from '../../support/wallet/chain.ts'
import { startNodeProxy } from '../../support/wallet/nfts.ts'
import { senderWith } from '../../support/withdrawal-world.ts'
import { repeats } from '../../core.ts'
import { TEST_SEED } from '../../support/test-seed.ts'
import type { TestBackend } from './test-backend.ts'

export function evmWithdrawalsSuite(backend: TestBackend): void {
  describe('withdrawals to EVM chains', () => runSuite(backend))
}

function runSuite(backend: TestBackend): void {
  let db: Database
  let evm: EvmWorld
  let players: Players
  let world: EvmWithdrawals
  let player: Player

  beforeAll(async () => {
    db = await backend.fresh()
    evm = await openEvmWorld(await startChain())
    players = await createPlayers(db, evm.env)
  }, 60_000)
  afterAll(() => evm.chain.stop())
  beforeEach(async () => {
    await sql`delete from signer`.execute(db)
    world = await openEvmWithdrawals(db, evm, players)
    player = await world.richPlayer()
  })
  afterEach(async () => {
    await evm.client.setAutomine(true)
    expect(await faultsOf(db)).toEqual([])
  })

  const status = async (id: string) => world.statusOf(player, id)
  const rowOf = (id: string) =>
    db.selectFrom('withdrawal').select(['status', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
  /**
   * Forges a signed transaction as expired, as somebody who can write to the database, so that the withdrawal waits
   * again.
   */
  const sayOver = (id: string) =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const statement of [
        `update withdrawal_transaction set outcome = 'expired', settled_at = now() where withdrawal_id`,
        `update withdrawal_nonce set outcome = 'lost' where withdrawal_id`,
        `update withdrawal set status = 'queued' where id`,
      ]) {
        await sql.raw(`${statement} = ${id}`).execute(trx)
      }
    })
  const finish = async () => {
    await world.round()
    await world.confirm()
    await world.round()
  }

  it('pay a token: reserved, signed, sent, confirmed and booked', async () => {
    const before = world.logged.length
    const address = someAddress()
    const { data } = await world.ask(player, { address })
    expect(data).toMatchObject({ status: 'queued', chain: 'evm-11155111', receives: '49', isPractice: false })
    expect(await world.held(player)).toEqual({ available: 950n * USDT, pending: 50n * USDT })
    await world.round()
    expect(await world.latest(player)).toMatchObject({ status: 'broadcast', address })
    await world.round()
    expect(await status(data.id)).toBe('broadcast')
    await world.confirm()
    await world.round()
    expect(await status(data.id)).toBe('confirmed')
    expect(world.logged.slice(before)).toEqual(['a withdrawal is sent', 'a withdrawal is final'])
    expect(await world.tokens(address)).toBe(49n * USDT)
    expect(await world.held(player)).toEqual({ available: 950n * USDT, pending: 0n })
    const [paid] = await world.attempts(data.id)
    expect(await readTransfer(paid?.raw ?? Buffer.of())).toMatchObject({
      from: evmAddress(world.wallet),
      to: address.toLowerCase(),
      contract: evm.token.toLowerCase(),
      amount: 49n * USDT,
    })
  })

  it("pay the chain's own coin", async () => {
    const address = someAddress()
    const { id } = (await world.ask(player, { coin: 'eth-ethereum', amount: '1.5', address })).data
    await finish()
    expect(await status(id)).toBe('confirmed')
    expect(await world.ether(address)).toBe((149n * ETHER) / 100n)
    expect(await world.held(player, 'eth-ethereum')).toEqual({ available: (85n * ETH) / 10n, pending: 0n })
  })

  describe('when requested', () => {
    it('show their terms for each coin and chain', async () => {
      const terms = (await player.call(getWithdrawalTerms)).data
      expect(terms.map(({ coin, chain, addresses }) => [coin, chain, addresses])).toEqual([
        ['usdt-tron', 'tron-practice', 'tron'],
        ['usdt-ethereum', 'evm-11155111', 'evm'],
        ['eth-ethereum', 'evm-11155111', 'evm'],
      ])
      expect(terms[2]).toMatchObject({ decimals: 8, fee: '0.01', minimum: '0.05', available: '10' })
    })

    it.each<[string, () => Parameters<EvmWithdrawals['ask']>[1], string]>([
      ['a wrong checksum', () => ({ address: swapCase(someAddress()) }), 'withdrawal_address_wrong'],
      [
        'an address of TRON',
        () => ({ address: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' }),
        'withdrawal_address_wrong',
      ],
      [
        'an address that is too short',
        () => ({ address: someAddress().slice(0, -1) }),
        'withdrawal_address_wrong',
      ],
      ['the zero address', () => ({ address: zeroAddress }), 'withdrawal_address_wrong'],
      ['the token as address', () => ({ address: evm.token }), 'withdrawal_address_wrong'],
      ['an address of the house', () => ({ address: HOUSE }), 'withdrawal_address_ours'],
      ['the hot wallet', () => ({ address: world.wallet }), 'withdrawal_address_ours'],
      ['less than the minimum', () => ({ amount: '4.9' }), 'withdrawal_too_small'],
      ['a part of the smallest unit', () => ({ amount: '10.0000001' }), 'bad_request'],
      ['another fee', () => ({ fee: '0' }), 'conflict'],
      ['a coin that cannot be withdrawn there', () => ({ coin: 'usdc-ethereum' }), 'bad_request'],
      ['more than the balance', () => ({ amount: '1000.1' }), 'insufficient_funds'],
    ])('are refused with %s', async (_, more, code) => {
      await world.round()
      expect((await world.ask(player, more())).code).toBe(code)
      expect(await world.held(player)).toEqual({ available: 1_000n * USDT, pending: 0n })
    })

    it('accept an address without capitals, and store it with its checksum', async () => {
      const address = someAddress()
      const same = { idempotencyKey: randomUUID() }
      const asked = (await world.ask(player, { ...same, address: address.toLowerCase() })).data
      expect(asked.address).toBe(address)
      expect((await world.ask(player, { ...same, address })).data.id).toBe(asked.id)
      expect((await world.ask(player, { ...same, address: someAddress() })).code).toBe('conflict')
    })

    it('go only to stored addresses of the same chain when the whitelist is on', async () => {
      const address = someAddress()
      const body = { chain: 'evm-11155111', address: address.toLowerCase(), label: '', password: PASSWORD }
      const { addresses, chains } = (await player.call(addWithdrawalAddress, { body })).data
      expect(addresses).toMatchObject([{ chain: 'evm-11155111', address }])
      expect(chains.map(({ chain }) => chain)).toEqual(['tron-practice', 'evm-11155111'])
      const elsewhere = { ...body, chain: 'evm-168587773' }
      expect((await player.call(addWithdrawalAddress, { body: elsewhere })).code).toBe('bad_request')
      await player.call(setWithdrawalWhitelist, { body: { isOn: true, password: PASSWORD } })
      expect((await world.ask(player, { address })).code).toBe('withdrawal_address_waits')
      await players.wait(24 * 3_600_000)
      expect((await world.ask(player, { address })).code).toBe('ok')
      expect((await world.ask(player)).code).toBe('withdrawal_address_waits')
      expect((await player.call(getAddressBook)).data.addresses).toHaveLength(1)
    })
  })

  describe('are paid exactly once', () => {
    it.each(['usdt-ethereum', 'eth-ethereum'])(
      'wherever the signer dies: %s',
      async (coin) => {
        const isToken = coin === 'usdt-ethereum'
        const crashes: unknown[] = []
        const stride = repeats(3, 1)
        for (let statements = TEST_SEED % stride; ; statements += stride) {
          const address = someAddress()
          const { id } = (await world.ask(player, { coin, address, amount: isToken ? '5' : '0.06' })).data
          const crash = await world.round({ db: crashAfter(db, statements) }).catch((error: unknown) => error)
          await world.freeLease()
          const holder = randomUUID()
          await world.round({ holder })
          await world.confirm()
          await world.round({ holder, db: crashAfter(db, statements) }).catch(() => {})
          await world.round({ holder })
          const paid = isToken ? await world.tokens(address) : await world.ether(address)
          expect([statements, await status(id), paid]).toEqual([
            statements,
            'confirmed',
            isToken ? 4n * USDT : ETHER / 20n,
          ])
          await world.freeLease()
          if (crash === true) break
          crashes.push(crash)
        }
        expect(crashes.length * stride).toBeGreaterThan(8)
      },
      // In the whole run the signer dies after each statement: two dozen payments a coin.
      240_000,
    )

    it('when the network does not confirm that it took them', async () => {
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      const mute = senderWith(world.sender, {
        async broadcast(raw) {
          await world.sender.broadcast(raw)
          throw new Error('connection lost')
        },
      })
      await world.round({ sender: mute })
      expect(await status(id)).toBe('signed')
      await finish()
      expect([await status(id), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
      expect(await world.attempts(id)).toHaveLength(1)
    })

    it('one after another, with nonces without a gap', async () => {
      await evm.client.setAutomine(false)
      const addresses = Array.from({ length: 4 }, someAddress)
      const ids: string[] = []
      for (const address of addresses) ids.push((await world.ask(player, { address })).data.id)
      ids.push((await world.ask(player, { coin: 'eth-ethereum' })).data.id)
      await world.round()
      const numbers = await Promise.all(ids.map(async (id) => (await world.attempts(id))[0]?.nonce))
      expect(numbers).toEqual(['0', '1', '2', '3', '4'])
      await world.confirm()
      await world.round()
      expect(await Promise.all(ids.map(status))).toEqual(Array(5).fill('confirmed'))
      expect(await Promise.all(addresses.map(world.tokens))).toEqual(Array(4).fill(49n * USDT))
    })

    it('by two signers at once, and by one that was taken for dead', async () => {
      const addresses = Array.from({ length: 3 }, someAddress)
      for (const address of addresses) await world.ask(player, { address })
      const rounds = await Promise.all([world.round(), world.round({ holder: randomUUID() })])
      expect(rounds.filter(Boolean)).toHaveLength(1)
      // The first signer is slow, and another one takes over between its signature and its row.
      const late = someAddress()
      const { id } = (await world.ask(player, { address: late })).data
      await world.freeLease()
      const slow = senderWith(world.sender, {
        async sign(payment, queue) {
          const signed = await world.sender.sign(payment, queue)
          await world.freeLease()
          await world.round({ holder: randomUUID() })
          return signed
        },
      })
      await world.round({ sender: slow, holder: randomUUID() }).catch(() => {})
      await world.freeLease()
      await finish()
      expect(await status(id)).toBe('confirmed')
      expect(await world.attempts(id)).toHaveLength(1)
      expect(await Promise.all([...addresses, late].map(world.tokens))).toEqual(Array(4).fill(49n * USDT))
    })
  })

  describe('that no block takes', () => {
    /** Signed and sent while blocks are full of transactions that pay more. */
    async function stuck(more: Parameters<EvmWithdrawals['ask']>[1] = {}) {
      await evm.client.setAutomine(false)
      const address = someAddress()
      const { id } = (await world.ask(player, { address, ...more })).data
      await world.round()
      expect(await status(id)).toBe('broadcast')
      await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 50_000_000_000n })
      await evm.client.mine({ blocks: 1 })
      return { id, address }
    }

    it('are sent again with the same nonce, receiver and amount for more gas', async () => {
      const { id, address } = await stuck()
      await world.round()
      expect(await world.attempts(id)).toHaveLength(1)
      world.pass(61)
      await world.round()
      const attempts = await world.attempts(id)
      expect(attempts.map(({ nonce }) => nonce)).toEqual(['0', '0'])
      const [first, second] = await Promise.all(attempts.map(({ raw }) => readTransfer(raw)))
      expect(second).toEqual({ ...first, maxFee: second?.maxFee, tip: second?.tip })
      expect(second?.maxFee).toBeGreaterThanOrEqual(((first?.maxFee ?? 0n) * 11n) / 10n)
      await world.confirm()
      await world.round()
      expect([await status(id), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
      expect((await world.attempts(id)).map(({ outcome }) => outcome)).toEqual(['expired', 'confirmed'])
      expect(await world.latest(player)).toMatchObject({ txId: attempts[1]?.tx_id })
      // The chain is not asked about the replaced one.
      const { history } = world.sender
      const mute = history && {
        ...history,
        read: () => Promise.reject(new Error('The chain must not be asked')),
      }
      const list = await world.listUnknown(senderWith(world.sender, { history: mute }))
      expect(list).toMatch(/the database knows all/)
      const next = (await world.ask(player)).data.id
      await evm.client.setAutomine(true)
      await finish()
      expect((await world.attempts(next))[0]?.nonce).toBe('1')
    })

    it('are never queued again if the second of their hashes has paid, whatever the rows say', async () => {
      const { id, address } = await stuck()
      world.pass(61)
      await world.round()
      await world.confirm()
      await evm.client.setAutomine(true)
      const [first, second] = await world.attempts(id)
      expect([first?.nonce, second?.nonce, await world.tokens(address)]).toEqual(['0', '0', 49n * USDT])
      await sayOver(id)
      await world.round()
      expect(await rowOf(id)).toEqual({ status: 'review', reason: 'books_differ' })
      expect(await world.attempts(id)).toHaveLength(2)
      await world.recover(second?.tx_id ?? '', id)
      expect(await status(id)).toBe('confirmed')
    })

    it('count as paid when the first transaction gets through after all', async () => {
      const { id, address } = await stuck({ coin: 'eth-ethereum' })
      world.pass(61)
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: false, reason: 'busy' }) })
      await world.round({ sender: deaf })
      const [first, second] = await world.attempts(id)
      expect(second?.outcome).toBeNull()
      await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1n })
      await world.sender.broadcast(first?.raw ?? Buffer.of())
      await evm.client.mine({ blocks: 1 })
      await evm.client.setAutomine(true)
      await world.round()
      await world.confirm()
      await world.round()
      expect([await status(id), await world.ether(address)]).toEqual(['confirmed', (99n * ETHER) / 100n])
      expect((await world.attempts(id)).map(({ outcome }) => outcome)).toEqual(['confirmed', 'expired'])
      expect(await world.latest(player)).toMatchObject({ txId: first?.tx_id })
    })

    it('never cost more gas than the operator allows', async () => {
      const { id } = await stuck()
      await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 400_000_000_000n })
      await evm.client.mine({ blocks: 1 })
      world.pass(61)
      await world.round()
      expect(await world.attempts(id)).toHaveLength(1)
      expect(world.logged).toContain('a withdrawal waits for a block')
      await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1n })
      await evm.client.mine({ blocks: 1 })
      world.pass(20)
      await finish()
      expect(await status(id)).toBe('confirmed')
    })

    it('are signed again when their nonce was used elsewhere, even long ago', async () => {
      await evm.client.setAutomine(false)
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: true, reason: '' }) })
      await world.round({ sender: deaf })
      await evm.client.mine({ blocks: 5 })
      await evm.client.sendTransaction({ account: world.account, to: HOUSE, value: 1n, nonce: 0 })
      await evm.client.mine({ blocks: 300 })
      await evm.client.setAutomine(true)
      world.pass(10_000)
      const other = (await world.ask(player)).data.id
      await world.round()
      // It may be a payment of Koi that this database has lost.
      expect((await world.attempts(id)).map(({ nonce }) => nonce)).toEqual(['0'])
      expect([await status(id), await status(other)]).toEqual(['broadcast', 'queued'])
      const [, txId = ''] = /(0x[0-9a-f]{64}), number 0, block \d+: /.exec(await world.listUnknown()) ?? []
      await expect(world.recover(txId, id)).rejects.toThrow(/has not paid the amount/)
      expect(await world.recover(txId, 'none')).toBe(`${txId} on evm-11155111 is none of Koi’s.`)
      await world.round()
      expect((await world.attempts(id)).map(({ nonce }) => nonce)).toEqual(['0', '1'])
      await finish()
      expect([await status(id), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
    })

    it('are refunded by a node without old state, even long after their nonce was used', async () => {
      await evm.client.setAutomine(false)
      const { id } = (await world.ask(player)).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: true, reason: '' }) })
      await world.round({ sender: deaf })
      await evm.client.mine({ blocks: 120 })
      const by = await evm.client.sendTransaction({ account: world.account, to: HOUSE, value: 1n, nonce: 0 })
      await evm.client.mine({ blocks: 200 })
      await evm.client.setAutomine(true)
      await sayOver(id)
      await world.round()
      expect(await rowOf(id)).toEqual({ status: 'review', reason: 'books_differ' })
      const kept = Number(await evm.client.getBlockNumber()) - 128
      const node = await startNodeProxy(evm.chain.url)
      node.lie = ({ method, params }) => {
        const block = Number(params?.[1])
        const isGone = method === 'eth_getTransactionCount' && block < kept
        return isGone ? { error: { code: -32_000, message: 'missing trie node' } } : undefined
      }
      // Each command reads anew, as another process.
      const refusing = () => world.refuse(id, world.senderAt(node.url))
      try {
        await expect(refusing()).rejects.toThrow(`${by} has used the number of transaction`)
        await keepWalletDecision(db, world.sender, {
          key: world.key,
          now: world.clock(),
          decided: { txId: by },
        })
        expect(await refusing()).toMatch(/is refused/)
      } finally {
        node.close()
      }
      expect(await world.held(player)).toEqual({ available: 1_000n * USDT, pending: 0n })
    })

    it('wait for a person when no node shows what used their nonce', async () => {
      await evm.client.setAutomine(false)
      const { id } = (await world.ask(player)).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: true, reason: '' }) })
      await world.round({ sender: deaf })
      // As the previous version of the signer left it.
      await db
        .updateTable('withdrawal_transaction')
        .set({ signed_block: null })
        .where('withdrawal_id', '=', id)
        .execute()
      await evm.client.sendTransaction({ account: world.account, to: HOUSE, value: 1n, nonce: 0 })
      await evm.client.mine({ blocks: 200 })
      world.pass(10_000)
      await world.round()
      const [attempt] = await world.attempts(id)
      expect(
        await decideSent(db, { id, decision: 'unpaid', txId: attempt?.tx_id, now: world.clock() }),
      ).toMatch(/given back/)
      await world.round()
      expect((await world.attempts(id)).map(({ outcome }) => outcome)).toEqual(['expired'])
      expect([await status(id), await world.held(player)]).toEqual([
        'failed',
        { available: 1_000n * USDT, pending: 0n },
      ])
    })

    it('are signed again only when another final transaction has their nonce', async () => {
      await evm.client.setAutomine(false)
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: true, reason: '' }) })
      await world.round({ sender: deaf })
      // Somebody used the wallet by hand.
      await evm.client.sendTransaction({ account: world.account, to: HOUSE, value: 1n, nonce: 0 })
      await evm.client.mine({ blocks: 1 })
      world.pass(100)
      await world.round()
      expect((await world.attempts(id)).map(({ nonce }) => nonce)).toEqual(['0'])
      await evm.client.setAutomine(true)
      await world.confirm()
      await world.round()
      await world.recover('others', 'none')
      await world.round()
      expect((await world.attempts(id)).map(({ nonce, outcome }) => [nonce, outcome])).toEqual([
        ['0', 'expired'],
        ['1', null],
      ])
      await finish()
      expect([await status(id), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
    })
  })

  describe('that the database does not know', () => {
    it('are found when they replaced a known one, and booked as a person decides', async () => {
      await evm.client.setAutomine(false)
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      await world.round()
      await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 50_000_000_000n })
      await evm.client.mine({ blocks: 1 })
      // As after a restored backup: it was sent again for more gas, and the record is lost.
      const [attempt] = await world.attempts(id)
      const known = { expiresAt: null, signedBlock: null, nonce: 0 }
      const raw = attempt?.raw ?? Buffer.of()
      const lost = await world.sender.replace({ ...known, txId: attempt?.tx_id ?? '', raw })
      if (!lost) throw new Error('Nothing was signed')
      await world.sender.broadcast(lost.raw)
      await world.confirm()
      await evm.client.setAutomine(true)
      world.pass(100)
      for (let round = 0; round < 2; round++) await world.round()
      expect([await status(id), await world.tokens(address)]).toEqual(['broadcast', 49n * USDT])
      expect(await world.attempts(id)).toHaveLength(1)
      const list = await world.listUnknown()
      expect(list).toContain(`npm run signer -- recover evm-11155111 ${lost.txId} ${id}`)
      expect(await world.recover(lost.txId, id)).toBe(`Withdrawal ${id} is paid by ${lost.txId}.`)
      await expect(world.recover(lost.txId, 'none')).rejects.toThrow(/does not know/)
      expect(await status(id)).toBe('confirmed')
      expect(await world.held(player)).toEqual({ available: 950n * USDT, pending: 0n })
      const next = (await world.ask(player)).data.id
      await finish()
      expect([await status(next), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
    })

    it('are booked as paid when a person says so, and never refunded', async () => {
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      await world.round()
      await world.confirm()
      await sayOver(id)
      // Another key of the house had given up the same nonce for it.
      const [sender, chain] = [`0x${'ab'.repeat(20)}`, 'evm-11155111']
      const other = { chain, sender, nonce: '0', withdrawal_id: id, outcome: 'lost' as const }
      await db.insertInto('withdrawal_nonce').values(other).execute()
      await world.round()
      expect([await status(id), (await world.attempts(id)).length]).toEqual(['review', 1])
      const txId = (await world.attempts(id))[0]?.tx_id ?? ''
      await expect(world.refuse(id)).rejects.toThrow(
        `npm run signer -- recover evm-11155111 ${txId} ${id}\` books it as paid`,
      )
      const list = await world.listUnknown()
      expect(list).toContain(`was signed for withdrawal ${id}, and the database says that it can never pay`)
      expect(list).toContain(`npm run signer -- recover evm-11155111 ${txId} ${id}`)
      // Setting it aside would leave its withdrawal without an end.
      expect(list).not.toContain(`${txId} none`)
      await expect(world.recover(txId, 'none')).rejects.toThrow(
        `was signed for withdrawal ${id} and has paid`,
      )
      expect(await world.recover(txId, id)).toBe(`Withdrawal ${id} is paid by ${txId}.`)
      expect(await world.listUnknown()).toMatch(/the database knows all/)
      expect([await status(id), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
      expect(await world.held(player)).toEqual({ available: 950n * USDT, pending: 0n })
      const numbers = db.selectFrom('withdrawal_nonce').selectAll().where('withdrawal_id', '=', id)
      expect(await numbers.orderBy('outcome').execute()).toEqual([
        other,
        { ...other, sender: world.wallet, outcome: 'used' },
      ])
      // Its outcome stays from now on.
      await expect(
        sql`update withdrawal_transaction set outcome = 'expired' where withdrawal_id = ${id}`.execute(db),
      ).rejects.toThrow()
    })

    it('are listed even if their money came back, and set aside once that was seen', async () => {
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      await world.round()
      await world.confirm()
      await sayOver(id)
      expect((await player.call(cancelWithdrawal, { params: { id } })).code).toBe('ok')
      const txId = (await world.attempts(id))[0]?.tx_id ?? ''
      const list = await world.listUnknown()
      expect(list).toContain(`was signed for withdrawal ${id}, and the database says that it can never pay`)
      expect(list).toMatch(/, which is cancelled: its money went back although this paid it/)
      await expect(world.recover(txId, id)).rejects.toThrow(/is cancelled: it stays so/)
      expect(await world.recover(txId, 'none')).toBe(`${txId} on evm-11155111 is none of Koi’s.`)
      expect(await world.listUnknown()).toMatch(/the database knows all/)
    })

    it('stop signing while they wait for a block, and after the network dropped them', async () => {
      await evm.client.setAutomine(false)
      const { id } = (await world.ask(player)).data
      const hash = await evm.client.sendTransaction({ account: world.account, to: HOUSE, value: 1n })
      await world.round()
      expect(await status(id)).toBe('queued')
      await expect(world.recover('0', 'none')).rejects.toThrow(/still has a transaction with number 0/)
      await evm.client.dropTransaction({ hash })
      await world.round()
      expect(await status(id)).toBe('queued')
      expect(await world.listUnknown()).toContain('number 0: in no block')
      expect(await world.recover('0', 'none')).toMatch(/^Numbers from 0 on count as free/)
      await world.round()
      expect((await world.attempts(id)).map(({ nonce }) => nonce)).toEqual(['0'])
      await evm.client.setAutomine(true)
      await finish()
      expect(await status(id)).toBe('confirmed')
    })
  })

  describe('signed by another key', () => {
    it('are followed to their end and never signed again, while others go on', async () => {
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      const deaf = senderWith(world.sender, { broadcast: async () => ({ isTaken: true, reason: '' }) })
      await world.round({ sender: deaf })
      await world.freeLease()
      const next = await openEvmWithdrawals(db, evm, players)
      // The new wallet has used the nonce that the old one signed with.
      await evm.client.sendTransaction({ account: next.account, to: HOUSE, value: 1n })
      await next.confirm()
      next.pass(200)
      const other = (await next.ask(player)).data.id
      await next.round()
      expect(await status(other)).toBe('queued')
      await next.recover('others', 'none')
      for (let round = 0; round < 3; round++) {
        await next.round()
        await next.confirm()
      }
      expect([await status(id), await status(other)]).toEqual(['broadcast', 'confirmed'])
      expect((await next.attempts(id)).map(({ outcome }) => outcome)).toEqual([null])
      const told = 'another key signed a withdrawal: run the signer with that key until it is settled'
      expect(next.logged.filter((text) => text === told)).toHaveLength(1)
      // Its nonce was free all the time.
      await world.sender.broadcast((await next.attempts(id))[0]?.raw ?? Buffer.of())
      await next.confirm()
      await next.round()
      expect([await status(id), await next.tokens(address)]).toEqual(['confirmed', 49n * USDT])
      expect((await next.attempts(id)).map(({ outcome }) => outcome)).toEqual(['confirmed'])
    })
  })

  describe('that the chain reverses', () => {
    it('are sent again after a reorg, and pay once', async () => {
      const address = someAddress()
      const before = await evm.client.snapshot()
      const { id } = (await world.ask(player, { address })).data
      await world.round()
      // The chain makes the block after it has answered.
      await expect.poll(() => world.tokens(address)).toBe(49n * USDT)
      await evm.client.revert({ id: before })
      expect(await world.tokens(address)).toBe(0n)
      await world.confirm()
      await world.round()
      expect(await status(id)).toBe('broadcast')
      world.pass(16)
      await finish()
      expect([await status(id), await world.tokens(address)]).toEqual(['confirmed', 49n * USDT])
      expect(await world.attempts(id)).toHaveLength(1)
    })

    it('fail, and the money is refunded once', async () => {
      const code = await evm.client.getCode({ address: evm.token })
      await evm.client.setAutomine(false)
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      await world.round()
      // The token refuses between the signature and the block.
      await evm.client.setCode({ address: evm.token, bytecode: '0x60006000fd' })
      await world.confirm()
      await evm.client.setCode({ address: evm.token, bytecode: code ?? '0x' })
      await world.round()
      await world.round()
      expect(await status(id)).toBe('failed')
      expect(await world.held(player)).toEqual({ available: 1_000n * USDT, pending: 0n })
      expect((await world.attempts(id)).map(({ outcome }) => outcome)).toEqual(['reverted'])
    })

    it('because of a receiver of the native coin cost the player the fee', async () => {
      await evm.client.setAutomine(false)
      const address = someAddress()
      const { id } = (await world.ask(player, { coin: 'eth-ethereum', address })).data
      await world.round()
      // The receiver refuses between the signature and the block.
      await evm.client.setCode({ address, bytecode: '0x60006000fd' })
      await world.confirm()
      await world.round()
      await world.round()
      expect(await status(id)).toBe('failed')
      expect(await world.held(player, 'eth-ethereum')).toEqual({
        available: (999n * ETH) / 100n,
        pending: 0n,
      })
    })

    /** A block took it, without an event of a transfer. */
    async function untold() {
      const code = await evm.client.getCode({ address: evm.token })
      await evm.client.setAutomine(false)
      const { id } = (await world.ask(player)).data
      await world.round()
      await evm.client.setCode({ address: evm.token, bytecode: '0x60006000f3' })
      await world.confirm()
      await evm.client.setCode({ address: evm.token, bytecode: code ?? '0x' })
      await world.round()
      await world.round()
      const txId = (await world.attempts(id))[0]?.tx_id ?? ''
      const decide = (decision: 'paid' | 'unpaid', named?: string) =>
        decideSent(db, { id, decision, txId: named, now: world.clock() })
      return { id, txId, decide }
    }
    const decisionsOn = (id: string) =>
      db
        .selectFrom('withdrawal_decision')
        .select(['decision', 'tx_id', 'decided_by'])
        .where('withdrawal_id', '=', id)
        .execute()

    it('wait for a person when a block took them without an event', async () => {
      const { id, txId, decide } = await untold()
      expect(await status(id)).toBe('broadcast')
      expect(await world.held(player)).toEqual({ available: 950n * USDT, pending: 50n * USDT })
      const alarms = world.logged.filter((text) => text === 'an operator must decide about a withdrawal')
      expect(alarms).toHaveLength(1)
      expect((await listReviews(db)).join('\n')).toMatch(new RegExp(`^${id} .*: no_transfer; look at`, 'm'))
      // The command has no effect before the transaction is named.
      expect(await decide('paid')).toContain(`npm run signer -- paid ${id} ${txId}`)
      await expect(decide('paid', `0x${'ab'.repeat(32)}`)).rejects.toThrow(/is no transaction of withdrawal/)
      expect(await decisionsOn(id)).toEqual([])
      expect(await decide('paid', txId)).toBe(`Withdrawal ${id} is booked as sent.`)
      expect(await decide('paid', txId)).toMatch(/was decided before, as paid/)
      await expect(decide('unpaid', txId)).rejects.toThrow(/that stays/)
      await world.round()
      expect(await status(id)).toBe('confirmed')
      expect(await world.held(player)).toEqual({ available: 950n * USDT, pending: 0n })
      expect(await decisionsOn(id)).toEqual([
        { decision: 'paid', tx_id: txId, decided_by: userInfo().username },
      ])
      await expect(db.deleteFrom('withdrawal_decision').execute()).rejects.toThrow(/append-only/)
    })

    it('are refunded once when the person finds that nothing was paid, even after several commands', async () => {
      const { id, txId, decide } = await untold()
      await Promise.all([decide('unpaid', txId), decide('unpaid', txId), world.round()])
      await world.round()
      expect(await status(id)).toBe('failed')
      expect(await world.held(player)).toEqual({ available: 1_000n * USDT, pending: 0n })
      expect(await decisionsOn(id)).toHaveLength(1)
      expect((await listReviews(db)).join('\n')).not.toMatch(new RegExp(`^${id} `, 'm'))
    })

    it('cannot be decided by a person while the signer can end them itself', async () => {
      await evm.client.setAutomine(false)
      const { id } = (await world.ask(player)).data
      await world.round()
      const [attempt] = await world.attempts(id)
      const deciding = decideSent(db, { id, decision: 'unpaid', txId: attempt?.tx_id, now: world.clock() })
      await expect(deciding).rejects.toThrow(/Nothing has to be decided/)
      await finish()
      expect(await status(id)).toBe('confirmed')
    })

    it('are not signed when the token refuses, and go to review', async () => {
      const code = await evm.client.getCode({ address: evm.token })
      const { id } = (await world.ask(player)).data
      // Balances are high, and every transfer returns 2.
      await evm.client.setCode({
        address: evm.token,
        bytecode:
          '0x7f4000000000000000000000000000000000000000000000000000000000000000600052602060 00f3'.replace(
            ' ',
            '',
          ) as `0x${string}`,
      })
      for (let round = 0; round < 4; round++) await world.round()
      await evm.client.setCode({ address: evm.token, bytecode: code ?? '0x' })
      expect(await status(id)).toBe('review')
      expect(await world.attempts(id)).toEqual([])
    })
  })

  describe('that cannot be signed', () => {
    const failing = (errors: readonly Error[], bad: readonly string[]) =>
      senderWith(world.sender, {
        sign: (payment, queue) =>
          bad.includes(payment.to)
            ? Promise.reject(errors[bad.indexOf(payment.to) % errors.length] ?? new Error('none'))
            : world.sender.sign(payment, queue),
      })

    it('delay none behind them, and go to review', async () => {
      const address = someAddress()
      const { id } = (await world.ask(player, { address })).data
      const other = (await world.ask(player)).data.id
      const sender = failing([new TypeError('whatever')], [address])
      await world.round({ sender })
      expect([await status(id), await status(other)]).toEqual(['queued', 'broadcast'])
      for (let round = 0; round < 3; round++) await world.round({ sender })
      expect(await status(id)).toBe('review')
      await finish()
    })

    it('because of a silent node or a full disk are retried and never reviewed, however many', async () => {
      const addresses = Array.from({ length: 4 }, someAddress)
      const ids: string[] = []
      for (const address of addresses) ids.push((await world.ask(player, { address })).data.id)
      const other = (await world.ask(player)).data.id
      const full = Object.assign(new Error('could not extend file'), { code: '53100' })
      const sender = failing([new NodeUnavailable('nothing'), full], addresses)
      await world.round({ sender })
      await world.round({ sender })
      expect(await status(other)).toBe('broadcast')
      for (let round = 0; round < 6; round++) await world.round({ sender })
      expect(await Promise.all(ids.map(status))).toEqual(Array(4).fill('queued'))
      await finish()
      expect(await Promise.all(ids.map(status))).toEqual(Array(4).fill('confirmed'))
    })

    it('because their receiver burns too much gas go to review', async () => {
      const address = someAddress()
      // An endless loop only for a payment, which has a gas price.
      await evm.client.setCode({ address, bytecode: '0x3a600557005b600556' })
      const { id } = (await world.ask(player, { coin: 'eth-ethereum', address })).data
      for (let round = 0; round < 4; round++) await world.round()
      expect(await status(id)).toBe('review')
      expect(await world.attempts(id)).toEqual([])
    })
  })

  describe('with too little in the hot wallet', () => {
    it('wait, are reported once, and do not delay other coins', async () => {
      await world.fund(0n, 100n * ETHER)
      const rich = await world.richPlayer(1_000_000n, 1_000n)
      const first = (await world.ask(rich, { coin: 'eth-ethereum', amount: '7.99' })).data.id
      await world.fund(0n, ETHER)
      const second = (await world.ask(rich)).data.id
      await world.round()
      await world.round()
      expect(await world.statusOf(rich, first)).toBe('queued')
      expect(await world.statusOf(rich, second)).toBe('broadcast')
      expect(world.logged.filter((text) => text === 'a withdrawal waits')).toHaveLength(1)
      await world.fund(0n, 100n * ETHER)
      await finish()
      expect(await world.statusOf(rich, first)).toBe('confirmed')
    })

    it('never sign what earlier ones will have spent', async () => {
      await evm.client.setAutomine(false)
      await world.fund(0n, 2n * ETHER)
      const ids = [
        (await world.ask(player, { coin: 'eth-ethereum', amount: '1.2' })).data.id,
        (await world.ask(player, { coin: 'eth-ethereum', amount: '1.2' })).data.id,
      ]
      await world.round()
      expect(await Promise.all(ids.map(status))).toEqual(['broadcast', 'queued'])
      await world.confirm()
      await world.fund(0n, 2n * ETHER)
      await evm.client.setAutomine(true)
      await finish()
      expect(await Promise.all(ids.map(status))).toEqual(['confirmed', 'confirmed'])
    })
  })

  it('count all coins together for review and for the daily limit', async () => {
    players.time.now += 25 * 3_600_000
    await players.wait(0)
    const limits = { reviewFrom: 6_000n * USDT, perDay: 8_000n * USDT }
    const [rich, other] = [await world.richPlayer(100_000n, 100n), await world.richPlayer(100_000n, 100n)]
    const ask = async (more: Parameters<EvmWithdrawals['ask']>[1], of = rich) =>
      (await world.ask(of, more)).data.id
    // An ether is 2,500 USDT.
    const large = await ask({ coin: 'eth-ethereum', amount: '2.5' })
    const tooLarge = await ask({ coin: 'eth-ethereum', amount: '4' })
    const first = await ask({ coin: 'eth-ethereum', amount: '2' })
    const together = await ask({ amount: '1200' })
    const second = await ask({ amount: '3001' }, other)
    const third = await ask({ amount: '100' }, other)
    await world.round({ limits })
    const states = await Promise.all([
      ...[large, tooLarge, first, together].map((id) => world.statusOf(rich, id)),
      ...[second, third].map((id) => world.statusOf(other, id)),
    ])
    expect(states).toEqual(['review', 'review', 'broadcast', 'review', 'broadcast', 'queued'])
    const reasons = await db
      .selectFrom('withdrawal')
      .select('reason')
      .where('id', 'in', [large, tooLarge, together])
      .orderBy('id')
      .execute()
    expect(reasons.map(({ reason }) => reason)).toEqual(['large', 'above_day_limit', 'large'])
    await finish()
  })

  it('are compared with the chain, with deposits and the holdings of the house', async () => {
    const [view] = openViews(evm.config)
    if (!view) throw new Error('There is no real chain')
    const compare = () => compareWithChain(db, view, { last: 1 })
    const before = await evm.client.snapshot()
    const addresses = [someAddress(), someAddress()]
    /** The token keeps a fee of each transfer, as USDT can. */
    const keeping = (bps: bigint) => ({
      ...view,
      movedBy: async (txId: string) =>
        (await view.movedBy(txId)).flatMap((moved) => {
          if (moved.coin !== 'usdt-ethereum') return [moved]
          const fee = (moved.amount * bps) / 10_000n
          const kept = { ...moved, logIndex: moved.logIndex + 1, to: someAddress(), amount: fee }
          return [{ ...moved, amount: moved.amount - fee }, kept]
        }),
    })
    const ids: string[] = []
    for (const [n, coin] of ['usdt-ethereum', 'eth-ethereum'].entries()) {
      ids.push((await world.ask(player, { coin, address: addresses[n] ?? '' })).data.id)
      await finish()
      expect(await compare()).toMatchObject({ differences: [], notChecked: [] })
      if (n > 0) continue
      expect((await compareWithChain(db, keeping(19n), { last: 1 })).differences).toEqual([])
      expect((await compareWithChain(db, keeping(100n), { last: 1 })).differences).toHaveLength(1)
    }
    expect((await readHoldings(db, view)).filter((line) => line.includes(world.wallet))).toEqual([
      `evm-11155111, hot wallet ${world.wallet}: ${100_000n * USDT - 49n * USDT} usdt-ethereum`,
      expect.stringMatching(/: 99[89]\d{8} eth-ethereum$/),
    ])
    const [sent] = await world.attempts(ids[1] ?? '')
    // A forger marks the paid transaction as given up.
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      const end = (outcome: 'expired' | 'confirmed') =>
        trx
          .updateTable('withdrawal_transaction')
          .set({ outcome })
          .where('withdrawal_id', '=', ids[1] ?? '')
          .execute()
      await end('expired')
      expect((await compareWithChain(trx, view, { last: 1 })).differences).toEqual([
        `a payment of eth-ethereum to ${addresses[1]} given up for withdrawal ${ids[1]} (confirmed) is on evm-11155111 in ${sent?.tx_id}`,
      ])
      await end('confirmed')
    })
    // A reorg removes a final block, and the ledger differs.
    await evm.client.revert({ id: before })
    expect((await compare()).differences).toEqual([
      `withdrawal ${ids[1]} of 99000000 eth-ethereum to ${addresses[1]} is not on evm-11155111 in ${sent?.tx_id}`,
    ])
  })

  describe('in the database', () => {
    it('have one nonce at a time, which is unique', async () => {
      await evm.client.setAutomine(false)
      const { id } = (await world.ask(player)).data
      const other = (await world.ask(player)).data.id
      await world.round()
      const nonce = (withdrawal: string, number: number) =>
        sql`insert into withdrawal_nonce (chain, sender, nonce, withdrawal_id)
          values ('evm-11155111', ${world.wallet}, ${number}, ${withdrawal})`.execute(db)
      await expect(nonce(id, 7)).rejects.toThrow()
      await expect(nonce(other, 0)).rejects.toThrow()
      const second =
        sql`insert into withdrawal_transaction (withdrawal_id, chain, tx_id, raw, signed_at, sender, nonce)
        values (${id}, 'evm-11155111', '0xfeed', '\\x00', now(), ${world.wallet}, 1)`.execute(db)
      await expect(second).rejects.toThrow()
      await expect(sql`delete from withdrawal_nonce`.execute(db)).rejects.toThrow()
      await world.confirm()
      await world.round()
      const lost = sql`update withdrawal_nonce set outcome = 'lost' where withdrawal_id = ${id}`.execute(db)
      await expect(lost).rejects.toThrow()
    })
  })
}

const swapCase = (address: string) =>
  `0x${[...address.slice(2)].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join('')}`
