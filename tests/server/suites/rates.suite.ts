import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listCoins } from '#contract/coins.ts'
import { COINS } from '#server/coins/coins.seed.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { priceIdsOf } from '#server/config/rate-config.ts'
import { createRateSource, type RateSource } from '#server/rates/rate-source.ts'
import { refreshRates, watchRates } from '#server/rates/rate-watch.ts'
import { createRates } from '#server/rates/rates.ts'
import { createPlayers } from '../../support/players.ts'
import { json, startRateServices, type RateServices } from '../../support/rate-services.ts'
import type { TestBackend } from './test-backend.ts'

const MINUTE = 60_000
const SOL = ['solana', 'solana:So11111111111111111111111111111111111111112'] as const
const USDT = ['tether', 'tron:TR7NHqjeKQGxGTCi8q8ZY4pL8otSzgjLj6t'] as const
const BONK = ['bonk', 'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'] as const

export function ratesSuite(backend: TestBackend): void {
  describe('rates', () => {
    let db: Database
    let services: RateServices
    let sources: readonly [RateSource, RateSource]
    let now = Date.parse('2026-06-01T12:00:00Z')
    const clock = () => now

    const rates = createRates({ clock, maxAgeMs: 15 * MINUTE })
    const refresh = (maxDifferenceBps = 300) => refreshRates({ db, clock, sources, maxDifferenceBps })
    const tell = ([geckoId, llamaId]: readonly [string, string], usd: number, other = usd, ageS = 0) => {
      const at = now / 1_000 - ageS
      services.prices.coingecko.set(geckoId, { usd, at })
      services.prices.defillama.set(llamaId, { usd: other, at })
    }
    const price = async (coin: string) =>
      (await db.selectFrom('coin').select('price_usd').where('id', '=', coin).executeTakeFirst())?.price_usd
    const convert = (to = 'sol-solana') => rates.convert(db, { amount: 1_000_000n, from: 'usdt-tron', to })

    beforeAll(async () => {
      services = await startRateServices()
      const { coingeckoUrl, defillamaUrl } = services
      sources = [
        createRateSource(
          {
            service: 'coingecko',
            url: coingeckoUrl,
            apiKey: 'CG-1',
            ids: priceIdsOf(COINS, 'coingecko'),
          },
          300,
        ),
        createRateSource(
          {
            service: 'defillama',
            url: defillamaUrl,
            apiKey: null,
            ids: priceIdsOf(COINS, 'defillama'),
          },
          300,
        ),
      ]
    })
    beforeEach(async () => {
      db = await backend.fresh()
      tell(USDT, 1)
      tell(SOL, 200)
    })
    afterEach(() => {
      for (const service of ['coingecko', 'defillama'] as const) {
        services.prices[service].clear()
        services.faults[service] = null
      }
      services.asked.length = 0
    })
    afterAll(() => services.stop())

    it('are fixed in practice mode at any time', async () => {
      const fixed = createRates({ clock: () => now + 1e12, maxAgeMs: null })
      const asked = { amount: 1_000_000n, from: 'usdt-tron', to: 'sol-solana' }
      expect(await fixed.convert(db, asked)).toMatchObject({
        amount: 230_001n,
        from: { priceUsd: 10n ** 12n },
        to: { coin: 'sol-solana', decimals: 8, priceUsd: 434_780_000_000_000n },
      })
      expect(services.asked).toEqual([])
      await expect(fixed.read(db, ['doge-moon'])).rejects.toThrow('There is no coin doge-moon')
    })

    it('come from the first of two sources that agree, and are shown in /coins', async () => {
      tell(SOL, 200, 205, 60)
      tell(BONK, 0.0000312, 0.0000313)
      expect((await refresh()).updated).toEqual(['usdt-tron', 'bonk-solana', 'sol-solana'])
      expect(await convert()).toMatchObject({ amount: 500_000n })
      const players = await createPlayers(db)
      const coins = (await players.call(listCoins)).data
      expect(coins.find(({ id }) => id === 'sol-solana')).toMatchObject({
        priceUsd: '200',
        pricedAt: new Date(now - MINUTE).toISOString(),
      })
      expect(coins.find(({ id }) => id === 'bonk-solana')?.priceUsd).toBe('0.0000312')
    })

    it('are read with one call to each service, by its own names, with the key', async () => {
      await refresh()
      const gecko = services.asked.find(({ url }) => url.startsWith('/api/v3'))
      expect(new URL(gecko?.url ?? '', 'http://x').searchParams.get('ids')).toBe(
        'tether,dogwifcoin,bonk,usd-coin,usdb,solana,solcasino-token,ethereum',
      )
      expect(gecko?.headers['x-cg-demo-api-key']).toBe('CG-1')
      const llama = services.asked.find(({ url }) => url.startsWith('/prices'))
      expect(llama?.headers).not.toHaveProperty('x-cg-demo-api-key')
      expect(services.asked).toHaveLength(2)
    })

    it('stay unchanged while the sources differ too much, or one lacks the coin', async () => {
      await refresh()
      now += MINUTE
      tell(SOL, 206.1, 200)
      tell(USDT, 1.01)
      services.prices.defillama.delete(USDT[1])
      tell(BONK, 0.00003)
      expect(await refresh()).toEqual({
        updated: ['bonk-solana'],
        doubted: [
          ...['usdt-tron: one source only', 'usdt-ethereum: one source only', 'sol-solana: 206.1 and 200'],
        ],
      })
      expect([await price('sol-solana'), await price('usdt-tron')].map(Number)).toEqual([200, 1])
      tell(SOL, 206, 200)
      expect((await refresh()).updated).toContain('sol-solana')
      // Either source may be the higher one.
      tell(SOL, 200, 206.1)
      expect((await refresh()).doubted).toContain('sol-solana: 200 and 206.1')
    })

    it('convert only a coin into itself when they are too old, and the last good ones stay visible', async () => {
      await refresh()
      now += 15 * MINUTE
      expect((await convert()).amount).toBe(500_000n)
      now += 1
      await expect(convert()).rejects.toMatchObject({ code: 'rate_stale' })
      await expect(rates.read(db, ['sol-solana'])).rejects.toMatchObject({ code: 'rate_stale' })
      expect((await convert('usdt-tron')).amount).toBe(1_000_000n)
      expect(Number(await price('sol-solana'))).toBe(200)
      tell(USDT, 1)
      tell(SOL, 250)
      await refresh()
      expect((await convert()).amount).toBe(400_000n)
    })

    it('are as old as their source says, and never from the future', async () => {
      tell(SOL, 210, 210, 16 * 60)
      await refresh()
      await expect(convert()).rejects.toMatchObject({ code: 'rate_stale' })
      tell(SOL, 211, 211, -3_600)
      await refresh()
      const { to } = await convert()
      expect(to.pricedAt).toEqual(new Date(now))
      // Another process brings an older rate.
      tell(SOL, 212, 212, 30)
      expect((await refresh()).updated).toEqual([])
      expect(Number(await price('sol-solana'))).toBe(211)
    })

    it.each([
      ['broken JSON', (answer) => json(answer, 200, '{"tether":')],
      ['something else', (answer) => json(answer, 200, ['not', 'prices'])],
      [
        'a price that is text',
        (answer) => json(answer, 200, { tether: { usd: '1' }, coins: { x: { price: '1' } } }),
      ],
      ['a refusal', (answer) => json(answer, 429, { status: { error_code: 429 } })],
      ['an answer that is too long', (answer) => json(answer, 200, `"${'x'.repeat(300_000)}"`)],
      ['no answer in time', () => {}],
      ['a cut connection', (answer) => void answer.destroy()],
    ] satisfies [string, NonNullable<RateServices['faults']['coingecko']>][])(
      'stay unchanged when either source answers with %s',
      async (_, fault) => {
        await refresh()
        now += MINUTE
        tell(SOL, 300)
        for (const service of ['coingecko', 'defillama'] as const) {
          services.faults[service] = fault
          await expect(refresh()).rejects.toThrow()
          services.faults[service] = null
        }
        expect(Number(await price('sol-solana'))).toBe(200)
        expect((await refresh()).updated).toContain('sol-solana')
      },
    )

    it('skip invalid prices, and those that a source itself doubts', async () => {
      const at = now / 1_000
      for (const usd of [0, -1, 1e300, 1e-13]) {
        tell(SOL, usd)
        expect((await refresh()).updated).not.toContain('sol-solana')
      }
      tell(SOL, 220)
      services.faults.coingecko = (answer) =>
        json(answer, 200, { solana: { usd: null, last_updated_at: at }, tether: { usd: 1 }, bonk: {} })
      expect(await refresh()).toEqual({
        updated: [],
        doubted: ['usdt-tron: one source only', 'sol-solana: one source only'],
      })
      services.faults.coingecko = null
      services.faults.defillama = (answer) =>
        json(answer, 200, { coins: { [SOL[1]]: { price: 220, timestamp: at, confidence: 0.5 } } })
      expect((await refresh()).doubted).toContain('sol-solana: one source only')
    })

    it('are refreshed by a job, with growing pauses after failures', async () => {
      const lines: string[] = []
      const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
      services.faults.defillama = (answer) => json(answer, 500, {})
      const stop = watchRates({ db, clock, sources, maxDifferenceBps: 300, logger, everyMs: 5 })
      await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(3), 10_000)
      expect(lines.slice(0, 3).map((line) => (JSON.parse(line) as { failures: number }).failures)).toEqual([
        1, 2, 3,
      ])
      expect(lines[0]).toContain('defillama answers with 500')
      expect(Number(await price('sol-solana'))).toBe(434.78)
      services.faults.defillama = null
      await vi.waitFor(async () => expect(Number(await price('sol-solana'))).toBe(200), 10_000)
      await vi.waitFor(() => expect(lines.join('')).toContain('prices are available again'), 10_000)
      await stop()
      const asked = services.asked.length
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(services.asked.length).toBe(asked)
    })
  })
}
