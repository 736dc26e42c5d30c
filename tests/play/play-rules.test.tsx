// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlayRules } from '#contract/config.ts'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { PlayContext } from '#features/play/play-context.ts'
import { PLAYABLE_GAMES } from '#features/play/provider/playable-games.ts'
import { FootLinks } from '#features/play/screen/FootLinks.tsx'
import { OptionsSheet } from '#features/play/screen/OptionsSheet.tsx'
import { allowInstantPlay, changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import {
  PLAY_PREFERENCES_KEY,
  playPreferences,
  readPlayPreferences,
} from '#features/play/session/play-preferences.state.ts'
import { configQuery } from '#queries/config.queries.ts'
import { serverConfig } from '../wallet/server-config.ts'

const engine = createLocalEngine({ name: 'koi-play-rules' })

/** Shows a component under a server with these rules; null for a server that has not answered. */
function show(rules: Partial<PlayRules> | null, part: ReactNode) {
  const client = new QueryClient()
  const config = serverConfig()
  if (rules) client.setQueryData(configQuery.queryKey, { ...config, play: { ...config.play, ...rules } })
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <PlayContext value={{ engine, games: PLAYABLE_GAMES }}>{part}</PlayContext>,
    }),
    history: createMemoryHistory(),
  })
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  allowInstantPlay(true)
  localStorage.removeItem(PLAY_PREFERENCES_KEY)
})

describe("the operator's rules", () => {
  it.each([
    [null, true],
    [{}, true],
    [{ autoPlay: false }, false],
  ])('%j: auto-play is offered: %s', async (rules, isOffered) => {
    show(rules, <FootLinks hasAutoPlay fairness="Provably fair" />)
    await screen.findByRole('button', { name: 'Stats' })
    expect(screen.queryByRole('button', { name: 'Auto' }) !== null).toBe(isOffered)
  })

  it.each([
    [{}, true],
    [{ instant: false }, false],
  ])('%j: instant play is offered: %s', async (rules, isOffered) => {
    show(rules, <OptionsSheet isOpen hasInstant onClose={() => undefined} onKeys={() => undefined} />)
    await screen.findByRole('switch', { name: /Sound/ })
    expect(screen.queryByRole('switch', { name: /Instant play/ }) !== null).toBe(isOffered)
  })

  it('turn instant play off and keep the player’s stored choice', () => {
    changePlayPreferences({ instant: true })
    expect(playPreferences.choices.instant).toBe(true)
    allowInstantPlay(false)
    expect(playPreferences.choices.instant).toBe(false)
    changePlayPreferences({ sound: true })
    expect(playPreferences.choices).toMatchObject({ instant: false, sound: true })
    expect(readPlayPreferences()).toMatchObject({ instant: true, sound: true })
    allowInstantPlay(true)
    expect(playPreferences.choices).toMatchObject({ instant: true, sound: true })
  })
})
