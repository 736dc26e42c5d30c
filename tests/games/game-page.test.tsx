// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { GameDetail } from '#contract/games.ts'
import { favourites } from '#features/games/favourites.state.ts'
import { GamePage } from '#features/games/page/GamePage.tsx'
import { recentGames } from '#features/games/recent-games.state.ts'
import { buildGame } from './game-builder.ts'

const both = (text: string) => ({ 'en-US': text, 'zh-CN': text })
const dice: GameDetail = {
  ...buildGame('dice', { houseEdge: { minBps: 65, maxBps: 110 } }),
  rules: [both('Choose your stake.'), both('Roll.')],
  outcome: both('The first number decides.'),
  payout: both('99 divided by the chance.'),
  formula: 'roll = floor(f × 10001) / 100',
}

const answers = new Map<string, unknown>()
const asked: string[] = []

function open(slug: string) {
  const rootRoute = createRootRoute()
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: '/games/$slug',
    component: () => <GamePage slug={slug} />,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [`/games/${encodeURIComponent(slug)}`] }),
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        {/* Its own router, because the registered one would load the whole app. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  localStorage.clear()
  favourites.set([])
  recentGames.set([])
  answers.clear()
  asked.length = 0
  answers.set('/api/games', [dice])
  answers.set('/api/providers', [{ slug: 'koi-originals', name: both('Koi Originals') }])
  answers.set('/api/categories', [{ slug: 'originals', name: both('Originals'), gameCount: 1 }])
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const data = answers.get(url)
    return data === undefined
      ? Response.json({ message: 'No such game', code: 'not_found' }, { status: 404 })
      : Response.json({ data })
  })
  vi.stubGlobal('scrollTo', () => undefined)
})

it('shows the game, its rules and its checks, and no play button', async () => {
  answers.set('/api/games/dice', dice)
  open('dice')
  expect(await screen.findByText('roll = floor(f × 10001) / 100')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dice')
  expect(screen.getByText('0.65–1.1%')).toBeDefined()
  expect(screen.getByText('98.9–99.35%')).toBeDefined()
  expect(screen.getByText('Not open for play in this release')).toBeDefined()
  expect(screen.queryByRole('button', { name: /play/i })).toBeNull()
  expect(recentGames.get()[0]?.slug).toBe('dice')
})

it('links to the screen of a playable game', async () => {
  answers.set('/api/games/dice', { ...dice, status: 'playable' })
  open('dice')
  const play = await screen.findByRole('link', { name: 'Play' })
  expect(play.getAttribute('href')).toBe('/games/dice/play')
  expect(screen.queryByText('Not open for play in this release')).toBeNull()
})

it('marks a favourite and announces it', async () => {
  answers.set('/api/games/dice', dice)
  open('dice')
  const heart = await screen.findByRole('button', { name: 'Favourite' })
  expect(heart.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(heart)
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
})

it('copies the formula', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  answers.set('/api/games/dice', dice)
  open('dice')
  fireEvent.click(await screen.findByRole('button', { name: 'Copy formula' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(dice.formula))
})

it('says that there is no such game', async () => {
  open('no-such-game')
  expect(await screen.findByText('Game not found')).toBeDefined()
  expect(recentGames.get()).toEqual([])
})

it.each(['DICE', 'a b', '../config', 'x'.repeat(65)])('sends no request for %j', async (slug) => {
  open(slug)
  expect(await screen.findByText('Game not found')).toBeDefined()
  expect(asked.filter((url) => url.startsWith('/api/games/'))).toEqual([])
})
