// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BetDetails } from '#features/play/bet/BetDetails.tsx'
import { BetSheet } from '#features/play/bet/BetSheet.tsx'
import { ClientSeedForm } from '#features/play/fairness/ClientSeedForm.tsx'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { PlayContext } from '#features/play/play-context.ts'
import type { InstantGame } from '#rules/games.ts'
import type { BetRequest, SeedPair, SettledBet } from '#features/play/play-engine.ts'
import { PLAYABLE_GAMES } from '#features/play/provider/playable-games.ts'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { toasts } from '#ui/toast.ts'
import { INSTANT_GAMES, type InstantBetGame } from '../support/game-params.ts'
import { COIN, INSTANT_BETS, until } from './local-engines.ts'
import { seededBets } from './seeded-bets.ts'

const key = createIdempotencyKey
const playEngine = createLocalEngine({ name: 'koi-play' })
const GIVEN = { engine: playEngine, games: PLAYABLE_GAMES }

function show(children: ReactNode, given = GIVEN) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <PlayContext value={given}>{children}</PlayContext> }),
    history: createMemoryHistory(),
  })
  return render(
    <I18nProvider i18n={i18n}>
      {/* Its own router, because the registered one would load the whole app. */}
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
}

async function ready(): Promise<SeedPair> {
  await until(playEngine.status, ({ status }) => status === 'ready')
  const pair = playEngine.seeds.current.get()
  if (!pair) throw new Error('The engine is not ready')
  return pair
}

async function revealedBet(request: BetRequest<InstantGame>): Promise<SettledBet> {
  await playEngine.place(request)
  await playEngine.seeds.rotate()
  const found = await playEngine.history.get(request.key)
  const [bet] = seededBets(found ? [found] : [])
  if (!bet) throw new Error('The bet is not there')
  return bet
}

const said = () => toasts.get().map(({ message }) => message)

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  vi.stubGlobal('scrollTo', () => undefined)
})

/** A step of the calculation that only this game has. */
const STEP_OF: Readonly<Record<InstantBetGame, RegExp>> = {
  dice: /^floor\(0\.\d{10} × 10001\) ÷ 100$/,
  limbo: /^2²⁴ ÷ \(\d+ \+ 1\) × 0\.99$/,
  plinko: /How many times it went right/,
  keno: /^4, 18, 40$/,
  wheel: /^0\.\d{10} × 30$/,
  'pond-reels': /^The best of three or more alike/,
}

