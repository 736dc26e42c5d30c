// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CrashBet } from '#contract/crash.ts'
import type { CrashPlay } from '#features/play/crash/crash-play.ts'
import { CrashAnnouncer } from '#features/play/crash/CrashAnnouncer.tsx'
import { CrashOwnBets } from '#features/play/crash/CrashOwnBets.tsx'
import { CrashPlayers } from '#features/play/crash/CrashPlayers.tsx'
import { playRisingTone } from '#features/play/crash/rising-tone.ts'
import type { CrashView } from '#features/play/crash-table.ts'
import { PlayContext } from '#features/play/play-context.ts'
import { createStore } from '#lib/store.ts'
import { crashCurveAt, crashTimeOf } from '#rules/crash/crash-curve.ts'

const USDT = { coin: 'usdt-tron', symbol: 'USDT', decimals: 6, isDemo: false }
const STARTS_AT = 1_000
const CHAIN = 'a'.repeat(64)
const ROUND: CrashView['round'] = {
  id: '7',
  game: 7,
  chain: CHAIN,
  status: 'running',
  gameHash: null,
  salt: null,
  point: null,
  startAt: STARTS_AT,
  bets: 1,
  staked: '10',
  paid: '0',
  locksAt: null,
  listed: [],
}
const BET: CrashBet = {
  id: '3',
  key: 'bet',
  round: '7',
  coin: USDT.coin,
  stake: '10',
  autoAt: null,
  capAt: 1_000,
  status: 'placed',
  cashOuts: [],
  payout: '0',
}
const cashOut = (key: string | null, multiplier: number, share = 100): CrashBet['cashOuts'][number] => ({
  share,
  multiplier,
  payout: String((multiplier * share) / 10),
  by: 'player',
  key,
  arrivedMs: crashTimeOf(multiplier * 100),
})

/** The test sets the view of this table. */
function table(presses: Readonly<Record<string, number>> = {}) {
  const view = createStore<CrashView | undefined>(undefined)
  const engine = { balance: createStore({ ...USDT, amount: 1_000_000_000n }) }
  const play = {
    engine,
    table: {
      view,
      now: () => STARTS_AT,
      pressedAt: (key: string) => presses[key],
      link: createStore('live'),
      isShared: true,
    },
  } as unknown as CrashPlay
  const given = { engine, games: {} } as never
  const show = (round: Partial<CrashView['round']>, mine: CrashBet[]) =>
    act(() => view.set({ round: { ...ROUND, ...round }, mine, last: [], latency: null, voids: 0 }))
  const mount = (element: React.ReactNode) =>
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <PlayContext value={given}>{element}</PlayContext>
        </QueryClientProvider>
      </I18nProvider>,
    )
  return { play, show, mount }
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }))
afterEach(() => vi.unstubAllGlobals())

describe('the players of a round', () => {
  it('count an own bet at once, and show the sum only when it includes that bet', () => {
    const { play, show, mount } = table()
    show({ bets: 0, staked: '0.00' }, [BET])
    mount(<CrashPlayers play={play} />)
    const { textContent: before } = screen.getByRole('region', { name: 'Players of the round' })
    expect(before).toContain('1 bet')
    expect(before).not.toContain('$')
    show({ bets: 1, staked: '10.00' }, [BET])
    expect(screen.getByRole('region', { name: 'Players of the round' }).textContent).toContain(
      '1 bet · $10.00',
    )
  })
})

