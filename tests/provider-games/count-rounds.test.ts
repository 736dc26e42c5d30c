import { expect, it } from 'vitest'
import type { ProviderRound } from '#contract/provider-games.ts'
import { countRounds } from '#features/provider-games/frame/count-rounds.ts'
import { readNewestRounds } from '#features/provider-games/provider-rounds.ts'

const round = (id: string, staked: string, paid: string, code = 'wheel'): ProviderRound => ({
  id,
  provider: 'demo',
  providerName: 'Demo',
  code,
  name: { 'en-US': 'Wheel' },
  round: `r-${id}`,
  coin: 'usdt-tron',
  staked,
  paid,
  openedAt: '2026-11-30T10:00:00.000Z',
  closedAt: null,
})
const OWN = { decimals: 6, isOwn: ({ code }: ProviderRound) => code === 'wheel' }

it('counts what rounds change while the game is open, each change once', () => {
  const before = countRounds(undefined, [round('1', '5', '0')], OWN)
  expect(before.change).toBe(0n)
  // The earlier round wins, and a new one begins.
  const second = countRounds(before.counted, [round('2', '1.5', '0'), round('1', '5', '12.25')], OWN)
  expect(second.change).toBe(12_250_000n - 1_500_000n)
  const third = countRounds(second.counted, [round('2', '1.5', '1.5'), round('1', '5', '12.25')], OWN)
  expect(third.change).toBe(1_500_000n)
  expect(countRounds(third.counted, [round('2', '1.5', '1.5')], OWN).change).toBe(0n)
})

it('counts no rounds of other games', () => {
  const { counted } = countRounds(undefined, [], OWN)
  const after = countRounds(counted, [round('1', '5', '0', 'slot')], OWN)
  expect([after.change, after.counted.has('1')]).toEqual([0n, true])
})

it('reads pages of rounds only as far as one that it knows', async () => {
  const asked: (string | undefined)[] = []
  const call = async (_: unknown, { query }: { query: { after?: string } }) => {
    asked.push(query.after)
    const page = asked.length
    return { rounds: [round(`${10 - page}`, '1', '0')], next: `after-${page}` }
  }
  const read = await readNewestRounds(call as never, 'usdt-tron', ({ id }) => id === '8')
  expect(asked).toEqual([undefined, 'after-1'])
  expect(read.map(({ id }) => id)).toEqual(['9', '8'])
})
