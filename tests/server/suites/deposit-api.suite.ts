import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evmAddress } from '../../support/addresses.ts'
import { DEPOSITS_PER_PAGE } from '#contract/deposits.ts'
import { isTronAddress } from '#server/chains/tron-address.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { depositEndpoints } from '#server/deposits/deposits.endpoints.ts'
import { createLogger } from '#server/base/logger.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { evmRound } from '#server/wallet-deposits/evm-round.ts'
import { runRound } from '../../support/deposit-world.ts'
import { someAddress } from '../../support/tron-grid.ts'
import { openAccountApp, type Answer } from './account-app.ts'
import type { TestBackend } from './test-backend.ts'

export function depositApiSuite(backend: TestBackend): void {
  describe('calls for deposits', () => {
    let app: Awaited<ReturnType<typeof openAccountApp>>
    let token: string
    let n = 0

    beforeAll(async () => {
      app = await openAccountApp(backend)
    })
    beforeEach(async () => {
      token = await app.register(`depositor-${++n}@example.test`)
      await app.forgetLimits()
    })

    const open = (receives = 'sol-solana', of = token) =>
      app.call('PUT', '/user/deposit-address', { token: of, body: { receives } })
    const simulate = (amount: string, idempotencyKey = randomUUID()) =>
      app.call('POST', '/practice/transfers', { token, body: { amount, idempotencyKey } })
    const list = async (query = '', of = token) => {
      const { data } = await app.call('GET', `/user/deposits${query}`, { token: of })
      return data as unknown as { deposits: { id: string; status: string }[]; next: string | null }
    }
    /** Time for so many blocks of the practice chain, and a round of the watcher. */
    const pass = async (blocks: number) => {
      app.time.now += blocks * 3_000
      await runRound(app.db, app.chain, app.time.now, { leaseMs: -1 })
    }

    it('return one address for each player, marked as a practice address', async () => {
      const { data } = await open()
      expect(data).toMatchObject({ network: 'TRON', isPractice: true, receives: 'sol-solana' })
      expect(isTronAddress(String(data['address']))).toBe(true)
      expect((await open('wif-solana')).data).toEqual({ ...data, receives: 'wif-solana' })
      expect((await open('usdt-ethereum')).code).toBe('bad_request')
      expect((await open('usdt-tron')).data.receives).toBe('usdt-tron')
      expect(
        (await app.call('PUT', '/user/deposit-address', { body: { receives: 'sol-solana' } })).status,
      ).toBe(401)
    })

    it('are limited, and refused during a break', async () => {
      const statuses = []
      for (let i = 0; i < 121; i++) statuses.push((await open()).status)
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      await app.forgetLimits()
      await app.call('POST', '/user/time-out', { token, body: { hours: 24 } })
      expect((await open()).code).toBe('break_active')
      expect((await simulate('5')).code).toBe('break_active')
    })

    it('simulate a transfer that is handled like any other', async () => {
      expect((await simulate('5')).code).toBe('not_found')
      await open('bonk-solana')
      const key = randomUUID()
      const sent = await simulate('12.5', key)
      expect(await simulate('12.5', key)).toEqual(sent)
      expect(await simulate('12.5', key.toUpperCase() as typeof key)).toEqual(sent)
      expect((await simulate('12.6', key)).code).toBe('conflict')
      expect((await list()).deposits).toEqual([])
      await pass(2)
      expect((await list()).deposits).toMatchObject([
        { status: 'confirming', confirmations: 1, txId: sent.data['txId'] },
      ])
      await pass(20)
      const { deposits } = await list()
      expect(deposits).toMatchObject([
        { status: 'credited', paid: { amount: '12.5' }, credited: { coin: 'bonk-solana', amount: '500000' } },
      ])
      const one = await app.call('GET', `/user/deposits/${deposits[0]?.id}`, { token })
      expect(one.data).toEqual(deposits[0])
    })

    describe("within the player's limit", () => {
      const limit = (amount: string) =>
        app.call('PUT', '/user/limits/deposit/day', { token, body: { amount } })

      it('simulate no transfer that exceeds it, alone or with those under way', async () => {
        await open()
        await limit('10')
        const key = randomUUID()
        const codes = []
        for (const amount of ['500', '10.01']) codes.push((await simulate(amount)).code)
        codes.push((await simulate('6', key)).code, (await simulate('5')).code)
        await pass(2)
        codes.push((await simulate('5')).code)
        await pass(25)
        codes.push((await simulate('5')).code)
        expect(codes).toEqual([
          ...Array(2).fill('limit_reached'),
          undefined,
          ...Array(3).fill('limit_reached'),
        ])
        // A retry after a lost answer is no second transfer.
        expect((await simulate('6', key)).status).toBe(200)
        const raced = await Promise.all(['3', '3', '3'].map((amount) => simulate(amount)))
        expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
        await pass(25)
        await limit('0')
        expect((await simulate('1')).code).toBe('limit_reached')
        const { deposits } = await list()
        expect(deposits).toMatchObject([
          { paid: { amount: '3' }, isOverLimit: false },
          { paid: { amount: '6' }, isOverLimit: false },
        ])
        expect(deposits).toHaveLength(2)
      })

      it('send no practice payment that now exceeds it, or that the player has cancelled', async () => {
        const [chain] = app.chains
        if (!chain) throw new Error('There is no wallet chain')
        const lap = () => {
          const lease = createChainLease(app.db, chain.chain, randomUUID(), -1)
          const logger = createLogger('silent')
          return evmRound({ db: app.db, chain, lease, logger, rates: app.rates, now: app.time.now })
        }
        const sender = evmAddress(`0x${randomBytes(20).toString('hex')}`)
        const { uid } = (await app.call('GET', '/user/me', { token })).data as unknown as { uid: number }
        const linked = { address: sender, account_id: uid, label: '', last_used_at: null }
        await app.db
          .insertInto('wallet')
          .values({ ...linked, linked_at: new Date(app.time.now) })
          .execute()
        await lap()
        const ask = async (amount: string) => {
          const coins = { chainId: chain.chainId, coin: 'usdt-ethereum', receives: 'sol-solana' }
          const body = { ...coins, amount, sender, idempotencyKey: randomUUID() }
          return app.call('POST', '/user/wallet-deposits', { token, body })
        }
        const send = ({ data }: Answer) =>
          app.call('POST', `/user/wallet-deposits/${String(data['id'])}/simulate`, { token })

        await open()
        await limit('100')
        const old = await ask('100')
        app.time.now += 61 * 60_000
        const asked = [await ask('40'), await ask('40')] as const
        expect([(await ask('21')).code, (await simulate('21')).code]).toEqual(Array(2).fill('limit_reached'))
        expect((await send(old)).code).toBe('conflict')
        // The second may repeat the first after a cancel; once sent, each of them counts.
        await limit('79')
        expect((await send(asked[0])).data['status']).toBe('sent')
        expect((await send(asked[0])).data['status']).toBe('sent')
        expect((await send(asked[1])).code).toBe('limit_reached')
        // The outcome of another transaction does not make it another payment.
        const txId = `0x${'9c'.repeat(32)}`
        await app.call('PUT', `/user/wallet-deposits/${String(asked[1].data['id'])}/transaction`, {
          token,
          body: { txId },
        })
        expect((await send(asked[1])).code).toBe('conflict')
        app.time.now += 10 * 60_000
        for (let i = 0; i < 2; i++) await lap()
        expect(await list()).toMatchObject({ deposits: [{ paid: { amount: '40' }, isOverLimit: false }] })
        expect((await list()).deposits).toHaveLength(1)
      })
    })

    it.each(['0', '0.0000001', '-1', '1e3', '01', '', '1000000', '1.', 'x'])(
      'refuse to simulate %j USDT',
      async (amount) => {
        await open()
        expect(await simulate(amount)).toMatchObject({ code: 'bad_request', fields: ['amount'] })
      },
    )

    it('never simulate where money is real', async () => {
      const { chain, services, rates } = app
      const live = { ...chain, network: TRON_NETWORKS.mainnet, practice: null }
      const served = depositEndpoints({ ...services, rates, chain: live })
      const handler = served.find(({ endpoint }) => endpoint.path === '/practice/transfers')
      const caller = { session: { uid: 1, id: randomUUID() } }
      const body = { amount: '5', idempotencyKey: randomUUID() }
      const sending = handler?.handle({ params: undefined, query: undefined, body } as never, caller as never)
      await expect(sending).rejects.toMatchObject({ code: 'forbidden' })
    })

    it("list deposits page by page, only the player's own", async () => {
      const { data } = await open()
      const transfer = {
        contract: TRON_NETWORKS.practice.usdtContract,
        from: someAddress(),
        amount: 1_000_000n,
      }
      const all = Array.from({ length: DEPOSITS_PER_PAGE + 5 }, () => ({
        ...transfer,
        to: String(data['address']),
      }))
      await app.chain.practice?.send(all)
      await pass(25)
      const first = await list()
      const second = await list(`?before=${first.next}`)
      expect([first.deposits.length, second.deposits.length, second.next]).toEqual([
        DEPOSITS_PER_PAGE,
        5,
        null,
      ])
      const ids = [...first.deposits, ...second.deposits].map(({ id }) => BigInt(id))
      expect(ids).toEqual(ids.toSorted((a, b) => Number(b - a)))
      const other = await app.register(`stranger-${n}@example.test`)
      expect((await list('', other)).deposits).toEqual([])
      const one = await app.call('GET', `/user/deposits/${ids[0]}`, { token: other })
      expect(one).toMatchObject({ status: 404, code: 'not_found' })
    })
  })
}
