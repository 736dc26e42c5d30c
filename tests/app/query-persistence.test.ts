import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/start/query-client.ts'
import { createQueryPersistence, persistedEndpoints } from '#app/start/query-persistence.ts'
import { createDurableStorage } from '#lib/durable-storage.ts'

const HOUR = 3_600_000
const coinsKey = ['api', '/coins']
const coin = {
  id: 'usdt-tron',
  symbol: 'USDT',
  name: 'Tether',
  network: 'TRON',
  decimals: 6,
  chainDecimals: 6,
  priceUsd: '1',
  pricedAt: '2026-01-01T00:00:00.000Z',
  isPriceFixed: true,
  listed: true,
  receivable: false,
}

let database = 0
let storage = createDurableStorage('none')
beforeEach(() => {
  storage = createDurableStorage(`query-${++database}`)
})

interface Entry {
  key?: readonly unknown[]
  data?: unknown
  persist?: 'public' | 'account'
  updatedAt?: number
}

/** Fills a cache, waits for the throttled save, and returns what a new page restores. */
async function throughStorage(entries: readonly Entry[], owner: string | null = null, nextOwner = owner) {
  const client = createQueryClient()
  const persistence = createQueryPersistence(client, storage, () => owner)
  const stop = persistence.follow()
  for (const { key = coinsKey, data = [coin], persist, updatedAt } of entries) {
    await client.prefetchQuery({ queryKey: key, queryFn: () => data, ...(persist && { meta: { persist } }) })
    if (updatedAt !== undefined) client.setQueryData(key, data, { updatedAt })
  }
  await vi.waitFor(async () => expect(await storage.get('query-cache')).toBeTypeOf('string'), {
    timeout: 3_000,
  })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  stop()
  return restored(nextOwner)
}

async function restored(owner: string | null = null): Promise<QueryClient> {
  const next = createQueryClient()
  await createQueryPersistence(next, storage, () => owner).restore()
  return next
}

