import '#ui/tokens.css'
import '#ui/base.css'
import '#app/loading-screen.css'
import 'virtual:uno.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showStartFailure } from '#app/loading-screen.ts'
import { startApp } from '#app/start/start.ts'
import { isOfferShownAhead } from '#lib/first-paint.ts'
import { recoverFromMissingChunk } from '#features/install/update/chunk-recovery.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { TextElements } from '#ui/TextElements.tsx'
import type { createAppRouter } from '#app/start/router.tsx'

// Stored answers and catalog load together, then the first render, then everything that can wait.
async function launch(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  try {
    const { router, queryClient, afterFirstRender } = await startApp()
    const render = () =>
      createRoot(root).render(
        <StrictMode>
          <App router={router} queryClient={queryClient} />
        </StrictMode>,
      )
    // The lobby's first screen is small and renders at once; the rest follows its paint. Other pages, and a first
    // visit, which shows a picture meanwhile, render in slices, so that the page can respond between them.
    if (router.latestLocation.pathname === '/' && !isOfferShownAhead()) render()
    else startTransition(render)
    afterFirstRender()
  } catch (error) {
    if (!(await recoverFromMissingChunk(error))) {
      showStartFailure()
      throw error
    }
  }
}

void launch()

interface AppProps {
  router: ReturnType<typeof createAppRouter>
  queryClient: QueryClient
}

function App({ router, queryClient }: AppProps) {
  return (
    <I18nProvider i18n={i18n} defaultComponent={TextElements}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  )
}
