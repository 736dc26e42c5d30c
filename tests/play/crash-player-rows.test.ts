import { expect, test } from 'vitest'
import { crashPlayerRows } from '#features/play/crash/crash-player-rows.ts'
import type { CrashView } from '#features/play/crash-table.ts'

const listed = (id: string, cashedAt: number | null = null) => ({
  id,
  name: null,
  number: 1,
  coin: 'usdt-tron',
  stake: '10',
  cashedAt,
  payout: '0',
})
const view = (bets: CrashView['round']['listed'], mine: readonly object[] = []) =>
  ({ round: { id: '7', listed: bets }, mine }) as unknown as CrashView
const ids = (of: CrashView) => crashPlayerRows(of).map(({ id }) => id)

test('whoever cashes out rises past those who fly on, and the last one stands first', () => {
  expect(ids(view([listed('a'), listed('b'), listed('c')]))).toEqual(['a', 'b', 'c'])
  expect(ids(view([listed('a'), listed('b', 1.5), listed('c', 2)]))).toEqual(['c', 'b', 'a'])
})

test('own bets of the round are on top, and stand there once', () => {
  const own = {
    id: 'b',
    round: '7',
    status: 'placed',
    coin: 'usdt-tron',
    stake: '1',
    payout: '0',
    cashOuts: [],
  }
  const mine = [own, { ...own, id: 'x', round: '6' }, { ...own, id: 'y', status: 'cancelled' }]
  expect(ids(view([listed('a', 3), listed('b')], mine))).toEqual(['b', 'a'])
})

test('a round of two hundred bets has fifty rows', () => {
  const many = Array.from({ length: 200 }, (_, n) => listed(`${n}`))
  expect(ids(view(many))).toHaveLength(50)
})