describe('the persisted query cache', () => {
  it('keeps only queries with `persist`, mounted or not', async () => {
    const next = await throughStorage([{ persist: 'public' }, { key: ['api', '/games'], data: [] }])
    expect(next.getQueryData(coinsKey)).toEqual([coin])
    expect(next.getQueryCache().getAll()).toHaveLength(1)
  })

  it("keeps answers of 24 h and drops older ones, by the server's time", async () => {
    const now = Date.now()
    const next = await throughStorage([
      { persist: 'public', updatedAt: now - 23 * HOUR },
      { key: ['api', '/games'], data: [], persist: 'public', updatedAt: now - 25 * HOUR },
    ])
    expect(next.getQueryData(coinsKey)).toEqual([coin])
    expect(next.getQueryData(['api', '/games'])).toBeUndefined()
    expect(next.getQueryState(coinsKey)?.dataUpdatedAt).toBe(now - 23 * HOUR)
  })

  it('drops answers dated in the future, because their age is unknown', async () => {
    const now = Date.now()
    const next = await throughStorage([
      { persist: 'public', updatedAt: now + 400 * 24 * HOUR },
      { key: ['api', '/games'], data: [], persist: 'public', updatedAt: now + HOUR },
      { key: ['api', '/promotions'], data: [], persist: 'public', updatedAt: now - HOUR },
    ])
    const keys = next.getQueryCache().getAll()
    expect(keys.map(({ queryKey }) => queryKey)).toEqual([['api', '/promotions']])
  })

  it('drops answers that break the current contract', async () => {
    const next = await throughStorage([
      { persist: 'public', data: [{ ...coin, priceUsd: 1 }] },
      { key: ['api', '/promotions'], data: [], persist: 'public' },
      { key: ['api', '/removed'], data: [], persist: 'public' },
      { key: ['other'], data: [], persist: 'public' },
      { key: ['api', '/wallets/nfts/:address'], data: null, persist: 'public' },
    ])
    expect(
      next
        .getQueryCache()
        .getAll()
        .map((query) => query.queryKey),
    ).toEqual([['api', '/promotions']])
  })

  it("restores an account's data to that account only", async () => {
    const loginsKey = ['api', '/user/logins']
    const nftsKey = ['api', '/wallets/nfts/:address', { address: `0x${'ab'.repeat(20)}`, chainId: 1 }]
    const own: Entry[] = [
      { key: loginsKey, data: [], persist: 'account' },
      // A public query, but its answer is about one player's wallet.
      { key: nftsKey, data: null, persist: 'account' },
      { key: ['api', '/promotions'], data: [], persist: 'public' },
    ]
    const next = await throughStorage(own, '100001')
    expect([next.getQueryData(loginsKey), next.getQueryData(nftsKey)]).toEqual([[], null])
    expect((await restored('100002')).getQueryData(loginsKey)).toBeUndefined()
    expect((await restored('100002')).getQueryData(nftsKey)).toBeUndefined()
    expect((await restored(null)).getQueryData(loginsKey)).toBeUndefined()
    expect((await restored('100002')).getQueryData(['api', '/promotions'])).toEqual([])
  })

  it('refetches an account’s answers at any age, because the latest one may not have been saved', async () => {
    const balancesKey = ['api', '/balances']
    const next = await throughStorage(
      [{ key: balancesKey, data: [], persist: 'account' }, { persist: 'public' }],
      '100001',
    )
    expect(next.getQueryState(balancesKey)?.isInvalidated).toBe(true)
    expect(next.getQueryState(coinsKey)?.isInvalidated).toBe(false)
  })

  it('drops an account’s answers that break the contract, and public answers that claim to belong to an account', async () => {
    const next = await throughStorage(
      [
        { key: ['api', '/user/logins'], data: [{}], persist: 'account' },
        { key: ['api', '/user/sessions'], data: [], persist: 'account' },
        { persist: 'account' },
      ],
      '100001',
    )
    const keys = next.getQueryCache().getAll()
    expect(keys.map(({ queryKey }) => queryKey)).toEqual([['api', '/user/sessions']])
  })

  it('restores every public query of the app', async () => {
    const modules: Record<string, Record<string, unknown>> = import.meta.glob(
      ['../../src/queries/*.queries.ts', '../../src/features/**/*.queries.ts'],
      { eager: true },
    )
    const paths = Object.values(modules)
      .flatMap((module) => Object.entries(module))
      // Hooks need a component, and other functions a client.
      .flatMap(([name, made]) => (/^(?:use|hold|count)[A-Z]/.test(name) ? [] : [made]))
      .map((made) => (typeof made === 'function' ? (made as (id: string) => object)('x') : made))
      .filter((made) => (made as { meta?: { persist?: string } } | null)?.meta?.persist === 'public')
      .map((made) => (made as { queryKey: unknown[] }).queryKey[1])
    const pathsOf = async (asked: readonly unknown[]) =>
      (await persistedEndpoints('public', asked)).map(({ path }) => path)
    expect(await pathsOf(paths)).toEqual(expect.arrayContaining(paths))
    expect(paths, 'what the first load knows').toEqual(expect.arrayContaining(await pathsOf([])))
  })

  it("removes the previous account's data from memory", async () => {
    const client = createQueryClient()
    const persistence = createQueryPersistence(client, storage, () => 'ann')
    await client.prefetchQuery({ queryKey: coinsKey, queryFn: () => [coin], meta: { persist: 'account' } })
    await client.prefetchQuery({
      queryKey: ['api', '/games'],
      queryFn: () => [],
      meta: { persist: 'public' },
    })
    await client.prefetchQuery({ queryKey: ['api', '/user/sessions'], queryFn: () => ['of ann'] })
    persistence.forgetAccount()
    expect(client.getQueryData(coinsKey)).toBeUndefined()
    // An answer that is never stored may also belong to an account.
    expect(client.getQueryData(['api', '/user/sessions'])).toBeUndefined()
    expect(client.getQueryData(['api', '/games'])).toEqual([])
  })

  it.each(['', 'null', '{"clientState":', '{"timestamp":1}', '[]'])(
    'starts empty with %j in storage',
    async (garbage) => {
      await storage.set('query-cache', garbage)
      expect((await restored()).getQueryCache().getAll()).toHaveLength(0)
    },
  )
})