describe('the announcer', () => {
  const said = () => screen.getByTestId('play-announcement').textContent

  it('says a loss when the bet is settled, which with a balance is a moment after the end', () => {
    const { play, show, mount } = table()
    show({}, [BET])
    mount(<CrashAnnouncer play={play} />)
    show({ status: 'crashed', point: 1.2 }, [BET])
    expect(said()).toBe('Game 7 crashed at 1.20×.')
    show({ status: 'settled', point: 1.2 }, [BET])
    expect(said()).toBe('Game 7 crashed at 1.20×.')
    show({ status: 'settled', point: 1.2 }, [{ ...BET, status: 'settled' }])
    expect(said()).toBe('You lost 10.00 USDT.')
  })

  it('says each cash-out once, in any order of the two bets', () => {
    const { play, show, mount } = table()
    const [older, newer] = [BET, { ...BET, id: '4', key: 'second' }]
    show({}, [newer, older])
    mount(<CrashAnnouncer play={play} />)
    const firstOut: CrashBet = { ...older, status: 'settled', cashOuts: [cashOut('x', 1.5)], payout: '15' }
    show({}, [newer, firstOut])
    expect(said()).toBe('Cashed out at 1.50×: 15.00 USDT.')
    show({}, [{ ...newer, status: 'settled', cashOuts: [cashOut('y', 2)], payout: '20' }, firstOut])
    expect(said()).toBe('Cashed out at 2.00×: 20.00 USDT.')
  })

  it('says nothing about results that were there before the screen', () => {
    const { play, show, mount } = table()
    show({ status: 'settled', point: 1.2 }, [{ ...BET, status: 'settled' }])
    mount(<CrashAnnouncer play={play} />)
    show({ status: 'settled', point: 1.2 }, [{ ...BET, status: 'settled' }])
    expect(said()).toBe('')
  })
})

describe('the lines of a cash-out', () => {
  it('name the press that asked for it, and no press that was refused or came from another device', () => {
    const at = (multiplier: number) => STARTS_AT + crashTimeOf(multiplier * 100)
    // A press before the start was refused. The first half was cashed out on another device.
    const { play, show, mount } = table({ refused: STARTS_AT - 50, second: at(2.5) - 20 })
    const cashOuts = [cashOut('of another device', 1.5, 50), cashOut('second', 2.5, 50)]
    show({}, [{ ...BET, status: 'settled', cashOuts, payout: '20' }])
    mount(<CrashOwnBets play={play} roundId="7" startAt={STARTS_AT} />)
    const lines = screen.getByTestId('crash-own-bets').textContent
    expect(lines).toMatch(/Arrived 6\.76 s after the start, paid 1\.50× \(50%\)/)
    expect(lines).toMatch(/Pressed at 2\.49×, arrived 20 ms later, paid 2\.50× \(50%\)/)
  })
})

describe('the rising tone', () => {
  /** Frequencies that the tone was scheduled with. The page keeps one audio context for good. */
  let laid: { hertz: number; at: number }[] = []
  const note = (hertz: number, at: number) => void laid.push({ hertz, at })
  const nothing = () => undefined
  class FakeAudio {
    currentTime = 0
    state = 'running'
    destination = {}
    createOscillator = () => ({
      frequency: { setValueAtTime: note, exponentialRampToValueAtTime: note },
      connect: (next: unknown) => next,
      start: nothing,
      stop: nothing,
    })
    createGain = () => ({
      gain: { value: 1, setValueAtTime: nothing, linearRampToValueAtTime: nothing },
      connect: (next: unknown) => next,
    })
    createDynamicsCompressor = () => ({
      threshold: {},
      ratio: {},
      attack: {},
      release: {},
      connect: (next: unknown) => next,
    })
  }

  /** The frequency of the tone by the seconds since it was started, on a curve that had run for `ran` seconds. */
  function toneOf(growth: number, ran: number): (seconds: number) => number {
    laid = []
    playRisingTone(growth, ran)
    const [from, to = from] = laid
    if (!from || !to) throw new Error('There is no tone')
    return (seconds) => {
      const part = to.at === from.at ? 1 : Math.min(1, (seconds - from.at) / (to.at - from.at))
      return from.hertz * (to.hertz / from.hertz) ** part
    }
  }

  it('rises with the curve, also for a player who comes late, up to a highest tone', () => {
    vi.stubGlobal('AudioContext', FakeAudio)
    const growth = Math.log(crashCurveAt(1_000))
    const tone = toneOf(growth, 0)
    for (const seconds of [0, 1, 10, 30]) {
      expect(tone(seconds) / tone(0)).toBeCloseTo(crashCurveAt(seconds * 1_000), 6)
    }
    expect(tone(60)).toBe(2_000)
    const late = toneOf(growth, 20)
    expect(late(0)).toBeCloseTo(196 * crashCurveAt(20_000), 6)
    expect(late(5) / late(0)).toBeCloseTo(crashCurveAt(5_000), 6)
    expect(toneOf(growth, 120)(10)).toBe(2_000)
  })
})
