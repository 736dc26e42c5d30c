import '#ui/tokens.css'
import '#ui/base.css'
import 'virtual:uno.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followConnection } from '#api/connection.ts'
import { getOperatorSession } from '#contract/operator/session.ts'
import { activateOperatorLocale } from '#i18n/operator-texts.ts'
import { followTimeZone } from '#i18n/time-zone.ts'
import { TextElements } from '#ui/TextElements.tsx'
import { createConsoleRouter } from './router.tsx'
import { api } from './session/api.ts'
import { followSession } from './session/follow-session.ts'
import { createQueryClient } from './session/queries.ts'
import { followAppearance, preferredLocale } from './shell/appearance.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('operator.html has no #root')
  followAppearance()
  await activateOperatorLocale(preferredLocale())
  const queryClient = createQueryClient()
  const router = createConsoleRouter()
  followSession(queryClient, () => void router.invalidate())
  followTimeZone()
  followConnection(() =>
    api.call(getOperatorSession).then(
      () => 'online',
      ({ kind }: { kind?: string }) =>
        kind === 'network' ? 'offline' : kind === 'timeout' ? 'slow' : 'online',
    ),
  )
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n} defaultComponent={TextElements}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

void start()
