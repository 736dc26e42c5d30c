// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { dehydrate, hydrate } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/start/query-client.ts'
import type { Balance } from '#contract/balances.ts'
import type { BetLimits } from '#contract/play.ts'
import { balancePlay } from '#features/play/provider/balance-engines.ts'
import { balancesQuery } from '#queries/balances.queries.ts'
import { betLimitsQuery } from '#queries/bet-limits.queries.ts'

const COIN = 'usdt-tron'
const LIMITS: BetLimits = {
  coin: COIN,
  decimals: 6,
  minStake: '0.01',
  maxStake: '1000',
  maxPayout: '100000',
}
const rows = (available: string): Balance[] => [{ coin: COIN, available, pending: '0', locked: '0' }]

it('shows a balance that changes elsewhere, also after the last one was restored from storage', async () => {
  let available = '100'
  const hash = 'a'.repeat(64)
  const answers: Readonly<Record<string, () => unknown>> = {
    '/api/balances': () => rows(available),
    '/api/bet-limits': () => [LIMITS],
    '/api/rounds': () => ({ rounds: [] }),
    '/api/seeds': () => ({ serverSeedHash: hash, clientSeed: 'koi', nonce: 0, nextServerSeedHash: hash }),
  }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ data: answers[path]?.() })
  })
  const before = createQueryClient()
  before.setQueryData(balancesQuery.queryKey, rows('100'))
  before.setQueryData(betLimitsQuery.queryKey, [LIMITS])
  const client = createQueryClient()
  hydrate(client, structuredClone(dehydrate(before)))
  const { engine } = balancePlay(client, 100_001, COIN)
  const shown = () => engine.balance.get()?.amount
  // The last of the first questions.
  await expect.poll(() => asked).toContain('/api/rounds')
  expect(shown()).toBe(100_000_000n)
  available = '80'
  client.setQueryData(balancesQuery.queryKey, rows('80'))
  await expect.poll(shown, { timeout: 3_000 }).toBe(80_000_000n)
})
