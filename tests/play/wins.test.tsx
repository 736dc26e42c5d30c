// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { ref } from 'valtio'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { afterPaint } from '#lib/after-paint.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { PlayContext } from '#features/play/play-context.ts'
import { PLAYABLE_GAMES } from '#features/play/provider/playable-games.ts'
import { tellMoment, type ShownResult } from '#features/play/session/play-moments.ts'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { holdBalance } from '#features/play/session/shown-balance.actions.ts'
import { countedBalance } from '#features/play/session/shown-balance.state.ts'
import { winTier } from '#features/play/session/win-tier.ts'
import { createBalanceCount } from '#features/play/wins/balance-count.ts'
import { celebrationOf } from '#features/play/wins/celebration.ts'
import { countUp } from '#lib/count-up.ts'
import { isOwnBest } from '#features/play/wins/own-best.ts'
import { Wins } from '#features/play/wins/Wins.tsx'
import type { Balance } from '#features/play/play-engine.ts'
import { createStore } from '#lib/store.ts'
import { clearToasts, toasts } from '#ui/toast.ts'

describe('the tier of a win', () => {
  const ether = 10n ** 18n
  it.each([
    [0n, undefined],
    [ether - 1n, undefined],
    [ether, undefined],
    [ether + 1n, 'won'],
    [3n * ether - 1n, 'won'],
    [3n * ether, 'good'],
    [10n * ether - 1n, 'good'],
    [10n * ether, 'big'],
    [100n * ether - 1n, 'big'],
    [100n * ether, 'huge'],
  ])('is exact to the smallest unit: %s', (payout, tier) => {
    expect(winTier({ stake: ether, payout })).toBe(tier)
  })
})

describe('what is made of a result', () => {
  const usual = { bigWins: '10', isMotionWanted: true, isStageNeeded: false, sinceLastMs: 5_000 } as const
  const of = (payout: bigint, change = {}) => celebrationOf({ stake: 10n, payout }, { ...usual, ...change })

  it('is nothing where no more than the stake comes back', () => {
    for (const payout of [0n, 4n, 10n]) expect(of(payout)).toBeUndefined()
  })

  it('is a card from the multiple that the player has chosen', () => {
    expect(of(99n)).toMatchObject({ telling: undefined })
    expect(of(100n)).toMatchObject({ telling: 'card' })
    expect(of(499n, { bigWins: '50' })).toMatchObject({ telling: undefined })
    expect(of(500n, { bigWins: '50' })).toMatchObject({ telling: 'card' })
    expect(of(5_000n, { bigWins: 'never' })).toMatchObject({ tier: 'huge', telling: undefined })
  })

  it('does not move in fast play, nor where no motion is wanted', () => {
    expect(of(20n)).toMatchObject({ isMoving: true })
    expect(of(20n, { sinceLastMs: 399 })).toMatchObject({ isMoving: false })
    expect(of(200n, { isStageNeeded: true, sinceLastMs: 399 })).toMatchObject({
      isMoving: false,
      telling: 'toast',
    })
    expect(of(200n, { isMotionWanted: false })).toMatchObject({ isMoving: false, telling: 'card' })
  })
})

it('a best of one’s own needs a hundred bets, and a higher multiplier than all of them', () => {
  const player = 'someone'
  for (let bet = 0; bet < 100; bet += 1) expect(isOwnBest(player, bet === 50 ? 90_000 : 20_000)).toBe(false)
  expect(isOwnBest(player, 90_000)).toBe(false)
  expect(isOwnBest(player, 90_001)).toBe(true)
  expect(isOwnBest('another', 1_000_000)).toBe(false)
})

it('a higher best of another tab is not overwritten when the page goes', () => {
  const player = 'in two tabs'
  isOwnBest(player, 20_000)
  localStorage.setItem('own-best', JSON.stringify({ [player]: { bets: 150, multiplier: 500_000 } }))
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(localStorage.getItem('own-best') ?? '')[player]).toEqual({
    bets: 150,
    multiplier: 500_000,
  })
  expect(isOwnBest(player, 400_000)).toBe(false)
})

it.each(['pointerdown', 'keydown'])('%s ends a count at its last figure', (type) => {
  const shown: (bigint | undefined)[] = []
  countUp({ from: 0n, to: 500n, decimals: 2, milliseconds: 600, show: (amount) => shown.push(amount) })
  expect(shown).not.toContain(undefined)
  document.dispatchEvent(new Event(type))
  expect(shown.at(-1)).toBeUndefined()
})

