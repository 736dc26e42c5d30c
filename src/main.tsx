import '#ui/tokens.css'
import '#ui/base.css'
import '#app/loading-screen.css'
import 'virtual:uno.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/start/App.tsx'
import { showStartFailure } from '#app/loading-screen.ts'
import { startApp } from '#app/start/start.ts'
import { isOfferShownAhead } from '#lib/first-paint.ts'
import { recoverFromMissingChunk } from '#features/install/update/chunk-recovery.ts'

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
