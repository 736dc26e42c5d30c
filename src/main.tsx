import '#ui/tokens.css'
import '#ui/base.css'
import '#app/loading-screen.css'
import 'virtual:uno.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/App.tsx'
import { startApp } from '#app/start.ts'

// Boot order: stored answers and catalog together, then the first render, then everything that can wait.
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const { router, queryClient, whenIdle } = await startApp()
createRoot(root).render(
  <StrictMode>
    <App router={router} queryClient={queryClient} />
  </StrictMode>,
)
whenIdle()