describe('the count of the balance', () => {
  const USDT = { coin: 'usdt-tron', symbol: 'USDT', decimals: 6, isDemo: false, amount: 10_000_000n } as const
  function count() {
    const balance = createStore<Balance | undefined>(USDT)
    const counting = createBalanceCount({ balance })
    onTestFinished(() => counting.stop())
    return { balance, counting }
  }
  const WON = { ...USDT, amount: 20_000_000n }
  function begun() {
    const { balance, counting } = count()
    counting.expect(600)
    balance.set(WON)
    expect(countedBalance.get()).toMatchObject({ coin: 'usdt-tron' })
    return balance
  }

  it('goes on while the same balance is told again', () => {
    begun().set({ ...WON })
    expect(countedBalance.get()).toBeDefined()
  })

  it('begins when the result is told right after the balance that it pays into', () => {
    const { balance, counting } = count()
    const held = holdBalance({ balance }, 1_000_000n)
    balance.set(WON)
    held.land(11_000_000n)
    expect(countedBalance.get()).toBeUndefined()
    counting.expect(600)
    expect(countedBalance.get()).toBeDefined()
  })

  it('does not begin for an earlier rise', async () => {
    const { balance, counting } = count()
    balance.set(WON)
    await Promise.resolve()
    counting.expect(600)
    expect(countedBalance.get()).toBeUndefined()
  })

  it.each([
    ['another coin', { ...USDT, coin: 'trx', symbol: 'TRX', amount: 90_000_000n }],
    ['one that is not known yet', undefined],
    ['the next stake', { ...USDT, amount: 19_000_000n }],
  ])('ends with %s', (_, next) => {
    begun().set(next)
    expect(countedBalance.get()).toBeUndefined()
  })
})

describe('the effects of a win', () => {
  let bet = 0
  const RESULT: ShownResult = {
    id: '',
    game: 'dice',
    coin: 'demo',
    symbol: 'DEMO',
    decimals: 2,
    isDemo: true,
    stake: 1_000n,
    payout: 33_000n,
    multiplier: 330_000,
    seeds: { nonce: 40 },
  }
  const show = (payout = RESULT.payout, change: Partial<ShownResult> = {}) =>
    act(async () => {
      tellMoment({ type: 'shown', result: { ...RESULT, id: `${(bet += 1)}`, payout, ...change } })
      await new Promise<void>((resolve) => void afterPaint(resolve))
    })
  const card = () => screen.queryByRole('dialog', { name: 'Big win in Dice' })
  // The effects begin to follow play after their first paint. A result that comes before that is celebrated later, here
  // in the next test.
  const Ready = () => {
    const [isReady, setIsReady] = useState(false)
    useEffect(() => setIsReady(true), [])
    return isReady ? <p>Ready</p> : null
  }

  beforeEach(async () => {
    i18n.loadAndActivate({ locale: 'en-US', messages: {} })
    vi.stubGlobal('scrollTo', () => undefined)
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }))
    clearToasts()
    const engine = createLocalEngine({ name: `koi-wins-${bet}` })
    const stage = { current: document.body }
    const router = createRouter({
      routeTree: createRootRoute({
        component: () => (
          <PlayContext value={{ engine, games: PLAYABLE_GAMES }}>
            <Wins game="dice" stage={stage} />
            <Ready />
          </PlayContext>
        ),
      }),
      history: createMemoryHistory(),
    })
    render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>,
    )
    await screen.findByText('Ready')
  })
  afterEach(() => {
    autoPlayState.dice = ref({ status: 'idle' })
    vi.unstubAllGlobals()
    changePlayPreferences({ bigWins: '10' })
  })

  it('are a card that the next bet closes, with the truth about its proof', async () => {
    await show()
    expect(card()?.textContent).toMatch(/330\.00.*33\.00×.*bet of 10\.00.*Sealed before your bet · bet #41/)
    expect(card()?.textContent).not.toContain('Verified')
    act(() => tellMoment({ type: 'bet', game: 'dice' }))
    expect(card()).toBeNull()
  })

  it('leave the focus where it is, and go with Escape', async () => {
    const focused = document.activeElement
    await show()
    expect(card()).not.toBeNull()
    expect(document.activeElement).toBe(focused)
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    expect(card()).toBeNull()
  })

  it('are a toast while auto-play runs', async () => {
    autoPlayState.dice = ref({ status: 'running' } as never)
    await show()
    expect(card()).toBeNull()
    expect(toasts.get().map(({ message }) => message)).toEqual(['Dice: 33.00×, 330 demo'])
  })

  it('are a toast while another bet of the player rides', async () => {
    await show(RESULT.payout, { isStageNeeded: true })
    expect(card()).toBeNull()
    expect(toasts.get()).toHaveLength(1)
  })

  it('do not begin where no more than the stake came back', async () => {
    await show(1_000n)
    await show(0n)
    expect(card()).toBeNull()
    expect(toasts.get()).toEqual([])
  })
})
