import { describe, expect, it } from 'vitest'
import type { LiveTopic } from '#contract/live.ts'
import type { Transaction } from '#contract/transactions.ts'
import { signOf } from '#features/money-history/use-line-amount.ts'
import { awaitedTopics, followEveryMs } from '#features/money-history/follow-transactions.ts'

const shared = { id: '1', at: '2026-11-22T12:00:00.000Z', coin: 'usdt-tron', amount: '5' }
const onChain = { ...shared, chain: 'tron', txId: null, explorerUrl: null, address: 'T', settledAt: null }

type Line<G> = Extract<Transaction, { group: G }>
const deposit = (status: Line<'deposit'>['status'], settledAt: string | null = shared.at): Transaction => ({
  ...onChain,
  group: 'deposit',
  status,
  settledAt,
  credited: null,
})
const withdrawal = (
  status: Line<'withdrawal'>['status'],
  settledAt: string | null = shared.at,
): Transaction => ({
  ...onChain,
  group: 'withdrawal',
  status,
  settledAt,
  withdrawal: '1',
  fee: '1',
  receives: '4',
})
const movement = (isOut: boolean): Transaction => ({
  ...shared,
  group: 'bonus',
  movement: 'bonus-lock',
  isOut,
})

describe('the sign of a line', () => {
  it.each([
    ['a credited deposit', deposit('credited'), '+'],
    ['a deposit on its way', deposit('confirming', null), '+'],
    ['a deposit below the minimum', deposit('below_minimum'), ''],
    ['a deposit that the network dropped', deposit('dropped'), ''],
    ['a withdrawal under way', withdrawal('queued', null), '−'],
    ['a withdrawal that arrived', withdrawal('confirmed'), '−'],
    ['a cancelled withdrawal', withdrawal('cancelled'), ''],
    ['a failed withdrawal', withdrawal('failed'), ''],
    ['a bonus', movement(false), '+'],
    ['a bonus taken back', movement(true), '−'],
  ])('is right for %s', (_, line, sign) => expect(signOf(line)).toBe(sign))
})

const pagesOf = (pages: readonly (readonly Transaction[])[]) =>
  pages.map((transactions) => ({ transactions }))

describe('the refetch interval of the list', () => {
  const untold = new Set<LiveTopic>()
  const ended = [deposit('credited'), withdrawal('confirmed'), movement(false)]
  it.each([
    ['not at all when all has come to its end', [ended], false],
    ['every three seconds while a deposit is on its way', [[...ended, deposit('confirming', null)]], 3_000],
    ['every three seconds while a withdrawal is', [[withdrawal('review', null)]], 3_000],
    ['less often the more pages there are', [ended, ended, [withdrawal('broadcast', null)]], 9_000],
  ])('%s', (_, pages, every) => expect(followEveryMs(pagesOf(pages), untold)).toBe(every))
  it('is off before the list has loaded', () => expect(followEveryMs(undefined, untold)).toBe(false))
  it('is off while the server pushes every pending transaction', () => {
    const pages = pagesOf([[deposit('confirming', null)], [withdrawal('queued', null)]])
    expect([...awaitedTopics(pages)]).toEqual(['deposits', 'withdrawals'])
    expect(followEveryMs(pages, new Set<LiveTopic>(['deposits', 'balances']))).toBe(6_000)
    expect(followEveryMs(pages, new Set<LiveTopic>(['deposits', 'withdrawals']))).toBe(false)
  })
})