describe('the details of a bet', () => {
  it.each(INSTANT_GAMES)('verify %s and explain every step', async (game) => {
    await ready()
    const played = await revealedBet(INSTANT_BETS[game]())
    show(<BetDetails bet={played} />)
    expect(await screen.findByText(STEP_OF[game])).toBeDefined()
    const { clientSeed, nonce } = played.seeds
    expect(screen.getByText(`HMAC-SHA256(server seed, “${clientSeed}:${nonce}:0”)`)).toBeDefined()
    expect(screen.getByText('SHA-256(server seed) is the hash shown before the bet')).toBeDefined()
    expect(screen.queryByText('Verified on this device')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    const verdict = await screen.findByText('Verified on this device')
    expect(document.activeElement?.contains(verdict)).toBe(true)
    expect(screen.getByText(/^Recomputed .+ from the seeds\. It matches what was paid\.$/)).toBeDefined()
  })

  it('report a bet whose payout differs from its seeds', async () => {
    await ready()
    const played = await revealedBet({
      game: 'dice',
      params: { side: 'over', target: 200 },
      stake: COIN,
      key: key(),
    })
    show(<BetDetails bet={{ ...played, payout: 5n * COIN }} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('This bet does not match its seeds')).toBeDefined()
    expect(screen.getByText(/5 demo was paid/)).toBeDefined()
  })

  it('stay as they are when a later answer fails, or an earlier one comes late', async () => {
    await ready()
    const request = { game: 'dice', params: { side: 'over', target: 200 }, stake: COIN, key: key() } as const
    const bet = await revealedBet(request)
    const answers: { resolve(bet: SettledBet): void; reject(error: Error): void }[] = []
    const get = vi.fn(
      () => new Promise<SettledBet>((resolve, reject) => void answers.push({ resolve, reject })),
    )
    let tell = () => {}
    const follow = (listener: (event: { readonly type: 'changed' }) => void) => {
      tell = () => listener({ type: 'changed' })
      return () => {}
    }
    const history = { ...playEngine.history, get, follow }
    show(<BetSheet betId={bet.id} onClose={() => {}} />, {
      ...GIVEN,
      engine: { ...playEngine, history },
    })
    await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
    for (let n = 0; n < 3; n += 1) tell()
    const sealed = { ...bet, seeds: { ...bet.seeds, serverSeed: null } }
    answers[3]?.resolve(bet)
    fireEvent.click(await screen.findByRole('button', { name: 'Verify' }))
    await screen.findByText('Verified on this device')
    await act(async () => {
      answers[0]?.resolve(sealed)
      answers[1]?.reject(new Error('no answer'))
      answers[2]?.resolve(sealed)
    })
    await act(async () => {
      tell()
      answers[4]?.reject(new Error('no answer'))
    })
    expect(get).toHaveBeenCalledTimes(5)
    expect(screen.getByText('Verified on this device')).toBeDefined()
  })

  it('offer a rotation before the reveal, and say why a round prevents it', async () => {
    await ready()
    const request = {
      game: 'dice',
      params: { side: 'over', target: 5_050 },
      stake: COIN,
      key: key(),
    } as const
    const bet = await playEngine.place(request)
    const round = await playEngine.place({ game: 'mines', params: { mines: 3 }, stake: COIN, key: key() })
    show(<BetDetails bet={bet} />)
    expect(await screen.findByText('revealed when you rotate')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
    const rotate = screen.getByRole('button', { name: 'Rotate and reveal' })
    expect(rotate.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/A round of Mines is open/)).toBeDefined()
    const before = playEngine.seeds.current.get()
    fireEvent.click(rotate)
    expect(playEngine.seeds.current.get()).toBe(before)

    await act(async () => {
      const state = await playEngine.act(round.id, { type: 'reveal', tile: 3 }, key())
      if (state.status === 'open') await playEngine.cashOut(round.id, key())
    })
    await waitFor(() => expect(rotate.getAttribute('aria-disabled')).toBe('false'))
    fireEvent.click(rotate)
    await waitFor(() => expect(said()).toContain('Server seed revealed. The next pair is in play.'))
    expect(await playEngine.history.get(request.key)).toMatchObject({
      seeds: { serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    })
  })

  it('say that a seed is gone', async () => {
    await ready()
    const request = { game: 'limbo', params: { target: 200 }, stake: COIN, key: key() } as const
    const bet = await playEngine.place(request)
    await playEngine.demo.reset()
    show(<BetDetails bet={bet} />)
    expect(await screen.findByText('This bet can no longer be checked')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Rotate and reveal' })).toBeNull()
  })
})

describe('the client seed', () => {
  it.each([
    ['', 'Type at least one character.'],
    ['x'.repeat(65), 'Use at most 64 characters; these are 65.'],
    ['锦'.repeat(65), 'Use at most 64 characters; these are 65.'],
    ['a\u0007b', 'This contains a character that cannot be typed. Delete it and type the seed again.'],
  ])('refuses %j with a reason', async (text, reason) => {
    const pair = await ready()
    show(<ClientSeedForm pair={pair} />)
    const field = await screen.findByLabelText('Client seed')
    fireEvent.change(field, { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Change client seed' }))
    expect((await screen.findByRole('alert')).textContent).toBe(reason)
    expect(playEngine.seeds.current.get()?.clientSeed).toBe(pair.clientSeed)
  })

  it('accepts a change, with spaces and signs', async () => {
    const pair = await ready()
    show(<ClientSeedForm pair={pair} />)
    fireEvent.change(await screen.findByLabelText('Client seed'), { target: { value: ' a:b 锦鲤 ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Change client seed' }))
    await waitFor(() => expect(playEngine.seeds.current.get()?.clientSeed).toBe(' a:b 锦鲤 '))
  })

  it('can be random', async () => {
    const pair = await ready()
    show(<ClientSeedForm pair={pair} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Random client seed' }))
    const field = await screen.findByLabelText<HTMLInputElement>('Client seed')
    expect(field.value).toMatch(/^[\w-]{10}$/)
    expect(field.value).not.toBe(pair.clientSeed)
  })
})
